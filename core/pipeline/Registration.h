// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialects and passes of the core, for tools and for the compiler.

#ifndef KILN_CORE_PIPELINE_REGISTRATION_H
#define KILN_CORE_PIPELINE_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace kiln {

/// Every dialect that occurs from tile form to native form, and the external
/// models that the core's passes need.
void registerCoreDialects(mlir::DialectRegistry &registry);

/// The core's passes and the upstream passes that its pipelines use, by their
/// command-line names. For tools only: compiling needs no registration.
void registerCorePasses();

} // namespace kiln

#endif // KILN_CORE_PIPELINE_REGISTRATION_H
