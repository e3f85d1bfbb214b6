// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts, registries and messages of the kiln tool.

#include "core/tools/Session.h"
#include "core/pipeline/Registration.h"
#include "core/tools/BuiltIn.h"
#include "core/tools/InputFile.h"
#include "core/triton/Prescan.h"
#include "core/triton/Reader.h"
#include "kiln/Files.h"
#include "kiln/tile/SourceLine.h"
#include "kiln/tile/Tile.h"
#include "kiln/tile/TileForm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

/// "kiln: error: kernels.py:12:4: text", and its notes after it.
static void printDiagnostic(const Diagnostic &diagnostic) {
  StringRef severity = diagnostic.getSeverity() == DiagnosticSeverity::Error     ? "error"
                       : diagnostic.getSeverity() == DiagnosticSeverity::Warning ? "warning"
                       : diagnostic.getSeverity() == DiagnosticSeverity::Remark  ? "remark"
                                                                                 : "note";
  std::string where = tile::describeSource(diagnostic.getLocation());
  llvm::errs() << "kiln: " << severity << ": " << where << (where.empty() ? "" : ": ") << diagnostic << "\n";
}

Session::Session(const DialectRegistry &dialects)
    : context(dialects, MLIRContext::Threading::DISABLED), printer(&context, [](Diagnostic &diagnostic) {
        printDiagnostic(diagnostic);
        for (Diagnostic &note : diagnostic.getNotes())
          // MLIR adds the whole op to errors; people look at the source line.
          if (!StringRef(note.str()).starts_with("see current operation"))
            printDiagnostic(note);
      }) {
  context.printOpOnDiagnostic(false);
}

std::vector<OptionSpec> kiln::tools::commonOptions() {
  return {{"target", true, false, "NAME", "what to compile for; 'kiln targets' lists them and marks the default"},
          {"load-target", true, true, "FILE.so", "add a target, and its device, from a shared object"}};
}

Result<std::unique_ptr<Session>> Session::create(const CommandLine &line) {
  DialectRegistry dialects;
  registerCoreDialects(dialects);
  auto session = std::make_unique<Session>(dialects);
  Result<void> added = addBuiltInTargets(session->targets);
  if (added)
    added = addBuiltInDevices(session->devices);
  for (const std::string &path : line.all("load-target")) {
    if (added)
      added = session->targets.loadPlugin(path);
    // A target without a device can still compile.
    if (added)
      (void)session->devices.loadPlugin(path);
  }
  if (!added)
    return added.error();
  DialectRegistry more;
  for (const Target *target : session->targets.all())
    target->registerDialects(more);
  session->context.appendDialectRegistry(more);
  return session;
}

Result<const Target *> Session::target(const CommandLine &line) const {
  if (line.get("target") == "reference")
    return Error("the reference interprets kernels and has nothing to compile for; use it with 'kiln run'");
  return line.has("target") ? targets.find(line.get("target")) : targets.defaultTarget();
}

std::unique_ptr<llvm::MemoryBuffer> kiln::tools::readInput(const std::string &path) {
  if (Result<void> readable = checkInputFile(path); !readable) {
    fail(readable.error().message());
    return nullptr;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (buffer)
    return std::move(*buffer);
  fail("cannot read '" + path + "': " + buffer.getError().message());
  return nullptr;
}

bool kiln::tools::isArtifact(llvm::MemoryBufferRef file) { return file.getBuffer().starts_with("\x89KILN"); }

OwningOpRef<ModuleOp> Session::readKernels(llvm::MemoryBufferRef text, bool fpFusion) {
  if (isArtifact(text)) {
    fail("'" + text.getBufferIdentifier().str() +
         "' is a compiled artifact; this command takes kernels (Triton's 'ttir' text, or tile form)");
    return nullptr;
  }
  if (!text.getBuffer().contains(tile::formAttrName)) {
    triton::ReadOptions options;
    options.fpFusion = fpFusion;
    return triton::readTriton(text, context, options);
  }
  if (std::optional<triton::PrescanError> error = triton::prescan(text.getBuffer())) {
    fail(text.getBufferIdentifier().str() + ":" + std::to_string(error->line) + ":" + std::to_string(error->column) +
         ": " + error->message);
    return nullptr;
  }
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text.getBuffer(), ParserConfig(&context), text.getBufferIdentifier());
  if (!module || failed(tile::verifyTileForm(*module)))
    return nullptr;
  return module;
}

func::FuncOp kiln::tools::findKernel(ModuleOp module, const std::string &name) {
  SmallVector<std::string> known;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.getName() == name || (name.empty() && llvm::hasSingleElement(module.getOps<func::FuncOp>())))
      return func;
    known.push_back(func.getName().str());
  }
  if (known.empty()) {
    fail("the file has no kernel in tile form");
    return nullptr;
  }
  fail(name.empty() ? "the file has several kernels (" + llvm::join(known, ", ") + "); choose one with --kernel"
                    : "no kernel is called '" + name + "'; kernels: " + llvm::join(known, ", "));
  return nullptr;
}

Result<std::vector<Fact>> kiln::tools::parseFacts(const std::vector<std::string> &texts,
                                                  const std::vector<ArgumentInfo> &signature) {
  std::vector<Fact> facts;
  for (const std::string &text : texts) {
    Result<Fact> fact = parseFact(text, signature);
    if (!fact)
      return fact.error();
    facts.push_back(*fact);
  }
  return facts;
}

Result<bool> kiln::tools::fpFusion(const CommandLine &line) {
  std::string fusion = line.get("fp-fusion", "on");
  if (fusion != "on" && fusion != "off")
    return Error("expected --fp-fusion=on or off but got '" + fusion + "'");
  return fusion == "on";
}

std::string kiln::tools::describeFiles(const CommandLine &line) {
  std::string count = std::to_string(line.files().size());
  return line.files().empty() ? count : count + " ('" + llvm::join(line.files(), "', '") + "')";
}

int kiln::tools::fail(const std::string &text) {
  llvm::errs() << "kiln: error: " << text << "\n";
  return 1;
}

Result<void> kiln::tools::requireWritable(const std::string &option, const std::string &path) {
  if (path.empty() || path == "-")
    return {};
  Result<void> writable = kiln::requireWritable(path);
  return writable ? writable : writable.error().in(option);
}

bool kiln::tools::writeText(const std::string &path, StringRef text) {
  if (path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return true;
  }
  Result<void> written = writeFile(path, std::span(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  if (!written)
    fail(written.error().message());
  return static_cast<bool>(written);
}

Result<std::map<std::string, int64_t>> kiln::tools::knobs(const CommandLine &line, const Target &target) {
  std::map<std::string, int64_t> values;
  const TargetInfo &info = target.info();
  for (const std::string &text : line.all("knob")) {
    size_t equals = text.find('=');
    if (equals == std::string::npos)
      return Error("expected --knob NAME=VALUE but got '" + text + "'");
    std::string name = text.substr(0, equals), known;
    const KnobInfo *knob = nullptr;
    for (const KnobInfo &one : info.knobs) {
      knob = one.name == name ? &one : knob;
      known += (known.empty() ? "" : ", ") + one.name;
    }
    if (!knob)
      return Error("target '" + info.name + "' has no knob '" + name +
                   "'; it has: " + (known.empty() ? "none" : known));
    Result<int64_t> value = parseNumber(text.substr(equals + 1), knob->least, knob->most, "knob '" + name + "'");
    if (!value)
      return value.error();
    values[name] = *value;
  }
  return values;
}
