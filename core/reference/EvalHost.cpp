// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel tells the host: printed lines, assertions and facts that it
// promises. Foreign code is declined here.

#include "core/reference/Elementwise.h"
#include "kiln/tile/Tile.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static void printLine(Instance &instance, std::string line) {
  if (instance.report.printed.size() < instance.context.options.maxPrintedLines)
    instance.report.printed.push_back(std::move(line));
  else
    ++instance.report.droppedLines;
}

/// "pid (0, 0, 0) idx (3) x: 17"; with several operands each line also says
/// which one it is of.
static LogicalResult evalPrint(Instance &instance, const Step &step) {
  auto op = cast<tile::PrintOp>(step.op);
  std::string program = llvm::formatv("pid ({0}, {1}, {2}) idx (", instance.ids[0], instance.ids[1], instance.ids[2]);
  std::optional<llvm::ArrayRef<int32_t>> isSigned = op.getIsSigned();
  for (unsigned i = 0; i < step.operands.size(); ++i) {
    const Datum &value = instance.operand(step, i);
    bool printsSign = !isSigned || i >= isSigned->size() || (*isSigned)[i];
    std::string which = step.operands.size() > 1 ? llvm::formatv("(operand {0}) ", i).str() : "";
    for (int64_t lane = 0; lane < value.count(); ++lane) {
      std::string index = value.shape().empty() ? "" : indexText(lane, value.shape());
      if (!index.empty() && index.front() == '(')
        index = index.substr(1, index.size() - 2);
      printLine(instance,
                program + index + ")" + op.getPrefix().str() + which + value.text(lane, printsSign, op.getHex()));
    }
  }
  if (step.operands.empty())
    printLine(instance, program + ")" + op.getPrefix().str());
  return success();
}

/// One line of what evalPrint gives.
static LogicalResult evalPrintElement(Instance &instance, const Step &step) {
  auto op = cast<tile::PrintElementOp>(step.op);
  std::string line = llvm::formatv("pid ({0}, {1}, {2}) idx (", instance.ids[0], instance.ids[1], instance.ids[2]);
  unsigned first = op.getValue() ? 1 : 0;
  for (unsigned i = first; i < step.operands.size(); ++i)
    line += (i > first ? ", " : "") + std::to_string(instance.operand(step, i).integer(0));
  line += ")" + op.getPrefix().str();
  if (op.getValue())
    line += instance.operand(step, 0).text(0, !op.getIsUnsigned(), op.getHex());
  printLine(instance, std::move(line));
  return success();
}

static LogicalResult evalAssert(Instance &instance, const Step &step) {
  const Datum &condition = instance.operand(step, 0);
  for (int64_t lane = 0; lane < condition.count(); ++lane) {
    if (condition.bound(lane) != 0)
      instance.noteAmbiguous(step, lane, 1);
    if (!condition.bits(lane))
      return instance.failLane(step, lane, condition.shape(),
                               "does not hold: " + cast<tile::AssertOp>(step.op).getMessage());
  }
  return success();
}

static LogicalResult evalAssume(Instance &instance, const Step &step) {
  if (!instance.operand(step, 0).bits(0))
    return instance.fail(step, "promises what does not hold");
  return success();
}

static LogicalResult evalExternCall(Instance &instance, const Step &step) {
  return instance.fail(step, "calls '" + cast<tile::ExternCallOp>(step.op).getSymbol() +
                                 "', a function that the reference does not have");
}

static LogicalResult evalInlineAsm(Instance &instance, const Step &step) {
  return instance.fail(step, "is assembly of one target, which the reference does not execute");
}

void kiln::reference::registerHost(Registry &registry) {
  registry["tile.print"] = evalPrint;
  registry["tile.print_element"] = evalPrintElement;
  registry["tile.assert"] = evalAssert;
  registry["tile.assume"] = evalAssume;
  registry["tile.extern_call"] = evalExternCall;
  registry["tile.inline_asm"] = evalInlineAsm;
}
