// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding the source line of a location.

#include "kiln/tile/SourceLine.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

FileLineColLoc kiln::tile::sourceLine(Location location) {
  return llvm::TypeSwitch<LocationAttr, FileLineColLoc>(location)
      .Case<FileLineColLoc>([](FileLineColLoc file) { return file; })
      .Case<NameLoc>([](NameLoc name) { return sourceLine(name.getChildLoc()); })
      .Case<CallSiteLoc>([](CallSiteLoc call) {
        FileLineColLoc caller = sourceLine(call.getCaller());
        return caller ? caller : sourceLine(call.getCallee());
      })
      .Case<FusedLoc>([](FusedLoc fused) {
        for (Location part : fused.getLocations())
          if (FileLineColLoc file = sourceLine(part))
            return file;
        return FileLineColLoc();
      })
      .Default([](LocationAttr) { return FileLineColLoc(); });
}

std::string kiln::tile::describeSource(Location location) {
  FileLineColLoc file = sourceLine(location);
  if (!file)
    return "";
  // A whole file has a line of 0.
  if (file.getLine() == 0)
    return file.getFilename().str();
  return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
}
