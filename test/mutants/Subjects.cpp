// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The subjects: kernels through reader, interpreter and compiler; files of the
// runtime; and what the simulator reads.

#include "Subjects.h"
#include "core/pipeline/Compiler.h"
#include "core/pipeline/Registration.h"
#include "core/pipeline/Signature.h"
#include "core/reference/Interpreter.h"
#include "core/tools/BuiltIn.h"
#include "core/triton/Prescan.h"
#include "core/triton/Reader.h"
#include "kiln/Files.h"
#include "kiln/Npy.h"
#include "kiln/tile/Tile.h"
#include "kiln/tile/TileForm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "sim/Asm.h"
#include "sim/Machine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace mlir;
using namespace kiln;
using namespace kiln::mutants;

namespace {

constexpr uint64_t stepLimit = 20'000;

/// Counts the errors of a context, and keeps the first.
class Errors {
public:
  explicit Errors(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return;
          if (++count == 1)
            first = diagnostic.str();
        }) {}

  /// Success without an error, or failure with one (`only`: exactly one).
  Result<Outcome> judge(bool succeeded, const std::string &what, bool only = false) const {
    if (succeeded == (count == 0) && !(only && count > 1))
      return succeeded ? Outcome::Accepted : Outcome::Refused;
    return Error(what + (succeeded ? " succeeded" : " failed") + " with " + std::to_string(count) +
                 " errors: " + first);
  }

private:
  unsigned count = 0;
  std::string first;
  ScopedDiagnosticHandler handler;
};

Result<Outcome> interpret(ModuleOp module) {
  func::FuncOp kernel;
  for (auto func : module.getOps<func::FuncOp>())
    kernel = func;
  if (!kernel || failed(signatureOf(kernel)))
    return Outcome::Refused;
  reference::Memory memory;
  SmallVector<reference::Argument> arguments;
  for (Type type : kernel.getArgumentTypes()) {
    if (isa<tile::PtrType>(type)) {
      Result<uint64_t> address = memory.allocate(4096, 256, "buffer");
      if (!address)
        return address.error();
      arguments.push_back(reference::Argument::pointer(*address));
    } else {
      arguments.push_back(reference::Argument::scalar(5, type));
    }
  }
  reference::RunOptions options;
  options.maxSteps = stepLimit;
  options.maxSeconds = 1;
  options.trackBounds = true;
  options.maxPrintedLines = 100;
  Result<reference::RunReport> report = reference::run(kernel, arguments, {2, 1, 1}, memory, options);
  if (!report && report.error().message().empty())
    return Error("the interpreter gave an error without a text");
  return report ? Outcome::Accepted : Outcome::Refused;
}

/// Interprets and compiles what was read: for the first target, and every few
/// mutants for the others.
Result<Outcome> interpretAndCompile(const World &world, ModuleOp module, unsigned index) {
  {
    Errors errors(*module.getContext());
    if (Result<Outcome> ran = interpret(module); !ran)
      return ran;
  }
  Result<Outcome> all = Outcome::Accepted;
  for (auto [i, target] : llvm::enumerate(world.targets.all())) {
    if (target != *world.targets.defaultTarget() && index % 8 != i)
      continue;
    OwningOpRef<ModuleOp> copy = module.clone();
    Errors errors(*module.getContext());
    all = errors.judge(succeeded(kiln::compile(*copy, *target, {})), "compiling for '" + target->info().name + "'");
    if (!all)
      return all;
    if (*all == Outcome::Refused)
      return Outcome::Declined;
  }
  return all;
}

Result<Outcome> feedTriton(const World &world, const std::string &text, unsigned index) {
  MLIRContext context(world.dialects, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module;
  {
    Errors errors(context);
    module = triton::readTriton(llvm::MemoryBufferRef(text, "mutant"), context, {});
    Result<Outcome> read = errors.judge(static_cast<bool>(module), "reading", /*only=*/true);
    if (!read || !module)
      return read;
  }
  return interpretAndCompile(world, *module, index);
}

Result<Outcome> feedTile(const World &world, const std::string &text, unsigned index) {
  MLIRContext context(world.dialects, MLIRContext::Threading::DISABLED);
  if (triton::prescan(text))
    return Outcome::Refused;
  OwningOpRef<ModuleOp> module;
  {
    Errors errors(context);
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    bool isTile = module && succeeded(tile::verifyTileForm(*module));
    Result<Outcome> read = errors.judge(isTile, "parsing");
    if (!read || !isTile)
      return read;
  }
  return interpretAndCompile(world, *module, index);
}

ByteSpan bytesOf(const std::string &text) {
  return ByteSpan(reinterpret_cast<const uint8_t *>(text.data()), text.size());
}

std::string textOf(ByteSpan bytes) { return std::string(bytes.begin(), bytes.end()); }

template <typename Value>
Result<Outcome> outcomeOf(const Result<Value> &result) {
  if (result)
    return Outcome::Accepted;
  if (result.error().message().empty())
    return Error("an error without a text");
  return Outcome::Refused;
}

Result<Outcome> feedArtifact(const std::string &bytes) {
  Result<Artifact> artifact = Artifact::parse(bytesOf(bytes));
  return artifact ? outcomeOf(artifact->kernels()) : outcomeOf(artifact);
}

/// Runs a program as far as a few thousand cycles go; a trap is a result.
Result<Outcome> simulate(const npu::Config &config, const npu::Program &program) {
  Result<npu::Machine> machine = npu::Machine::create(config);
  if (!machine)
    return outcomeOf(machine);
  npu::Launch launch;
  launch.maxCycles = stepLimit;
  for (int i = 0; i < 4; ++i) {
    Result<uint64_t> address = machine->alloc(4096);
    if (!address)
      return outcomeOf(address);
    for (int byte = 0; byte < 8; ++byte)
      launch.args.push_back(static_cast<uint8_t>(*address >> (8 * byte)));
  }
  return outcomeOf(machine->run(program, launch));
}

Result<Outcome> feedAssembly(const std::string &text) {
  Result<npu::Program> program = npu::assemble(text);
  return program ? simulate(*npu::Config::named("base"), *program) : outcomeOf(program);
}

Result<Outcome> feedProgram(const std::string &bytes) {
  Result<npu::Program> program = npu::Program::fromBytes(bytesOf(bytes));
  if (!program)
    return outcomeOf(program);
  Result<npu::Program> again = npu::assemble(npu::disassemble(*program));
  if (!again)
    return Error("what was disassembled does not assemble: " + again.error().message());
  return simulate(*npu::Config::named("base"), *program);
}

Result<std::string> readText(const std::filesystem::path &path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in)
    return Error("cannot read '" + path.string() + "'");
  return text.str();
}

/// The files of a directory that end in `extension`, in order of their names.
Result<std::vector<std::string>> readAll(const std::filesystem::path &directory, const std::string &extension) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(directory, error))
    if (entry.path().extension() == extension)
      paths.push_back(entry.path());
  if (paths.empty())
    return Error("'" + directory.string() + "' has no files that end in " + extension);
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const std::filesystem::path &path : paths) {
    Result<std::string> text = readText(path);
    if (!text)
      return text.error();
    texts.push_back(std::move(*text));
  }
  return texts;
}

/// Without locations, which are half of what Triton prints and hide the rest.
std::string withoutLocations(const std::string &text) {
  std::stringstream in(text);
  std::string result;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#loc"))
      continue;
    for (size_t at; (at = line.rfind(" loc(")) != std::string::npos;) {
      size_t depth = 0, end = at + 4;
      do {
        depth += line[end] == '(';
        depth -= line[end] == ')';
      } while (++end < line.size() && depth > 0);
      line.erase(at, end - at);
    }
    result += line + "\n";
  }
  return result;
}

/// Compiled forms of a few kernels for the first target.
struct Compiled {
  std::vector<std::string> artifacts, launches, programs, assembly;
};

Result<Compiled> compileExamples(const World &world, const std::vector<std::string> &texts) {
  Compiled compiled;
  for (const std::string &text : texts) {
    MLIRContext context(world.dialects, MLIRContext::Threading::DISABLED);
    Errors errors(context);
    OwningOpRef<ModuleOp> module = triton::readTriton(llvm::MemoryBufferRef(text, "example"), context, {});
    if (!module)
      continue;
    FailureOr<Artifact> artifact = kiln::compile(*module, **world.targets.find("npu"), {});
    if (failed(artifact))
      continue;
    compiled.artifacts.push_back(textOf(artifact->serialize()));
    std::vector<LaunchInfo> kernels = *artifact->kernels();
    for (const LaunchInfo &info : kernels)
      compiled.launches.push_back(info.toJson());
    for (const Artifact::Section &section : artifact->sections()) {
      Result<npu::Program> program = npu::Program::fromBytes(section.bytes);
      if (!program)
        continue;
      compiled.programs.push_back(textOf(section.bytes));
      compiled.assembly.push_back(npu::disassemble(*program));
    }
  }
  if (compiled.programs.empty())
    return Error("none of the examples compiles");
  return compiled;
}

std::vector<std::string> arrays() {
  std::vector<std::string> files;
  for (ElementType type : {ElementType::F32, ElementType::I8, ElementType::F64, ElementType::I1}) {
    HostArray array{type, {3, 5}, Bytes(15 * byteSize(type), 1)};
    files.push_back(textOf(serializeNpy(array)));
  }
  return files;
}

} // namespace

Result<std::unique_ptr<World>> World::create() {
  auto world = std::make_unique<World>();
  registerCoreDialects(world->dialects);
  Result<void> added = tools::addBuiltInTargets(world->targets);
  if (!added)
    return added.error();
  for (const Target *target : world->targets.all())
    target->registerDialects(world->dialects);
  return world;
}

Result<std::vector<Subject>> kiln::mutants::makeSubjects(World &world, const std::string &root) {
  Result<std::vector<std::string>> triton = readAll(root + "/test/triton/general", ".ttir");
  Result<std::vector<std::string>> more = readAll(root + "/test/triton/ops", ".ttir");
  Result<std::vector<std::string>> tile = readAll(root + "/test/conformance", ".mlir");
  Result<std::vector<std::string>> machines = readAll(root + "/sim/machines", ".json");
  for (const auto *read : {&triton, &more, &tile, &machines})
    if (!*read)
      return read->error();
  triton->insert(triton->end(), more->begin(), more->end());
  Result<Compiled> compiled = compileExamples(world, *triton);
  if (!compiled)
    return compiled.error();
  // Every fourth with its locations.
  for (auto [i, text] : llvm::enumerate(*triton))
    if (i % 4 != 0)
      text = withoutLocations(text);
  auto feedMachine = [program = compiled->programs.front()](const std::string &text, unsigned) {
    Result<npu::Config> config = npu::Config::fromJson(text);
    return config ? simulate(*config, *npu::Program::fromBytes(bytesOf(program))) : outcomeOf(config);
  };
  return std::vector<Subject>{
      {"triton", true, *triton, [&](const std::string &text, unsigned i) { return feedTriton(world, text, i); }},
      {"tile", true, *tile, [&](const std::string &text, unsigned i) { return feedTile(world, text, i); }},
      {"artifact", false, compiled->artifacts, [](const std::string &text, unsigned) { return feedArtifact(text); }},
      {"launch", true, compiled->launches,
       [](const std::string &text, unsigned) { return outcomeOf(LaunchInfo::fromJson(text)); }},
      {"npy", false, arrays(), [](const std::string &text, unsigned) { return outcomeOf(parseNpy(bytesOf(text))); }},
      {"assembly", true, compiled->assembly, [](const std::string &text, unsigned) { return feedAssembly(text); }},
      {"program", false, compiled->programs, [](const std::string &text, unsigned) { return feedProgram(text); }},
      {"machine", true, *machines, feedMachine}};
}
