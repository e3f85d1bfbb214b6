// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// npu-sim: runs a program of the NPU, in text or binary form, and prints what
// it cost. Buffers are named by the arguments that hold their addresses.

#include "sim/Asm.h"
#include "sim/Machine.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace kiln;
using namespace kiln::npu;

namespace {

constexpr char usage[] =
    R"(usage: npu-sim [options] PROGRAM    PROGRAM is assembly text or a binary
  --machine=NAME|FILE   tiny, base (default), big or a machine file
  --arg=N               a 64-bit argument
  --arg=zeros:BYTES     the address of a zeroed buffer
  --arg=@FILE           the address of a buffer with the file's bytes
  --out=I:FILE          writes the buffer of argument I to a file at the end
  --grid=X[xY[xZ]]      programs (default 1)
  --cores=MASK          active cores, a bit each (default all)
  --dynamic             program ids from a shared counter
  --max-cycles=N        watchdog
  --timeout=SECONDS     stops when simulating takes longer than that
  --show                prints the machine's parameters
  --isa                 prints the instruction table
  --disasm              prints the program instead of running it
)";

struct Options {
  std::string machine = "base", program;
  std::vector<std::string> args, outs;
  Launch launch;
  bool show = false, isa = false, disasm = false;
};

struct Buffer {
  uint64_t address = 0, bytes = 0;
};

Result<std::vector<uint8_t>> readFile(const std::string &path) {
  std::error_code error;
  auto status = std::filesystem::status(path, error);
  // A folder cannot be read, and a device such as /dev/zero never ends.
  if (std::filesystem::is_directory(status) || std::filesystem::is_character_file(status) ||
      std::filesystem::is_block_file(status))
    return Error("cannot read '" + path + "': it is a folder or a device, not a file");
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error("cannot read '" + path + "'");
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(in), {});
}

Result<uint64_t> number(std::string_view text) {
  bool negative = text.starts_with("-");
  text.remove_prefix(negative);
  int base = text.starts_with("0x") ? 16 : 10;
  text.remove_prefix(base == 16 ? 2 : 0);
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size())
    return Error("expected a number but got '" + std::string(text) + "'");
  return negative ? 0 - value : value;
}

Result<void> parseGrid(std::string_view text, Launch &launch) {
  for (unsigned d = 0; d < 3 && !text.empty(); ++d) {
    size_t cross = std::min(text.find('x'), text.size());
    auto n = number(text.substr(0, cross));
    if (!n)
      return n.error();
    if (*n > UINT32_MAX)
      return Error("a grid of " + std::to_string(*n) + " is too large");
    launch.grid[d] = uint32_t(*n);
    text.remove_prefix(std::min(cross + 1, text.size()));
  }
  if (!text.empty())
    return Error("a grid has at most three numbers");
  return {};
}

Result<void> setNumber(std::string_view text, uint64_t &to) {
  auto n = number(text);
  if (!n)
    return n.error();
  to = *n;
  return {};
}

Result<void> setTimeout(std::string_view text, Launch &launch) {
  constexpr uint64_t most = 1000000;
  auto seconds = number(text);
  if (!seconds || *seconds < 1 || *seconds > most)
    return Error("expected --timeout to be from 1 to " + std::to_string(most) + " seconds but got '" +
                 std::string(text) + "'");
  launch.timeout = std::chrono::seconds(*seconds);
  return {};
}

Result<void> parseOption(std::string_view arg, Options &o) {
  size_t equals = std::min(arg.find('='), arg.size());
  std::string_view key = arg.substr(0, equals);
  std::string value(arg.substr(std::min(equals + 1, arg.size())));
  if (!arg.starts_with("--"))
    o.program = arg;
  else if (key == "--machine")
    o.machine = value;
  else if (key == "--arg")
    o.args.push_back(value);
  else if (key == "--out")
    o.outs.push_back(value);
  else if (key == "--grid")
    return parseGrid(value, o.launch);
  else if (key == "--cores")
    return setNumber(value, o.launch.coreMask);
  else if (key == "--max-cycles")
    return setNumber(value, o.launch.maxCycles);
  else if (key == "--timeout")
    return setTimeout(value, o.launch);
  else if (key == "--dynamic")
    o.launch.dynamicIds = true;
  else if (key == "--show")
    o.show = true;
  else if (key == "--isa")
    o.isa = true;
  else if (key == "--disasm")
    o.disasm = true;
  else
    return Error("unknown option '" + std::string(key) + "'");
  return {};
}

Result<Config> machineOf(const std::string &name) {
  auto builtin = Config::named(name);
  if (builtin)
    return builtin;
  auto bytes = readFile(name);
  if (!bytes) // the more helpful of the two errors
    return builtin.error();
  return Config::fromJson(std::string(bytes->begin(), bytes->end()));
}

Result<Program> loadProgram(const std::string &path) {
  auto bytes = readFile(path);
  if (!bytes)
    return bytes.error();
  std::string text(bytes->begin(), bytes->end());
  auto program = text.starts_with("KNPU") ? Program::fromBytes(*bytes) : assemble(text);
  if (!program)
    return program.error().in(path);
  return program;
}

/// Places the buffers and packs the arguments.
Result<std::vector<Buffer>> placeArguments(Machine &machine, const Options &options, Launch &launch) {
  std::vector<Buffer> buffers;
  for (const std::string &arg : options.args) {
    std::vector<uint8_t> contents;
    bool file = arg.starts_with("@"), zeros = arg.starts_with("zeros:");
    uint64_t value = 0, bytes = 0;
    if (file) {
      auto read = readFile(arg.substr(1));
      if (!read)
        return read.error();
      contents = std::move(*read);
      bytes = contents.size();
    } else if (auto ok = setNumber(zeros ? arg.substr(6) : arg, zeros ? bytes : value); !ok) {
      return ok.error().in("argument '" + arg + "'");
    }
    if (file || zeros) {
      auto address = machine.alloc(bytes);
      if (!address)
        return address.error();
      value = *address;
      if (auto ok = machine.write(value, contents); !ok)
        return ok.error();
    }
    buffers.push_back({value, bytes});
    for (int i = 0; i < 8; ++i)
      launch.args.push_back(uint8_t(value >> (8 * i)));
  }
  return buffers;
}

Result<void> writeOutputs(const Machine &machine, const Options &options, const std::vector<Buffer> &buffers) {
  for (const std::string &out : options.outs) {
    size_t colon = out.find(':');
    auto index = number(out.substr(0, colon));
    if (!index || colon == std::string::npos || *index >= buffers.size())
      return Error("expected --out=ARGUMENT:FILE but got '" + out + "'");
    std::vector<uint8_t> bytes(buffers[*index].bytes);
    if (auto ok = machine.read(buffers[*index].address, bytes); !ok)
      return ok.error();
    std::ofstream file(out.substr(colon + 1), std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
    if (!file)
      return Error("cannot write '" + out.substr(colon + 1) + "'");
  }
  return {};
}

void printStats(const Stats &stats) {
  std::printf("cycles %llu, instructions %llu, dram read %llu bytes, written "
              "%llu bytes, row hits %llu, closed %llu, conflicts %llu\n",
              (unsigned long long)stats.cycles, (unsigned long long)stats.instructions,
              (unsigned long long)stats.dramReadBytes, (unsigned long long)stats.dramWriteBytes,
              (unsigned long long)stats.rowHits, (unsigned long long)stats.rowClosed,
              (unsigned long long)stats.rowConflicts);
  for (size_t c = 0; c < stats.cores.size(); ++c) {
    const CoreStats &core = stats.cores[c];
    std::printf("core %zu: %llu cycles, %llu programs, %llu macs\n", c, (unsigned long long)core.cycles,
                (unsigned long long)core.programs, (unsigned long long)core.macs);
    for (unsigned e = 0; e < numEngines; ++e)
      std::printf("  %s: %llu instructions, busy %llu, waiting %llu\n", std::string(engineName(Engine(e))).c_str(),
                  (unsigned long long)core.engines[e].instructions, (unsigned long long)core.engines[e].busy,
                  (unsigned long long)core.engines[e].wait);
  }
}

void printIsa() {
  std::printf("| instruction | opcode | funct | format | operands |\n"
              "|---|---|---|---|---|\n");
  for (unsigned i = 0; i < numOps(); ++i) {
    const InstrInfo &info = instrInfo(Op(i));
    std::string operands;
    for (const Operand &o : info.operands)
      operands += (operands.empty() ? "" : ", ") + o.name;
    std::printf("| %s | %02x | %02x | %c | %s%s |\n", std::string(info.mnemonic).c_str(), info.opcode, info.funct,
                info.format == Format::R ? 'R' : 'I', operands.c_str(), info.maskable ? " [if p]" : "");
  }
}

Result<int> runTool(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i)
    if (auto ok = parseOption(argv[i], options); !ok)
      return ok.error();
  auto config = machineOf(options.machine);
  if (!config)
    return config.error();
  if (options.show)
    std::printf("%s", config->toJson().c_str());
  if (options.isa)
    printIsa();
  if (options.program.empty()) {
    if (!options.show && !options.isa)
      std::printf("%s", usage);
    return 0;
  }
  auto program = loadProgram(options.program);
  if (!program)
    return program.error();
  if (options.disasm) {
    std::printf("%s", disassemble(*program).c_str());
    return 0;
  }
  auto machine = Machine::create(*config);
  if (!machine)
    return machine.error();
  auto buffers = placeArguments(*machine, options, options.launch);
  if (!buffers)
    return buffers.error();
  auto result = machine->run(*program, options.launch);
  if (!result)
    return result.error();
  std::printf("%s", result->output.c_str());
  printStats(result->stats);
  for (std::string_view what : notModelled())
    std::printf("not modelled: %s\n", std::string(what).c_str());
  if (result->trap)
    return Error(describe(*result->trap));
  if (auto ok = writeOutputs(*machine, options, *buffers); !ok)
    return ok.error();
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  auto status = runTool(argc, argv);
  if (status)
    return *status;
  std::fprintf(stderr, "npu-sim: error: %s\n", status.error().message().c_str());
  return 1;
}
