#include "core/triton/Reader.h"
using namespace mlir;
OwningOpRef<ModuleOp> kiln::triton::readTriton(llvm::MemoryBufferRef text, MLIRContext &context, const ReadOptions &) {
  return parseTriton(text, context);
}
