// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text that a compile key is the hash of: a line for each part, then the
// kernel's text. Only the last part can have line breaks, so no two different
// requests have the same text.

#include "core/pipeline/CompileKey.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace kiln;

std::string kiln::compileKey(const LaunchInfo &info, const FactSets &variants, const CompileOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "kiln " << KILN_VERSION << " artifact " << artifactVersion << " launch " << launchInfoVersion << "\n";
  out << "target " << info.target << " " << info.targetVersion << "\n";
  out << "kernel " << info.kernel << "\n";
  out << "fp-fusion " << (options.fpFusion ? "on" : "off") << "\n";
  for (const auto &[name, value] : options.knobs)
    out << "knob " << name << " " << value << "\n";
  for (const std::vector<Fact> &facts : variants)
    out << "variant " << print(facts, info.arguments) << "\n";
  out << "general " << (options.general ? "yes" : "no") << "\n";
  out << "text " << options.text.size() << "\n" << options.text;
  std::array<uint8_t, 32> hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return llvm::toHex(hash, /*LowerCase=*/true);
}
