// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target's data is looked at once, when the target is registered, so that
// nothing behind it has to guess what a wrong number means.

#include "core/target/VerifyInfo.h"
#include "kiln/ElementType.h"
#include "kiln/tile/Tile.h"

#include <cmath>
#include <set>

using namespace kiln;

namespace {

class InfoVerifier {
public:
  explicit InfoVerifier(const TargetInfo &info) : info(info) {}

  Result<void> run() const {
    for (auto check : {&InfoVerifier::checkLevel, &InfoVerifier::checkNumbers, &InfoVerifier::checkSpaces,
                       &InfoVerifier::checkElementTypes, &InfoVerifier::checkNames, &InfoVerifier::checkErrors})
      if (Result<void> right = (this->*check)(); !right)
        return Error("target '" + info.name + "' " + right.error().message());
    return {};
  }

private:
  static bool isPowerOf2(int64_t number) { return number > 0 && (number & (number - 1)) == 0; }

  static Error wrong(const std::string &field, const std::string &got, const std::string &expected) {
    return Error("states " + field + " = " + got + ", expected " + expected);
  }
  static Error wrong(const std::string &field, int64_t got, const std::string &expected) {
    return wrong(field, std::to_string(got), expected);
  }

  Result<void> checkLevel() const {
    if (info.entry == EntryLevel::Distributed)
      return Error("starts at distributed form, which does not exist yet; use kernel-form, staged or native");
    if (info.entry != EntryLevel::Kernel && info.spaces.empty())
      return Error("starts below kernel form but names no memory space");
    return {};
  }

  Result<void> checkNumbers() const {
    if (!isPowerOf2(info.nativeLanes) || info.nativeLanes > tile::maxTileElements)
      return wrong("nativeLanes", info.nativeLanes,
                   "a power of two from 1 to " + std::to_string(tile::maxTileElements));
    if (info.copyDimensions < 0)
      return wrong("copyDimensions", info.copyDimensions, "0 (no copy engine) or more");
    return {};
  }

  Result<void> checkSpaces() const {
    std::set<std::string> names = {"", "global"};
    for (const SpaceInfo &space : info.spaces) {
      if (!names.insert(space.name).second)
        return Error("has a memory space called '" + space.name + "', expected a name of its own");
      std::string of = " of '" + space.name + "'";
      if (space.capacityBytes < 1)
        return wrong("capacityBytes" + of, space.capacityBytes, "at least 1 byte");
      if (!isPowerOf2(space.alignmentBytes))
        return wrong("alignmentBytes" + of, space.alignmentBytes, "a power of two");
      if (!isPowerOf2(space.rowBytes))
        return wrong("rowBytes" + of, space.rowBytes, "a power of two");
    }
    return {};
  }

  Result<void> checkElementTypes() const {
    for (const std::string &type : info.elementTypes) {
      Result<ElementType> known = parseElementType(type);
      if (!known || name(*known) != type || type.front() == 'u')
        return wrong("elementTypes", "'" + type + "'",
                     "a type of kernels as MLIR prints it, such as i1, i32, bf16 or f8E5M2");
    }
    return {};
  }

  Result<void> checkNames() const {
    std::set<std::string> kinds = {""}, knobs = {""};
    for (const EmitKind &kind : info.emitKinds)
      if (!kinds.insert(kind.name).second)
        return Error("has an emit kind called '" + kind.name + "', expected a name of its own");
    for (const KnobInfo &knob : info.knobs) {
      if (!knobs.insert(knob.name).second)
        return Error("has a knob called '" + knob.name + "', expected a name of its own");
      if (knob.least > knob.most)
        return wrong("most of knob '" + knob.name + "'", knob.most, "at least " + std::to_string(knob.least));
    }
    return {};
  }

  Result<void> checkErrors() const {
    for (const auto &[op, ulp] : info.functionUlp)
      if (!std::isfinite(ulp) || ulp < 0)
        return wrong("functionUlp of '" + op + "'", std::to_string(ulp), "a number of at least 0");
    return {};
  }

  const TargetInfo &info;
};

} // namespace

Result<void> kiln::verifyInfo(const TargetInfo &info) { return InfoVerifier(info).run(); }
