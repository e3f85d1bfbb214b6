// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target is to the compiler: data about the machine, patterns from the
// level it starts at, and an emitter. A target is a directory under targets/
// (or a shared object); nothing outside that directory names it.
//
//   class Mine : public kiln::Target {
//     const kiln::TargetInfo &info() const override;
//     void populateConversion(..) const override;
//     mlir::FailureOr<kiln::EmittedKernel> emit(mlir::ModuleOp module) const override;
//   };
//   KILN_REGISTER_TARGET(mine, Mine)

#ifndef KILN_TARGET_H
#define KILN_TARGET_H

#include "kiln/LaunchInfo.h"
#include "kiln/Mapping.h"
#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ConversionTarget;
class DialectRegistry;
class MLIRContext;
class OpPassManager;
class RewritePatternSet;
class TypeConverter;
} // namespace mlir

namespace kiln {

/// Changes whenever a plug-in built before the change would misbehave.
inline constexpr uint32_t targetApiVersion = 2;

/// The level of IR that a target's patterns start from.
enum class EntryLevel { Kernel, Staged, Native, Distributed };

/// A memory space that kernels may use, beside device memory ("global").
struct SpaceInfo {
  std::string name;
  int64_t capacityBytes = 0;
  int64_t alignmentBytes = 1;
  /// Rows of a tile (its minor dimension) start at multiples of this power of two.
  int64_t rowBytes = 1;
};

/// Something that `--emit` can give beside the core's levels.
struct EmitKind {
  std::string name;
  std::string extension;
  std::string summary;
};

/// A number that a user may set for a target (`--knob NAME=VALUE`).
struct KnobInfo {
  std::string name;
  std::string summary;
  int64_t least = 0, most = 0;
};

/// Plain facts about a machine. They are checked when the target is registered.
struct TargetInfo {
  std::string name;
  std::string version;
  std::string summary;
  EntryLevel entry = EntryLevel::Kernel;
  /// Element types of tiles that the machine computes with, as MLIR prints them, e.g.
  /// "f32"; none: all. After kernel form a kernel with tiles of another type is
  /// declined, with the op, its line and this list, unless compiling stops before the
  /// target's own phase. Three kinds pass all the same:
  ///   - i1, i32, i64 and index, which the core makes for masks and addresses (without
  ///     "i64", vectors of native form hold words of 32 bits in its place);
  ///   - at native form f16 and bf16: the core computes them in f32, and the target
  ///     moves them;
  ///   - at native form fp8, where no type of it is listed: i8 then.
  /// Scalars are not looked at: the target's patterns decide about them.
  std::vector<std::string> elementTypes;
  /// The scratchpad that tiles are staged in comes first.
  std::vector<SpaceInfo> spaces;
  /// Dimensions of the box that one copy between device memory and the first
  /// space moves, with a stride of 1 along the minor one; 0: no copy engine.
  int64_t copyDimensions = 0;
  /// Ops of kernel form on whole tiles that the target converts itself, e.g.
  /// "tile.gather". For targets that start at staged form or below, the core
  /// expands all others into arith, scf, memref and simple vector ops.
  std::vector<std::string> takes;
  /// Elements of one native vector: a power of two.
  int64_t nativeLanes = 1;
  std::vector<EmitKind> emitKinds;
  std::vector<KnobInfo> knobs;
  /// Largest error of functions that are not correctly rounded, in units in the
  /// last place, by op name ("math.exp"). A check against the reference allows it.
  std::map<std::string, double> functionUlp;
  /// Where a run without a chosen target goes: the lowest rank wins.
  int defaultRank = 100;
};

/// One compiled kernel variant: the bytes of its code, and what the launch
/// needs to know. The core fills in the guard and the section's name.
struct EmittedKernel {
  LaunchVariant variant;
  std::vector<uint8_t> code;
};

/// On the module while it is compiled: the number of a knob that was set.
inline constexpr llvm::StringLiteral knobAttrPrefix = "kiln.knob.";

/// Named places in the pipeline where a target may add passes.
enum class Phase { BeforeConversion, AfterConversion };

/// See the head of this file. Targets hold no state that compiling changes.
class Target {
public:
  virtual ~Target() = default;

  virtual const TargetInfo &info() const = 0;

  /// The type converter that populateConversion() gets: an empty one, or, for
  /// patterns that need it, one of MLIR's own (LLVMTypeConverter).
  virtual std::unique_ptr<mlir::TypeConverter> makeTypeConverter(mlir::MLIRContext *context) const;

  /// Patterns, types and legality from the entry level to what emit() takes.
  virtual void populateConversion(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns,
                                  mlir::ConversionTarget &legality) const = 0;

  /// Code of the one kernel in `module`. Errors are diagnostics on its ops.
  virtual mlir::FailureOr<EmittedKernel> emit(mlir::ModuleOp module) const = 0;

  /// Text of an emit kind of info(); the module is what emit() takes.
  virtual mlir::FailureOr<std::string> emitText(mlir::ModuleOp module, llvm::StringRef kind) const;

  /// How the core cuts work for this target's units; see Mapping.h.
  virtual Mapping mapping() const { return {}; }

  virtual void registerDialects(mlir::DialectRegistry &) const {}
  virtual void registerPasses() const {}
  virtual void buildPipeline(mlir::OpPassManager &, Phase) const {}
};

/// What KILN_REGISTER_TARGET makes: the entry of a target library.
struct TargetPlugin {
  uint32_t apiVersion;
  const char *name;
  Target *(*create)();
};

} // namespace kiln

/// Defines the entry function of a target. NAME is its directory's name.
#define KILN_REGISTER_TARGET(NAME, CLASS)                                                                              \
  extern "C" const kiln::TargetPlugin *kilnTarget_##NAME() {                                                           \
    static const kiln::TargetPlugin plugin = {kiln::targetApiVersion, #NAME,                                           \
                                              []() -> kiln::Target * { return new CLASS(); }};                         \
    return &plugin;                                                                                                    \
  }                                                                                                                    \
  extern "C" __attribute__((weak)) const kiln::TargetPlugin *kilnTargetPlugin() { return kilnTarget_##NAME(); }

#endif // KILN_TARGET_H
