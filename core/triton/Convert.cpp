// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk itself: functions, blocks, the value map, and how values cross
// control flow. What single ops become is in the Convert<Family>.cpp files.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

Converter::Converter(MLIRContext *context, const ReadOptions &options)
    : builder(context), options(options), loc(UnknownLoc::get(context)) {
  addControlHandlers(*this);
  addShapeHandlers(*this);
  addPointerHandlers(*this);
  addMemoryHandlers(*this);
  addViewHandlers(*this);
  addArithHandlers(*this);
  addLibraryHandlers(*this);
  addTileHandlers(*this);
}

void Converter::reset() {
  mapping.clear();
  pointers.clear();
  blocks.clear();
  ranges.clear();
  again = false;
}

//===-- functions ------------------------------------------------------------===//

/// The forms of loop-carried pointers are found by trying: a round in which a
/// greater form flows around a loop is thrown away, with that form remembered.
/// Every such round raises at least one form, and a form has few steps to rise.
/// Where that takes long, all tensors become tiles of pointers, the greatest.
static constexpr unsigned maxRounds = 32;

LogicalResult Converter::convertKernel(FuncOp kernel, ModuleOp module) {
  if (!kernel.getResultTypes().empty())
    return refuse(kernel) << "'" << kernel.getName() << "' returns a value; expected a kernel without results";
  carried.clear();
  for (rounds = 0;; ++rounds) {
    reset();
    builder.setInsertionPointToEnd(module.getBody());
    loc = kernel.getLoc();
    auto function = func::FuncOp::create(builder, loc, kernel.getName(), builder.getFunctionType({}, {}));
    function->setAttr(tile::formAttrName, builder.getStringAttr("tile"));
    builder.setInsertionPointToStart(&function.getBody().emplaceBlock());
    if (failed(convertSignature(kernel, function)) || failed(convertDescriptorArguments(kernel)) ||
        failed(convertOps(kernel.getBody().front())))
      return failure();
    loc = kernel.getBody().front().getTerminator()->getLoc();
    func::ReturnOp::create(builder, loc);
    if (!again)
      return success();
    function.erase();
  }
}

/// Argument names are in the locations that Triton gives the arguments.
static std::string argumentName(BlockArgument argument) {
  if (auto named = dyn_cast<NameLoc>(argument.getLoc()))
    return named.getName().str();
  return "arg" + std::to_string(argument.getArgNumber());
}

LogicalResult Converter::convertSignature(FuncOp kernel, func::FuncOp function) {
  Block &body = function.getBody().front();
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (BlockArgument argument : kernel.getArguments()) {
    Type type = argument.getType();
    bool isDescriptor = isa<DescType>(type);
    if (!isDescriptor && !isa<PtrType>(type) && !type.isIntOrFloat())
      return refuse(kernel) << "has an argument '" << argumentName(argument) << "' of type " << type
                            << "; expected a scalar, a pointer or a descriptor";
    if (isBlockPointer(type))
      return refuse(kernel) << "has a block pointer as argument '" << argumentName(argument) << "'";
    NamedAttrList list;
    list.set("tile.name", builder.getStringAttr(argumentName(argument)));
    if (isDescriptor)
      list.set("tile.descriptor", TypeAttr::get(convertType(type)));
    if (auto pointer = dyn_cast<PtrType>(type))
      list.set("tile.pointee", TypeAttr::get(convertType(pointer.getPointee())));
    for (NamedAttribute attribute : function_interface_impl::getArgAttrs(kernel, argument.getArgNumber())) {
      auto value = dyn_cast<IntegerAttr>(attribute.getValue());
      if (attribute.getName() == "tt.divisibility" && value)
        list.set("tile.multiple_of", builder.getI64IntegerAttr(value.getValue().getSExtValue()));
      else if (attribute.getName().strref().starts_with("tt."))
        list.set(("tile.hint_" + attribute.getName().strref().drop_front(3)).str(), attribute.getValue());
    }
    if (isDescriptor)
      list.set("tile.pointee", TypeAttr::get(cast<tile::ViewType>(convertType(type)).getElementType()));
    types.push_back(isDescriptor ? Type(tile::PtrType::get(builder.getContext(), "global")) : convertType(type));
    attributes.push_back(list.getDictionary(builder.getContext()));
    Value converted = body.addArgument(types.back(), argument.getLoc());
    if (isPointer(type))
      set(argument, Pointer{converted, {}, {}, {}});
    else
      set(argument, converted);
  }
  function.setFunctionType(builder.getFunctionType(types, {}));
  function.setAllArgAttrs(attributes);
  return success();
}

/// A descriptor made by the host arrives as its base; its extents (i32) and
/// strides (i64) are the arguments behind it.
LogicalResult Converter::convertDescriptorArguments(FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments()) {
    auto type = dyn_cast<DescType>(argument.getType());
    if (!type)
      continue;
    size_t rank = type.getBlock().getRank(), first = argument.getArgNumber() + 1;
    SmallVector<Value> extents, strides;
    for (size_t i = first; i < first + 2 * rank; ++i) {
      bool fits = i < kernel.getNumArguments() && kernel.getArgument(i).getType().isSignlessInteger() &&
                  kernel.getArgument(i).getType().getIntOrFloatBitWidth() <= 64;
      if (!fits)
        return refuse(kernel) << "expected " << rank << " extents and " << rank
                              << " strides as the arguments behind the descriptor '" << argumentName(argument) << "'";
      (i < first + rank ? extents : strides).push_back(signExtend(mapping.lookup(kernel.getArgument(i)), 64));
    }
    Value base = mapping.lookup<Value>(argument);
    set(argument, tile::MakeViewOp::create(builder, argument.getLoc(), convertType(type), base, extents, strides,
                                           tile::Padding::Zero)
                      .getResult());
  }
  return success();
}

//===-- ops --------------------------------------------------------------------===//

/// Verifies what a handler made, at once: later handlers look into it. Only op
/// by op, since the region that it is in may not belong to an op yet.
static LogicalResult verifyAfter(Operation *last, Block *block) {
  for (Operation *op = last             ? last->getNextNode()
                       : block->empty() ? nullptr
                                        : &block->front();
       op; op = op->getNextNode())
    if (failed(op->getName().verifyInvariants(op)))
      return failure();
  return success();
}

LogicalResult Converter::convertOps(Block &block) {
  Block *made = builder.getInsertionBlock();
  for (Operation &op : block.without_terminator()) {
    loc = op.getLoc();
    Operation *last = made->empty() ? nullptr : &made->back();
    auto handler = handlers.find(op.getName().getStringRef());
    if (handler == handlers.end())
      return refuse(&op) << "is not part of what Triton prints for a kernel, or is not supported";
    if (failed(handler->second(*this, &op)) || failed(verifyAfter(last, made)))
      return failure();
  }
  return success();
}

Operation *Converter::cloneOp(Operation *op) {
  Operation *copy = builder.clone(*op, mapping);
  SmallVector<NamedAttribute> hints(copy->getDiscardableAttrs());
  for (NamedAttribute hint : hints)
    copy->removeDiscardableAttr(hint.getName());
  keepHints(op, copy);
  return copy;
}

void Converter::keepHints(Operation *from, Operation *to) {
  if (!from || !to)
    return;
  for (NamedAttribute attribute : from->getDiscardableAttrs())
    if (StringRef name = attribute.getName(); name.consume_front("tt."))
      to->setDiscardableAttr(builder.getStringAttr("tile.hint_" + name), attribute.getValue());
}

//===-- values -----------------------------------------------------------------===//

Value Converter::plain(Value value) {
  if (!isPointer(value.getType()))
    return mapping.lookupOrNull(value);
  PtrType type = pointerIn(value.getType());
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    return lanes(pointer(value), type, tensor.getShape());
  return address(pointer(value), convertType(type.getPointee()));
}

SmallVector<Value> Converter::plain(ValueRange values) {
  SmallVector<Value> converted;
  for (Value value : values)
    converted.push_back(plain(value));
  return converted;
}

void Converter::setLoaded(Value value, Value converted) {
  if (!isPointer(value.getType()))
    return set(value, converted);
  if (isa<RankedTensorType>(value.getType()))
    return set(value, Pointer{{}, {}, {}, converted});
  set(value, Pointer{converted, {}, {}, {}});
}

Type Converter::convertType(Type type) const {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(convertType(tensor.getElementType()));
  if (isa<PtrType>(type))
    return tile::PtrType::get(type.getContext(), "global");
  if (auto desc = dyn_cast<DescType>(type))
    return tile::ViewType::get(type.getContext(), desc.getBlock().getShape(),
                               convertType(desc.getBlock().getElementType()));
  // Signedness is in the ops of tile, not in its types.
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

//===-- values across control flow -----------------------------------------------===//

PointerForm Converter::formOf(Value value) const {
  Pointer parts = pointers.lookup(value);
  unsigned width = parts.varying ? getElementTypeOrSelf(parts.varying).getIntOrFloatBitWidth() : 0;
  return {static_cast<bool>(parts.lanes), width};
}

PointerForm Converter::join(PointerForm a, PointerForm b) {
  bool lanes = a.lanes || b.lanes;
  return {lanes, lanes ? 0 : std::max(a.width, b.width)};
}

PointerForm Converter::carriedForm(Value value, PointerForm form) {
  PointerForm &known = carried[value];
  if (rounds >= maxRounds && isPointer(value.getType()) && isa<RankedTensorType>(value.getType()))
    form.lanes = true;
  return known = join(known, form);
}

bool Converter::flowsInto(Value value, PointerForm form) {
  PointerForm &known = carried[value];
  PointerForm joined = join(known, form);
  bool fits = joined.lanes == known.lanes && joined.width == known.width;
  known = joined;
  again |= !fits;
  return fits;
}

void Converter::flatten(Value value, PointerForm form, SmallVectorImpl<Value> &parts) {
  if (isBlockPointer(value.getType())) {
    const BlockPointer &whole = block(value);
    parts.push_back(whole.base);
    parts.append(whole.extents);
    parts.append(whole.strides);
    parts.append(whole.offsets);
    return;
  }
  if (!isPointer(value.getType())) {
    parts.push_back(plain(value));
    return;
  }
  Pointer whole = coerce(pointer(value), form, value.getType());
  if (form.lanes) {
    parts.push_back(whole.lanes);
    return;
  }
  parts.append({whole.base, whole.uniform ? whole.uniform : constant(builder.getI64Type(), 0)});
  if (form.width)
    parts.push_back(whole.varying);
}

void Converter::flattenTypes(Type type, PointerForm form, SmallVectorImpl<Type> &types) const {
  Type pointer = tile::PtrType::get(type.getContext(), "global");
  Type i64 = IntegerType::get(type.getContext(), 64), i32 = IntegerType::get(type.getContext(), 32);
  if (isBlockPointer(type)) {
    size_t rank = cast<RankedTensorType>(cast<PtrType>(type).getPointee()).getRank();
    types.push_back(pointer);
    types.append(2 * rank, i64);
    types.append(rank, i32);
  } else if (!isPointer(type) || form.lanes) {
    types.push_back(convertType(type));
  } else {
    types.append({pointer, i64});
    if (form.width)
      types.push_back(cast<RankedTensorType>(type).clone(IntegerType::get(type.getContext(), form.width)));
  }
}

/// Takes the first `count` parts off the list.
static ValueRange take(ValueRange &parts, size_t count) {
  ValueRange front = parts.take_front(count);
  parts = parts.drop_front(count);
  return front;
}

void Converter::unflatten(Value value, PointerForm form, ValueRange &parts) {
  Type type = value.getType();
  if (isBlockPointer(type)) {
    size_t rank = cast<RankedTensorType>(cast<PtrType>(type).getPointee()).getRank();
    BlockPointer whole;
    whole.base = take(parts, 1).front();
    whole.extents = llvm::to_vector(take(parts, rank));
    whole.strides = llvm::to_vector(take(parts, rank));
    whole.offsets = llvm::to_vector(take(parts, rank));
    return set(value, std::move(whole));
  }
  if (!isPointer(type) || form.lanes)
    return setLoaded(value, take(parts, 1).front());
  ValueRange scalars = take(parts, 2);
  Pointer whole{scalars[0], scalars[1], {}, {}};
  if (form.width)
    whole.varying = take(parts, 1).front();
  set(value, whole);
}

Value kiln::triton::zeroOf(OpBuilder &builder, Location loc, Type type) {
  if (auto view = dyn_cast<tile::ViewType>(type)) {
    SmallVector<Value> none(view.getShape().size(), zeroOf(builder, loc, builder.getI64Type()));
    Value base = zeroOf(builder, loc, tile::PtrType::get(builder.getContext(), "global"));
    return tile::MakeViewOp::create(builder, loc, view, base, none, none, tile::Padding::Zero);
  }
  if (isa<tile::PtrType>(getElementTypeOrSelf(type))) {
    Value address = zeroOf(builder, loc, tile::withElementType(type, builder.getI64Type()));
    return tile::IntToPtrOp::create(builder, loc, type, address);
  }
  return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
}
