// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The npu dialect: registration, and the check of npu.exec against the
// instruction table.

#include "kiln/tile/Tile.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "sim/Isa.h"
#include "targets/npu/NPU.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "targets/npu/NPUDialect.cpp.inc"
#include "targets/npu/NPUEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "targets/npu/NPUTypes.cpp.inc"

/// A list in brackets, or nothing.
static ParseResult parseImmediates(OpAsmParser &parser, DenseI64ArrayAttr &numbers) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  SmallVector<int64_t> list;
  auto parseOne = [&] { return parser.parseInteger(list.emplace_back()); };
  if (parser.parseCommaSeparatedList(parseOne) || parser.parseRSquare())
    return failure();
  numbers = parser.getBuilder().getDenseI64ArrayAttr(list);
  return success();
}

static void printImmediates(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr numbers) {
  if (numbers)
    printer << " [" << numbers.asArrayRef() << "]";
}

#define GET_OP_CLASSES
#include "targets/npu/NPU.cpp.inc"

namespace kiln::npu {

void NPUDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "targets/npu/NPUTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "targets/npu/NPU.cpp.inc"
      >();
}

void ExecOp::build(OpBuilder &builder, OperationState &state, StringRef mnemonic, TypeRange results,
                   ValueRange registers, ArrayRef<int64_t> imms, int64_t vl) {
  build(builder, state, results, builder.getStringAttr(mnemonic), registers,
        imms.empty() ? DenseI64ArrayAttr() : builder.getDenseI64ArrayAttr(imms),
        vl ? builder.getI64IntegerAttr(vl) : IntegerAttr());
}

static bool hasClass(Type type, RegClass cls) {
  switch (cls) {
  case RegClass::Scalar:
    return isa<SregType>(type);
  case RegClass::Vector:
    return isa<VregType>(type);
  case RegClass::Predicate:
    return isa<PregType>(type);
  case RegClass::Imm:
    return false;
  }
  return false;
}

/// Compares types with the register operands of the row that have `access`.
static LogicalResult verifyRegisters(ExecOp op, const InstrInfo &row, Access access, TypeRange types, StringRef what) {
  size_t next = 0;
  for (const Operand &operand : row.operands) {
    if (operand.cls == RegClass::Imm || (operand.access != access && operand.access != Access::ReadWrite))
      continue;
    if (next == types.size() || !hasClass(types[next], operand.cls))
      return op.emitOpError() << "'" << op.getMnemonic() << "' " << what << " " << next << " does not match operand '"
                              << operand.name << "' of the instruction";
    ++next;
  }
  if (next != types.size())
    return op.emitOpError() << "'" << op.getMnemonic() << "' expects " << next << " " << what << "s but got "
                            << types.size();
  return success();
}

LogicalResult ExecOp::verify() {
  std::optional<npu::Op> op = findOp(getMnemonic().str());
  if (!op)
    return emitOpError() << "no instruction is called '" << getMnemonic() << "'";
  const InstrInfo &row = instrInfo(*op);
  size_t numbers = llvm::count_if(row.operands, [](const Operand &o) { return o.cls == RegClass::Imm; });
  if (!getImms().empty() && getImms().size() != numbers)
    return emitOpError() << "'" << getMnemonic() << "' expects " << numbers << " immediates but got "
                         << getImms().size();
  if (failed(verifyRegisters(*this, row, Access::Read, getRegisters().getTypes(), "register")))
    return failure();
  return verifyRegisters(*this, row, Access::Write, getResultTypes(), "result");
}

/// Arithmetic on registers has no effect but its result; everything else
/// touches memory, queues or the machine's state and stays in order.
void ExecOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  std::optional<npu::Op> op = findOp(getMnemonic().str());
  if (op) {
    const InstrInfo &row = instrInfo(*op);
    bool scalar =
        row.unit == Unit::SC && getNumResults() == 1 && *op != npu::Op::Csrr &&
        (row.cost == Cost::Scalar || row.cost == Cost::Mul || row.cost == Cost::Div || row.cost == Cost::ScalarFloat);
    if (scalar || row.unit == Unit::ALU || row.unit == Unit::SFU || row.unit == Unit::XL)
      return;
  }
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

OpFoldResult ConstOp::fold(FoldAdaptor) { return getValueAttr(); }

Operation *NPUDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto number = dyn_cast<IntegerAttr>(value);
  if (!number || !isa<SregType>(type))
    return nullptr;
  return ConstOp::create(builder, loc, type, number);
}

SuccessorOperands BrOp::getSuccessorOperands(unsigned) { return SuccessorOperands(getArgumentsMutable()); }

SuccessorOperands CondBrOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(index == 0 ? getTrueArgumentsMutable() : getFalseArgumentsMutable());
}

bool isComputable(Type element) {
  return isa<Float32Type, Float16Type, BFloat16Type, IndexType>(element) || element.isInteger(8) ||
         element.isInteger(16) || element.isInteger(32);
}

void addRegisterTypes(TypeConverter &types, MLIRContext *context) {
  auto sreg = SregType::get(context);
  types.addConversion([](Type type) -> std::optional<Type> {
    if (isa<SregType, VregType, PregType>(type))
      return type;
    return std::nullopt;
  });
  types.addConversion([=](IndexType) -> Type { return sreg; });
  types.addConversion([=](tile::PtrType) -> Type { return sreg; });
  types.addConversion([=](MemRefType) -> Type { return sreg; });
  types.addConversion([=](IntegerType type) -> std::optional<Type> {
    return type.getWidth() <= 64 ? std::optional<Type>(sreg) : std::nullopt;
  });
  types.addConversion([=](FloatType type) -> std::optional<Type> {
    return isComputable(type) ? std::optional<Type>(sreg) : std::nullopt;
  });
  types.addConversion([=](VectorType type) -> std::optional<Type> {
    Type element = type.getElementType();
    if (type.getRank() != 1)
      return std::nullopt;
    if (element.isInteger(1))
      return PregType::get(context);
    return isComputable(element) ? std::optional<Type>(VregType::get(context)) : std::nullopt;
  });
}

} // namespace kiln::npu
