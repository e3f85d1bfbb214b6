// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The targets that a program knows. The driver owns one registry and passes it
// down; there is no global one.

#ifndef KILN_TARGETREGISTRY_H
#define KILN_TARGETREGISTRY_H

#include "kiln/Result.h"
#include "kiln/Target.h"

#include <map>
#include <string_view>

namespace kiln {

class TargetRegistry {
public:
  /// Adds the target of an entry function; refuses another API version, an
  /// incomplete target and a name that is taken.
  Result<void> add(const TargetPlugin *plugin);

  /// Opens a shared object and adds its target. It stays loaded until the
  /// program ends.
  Result<void> loadPlugin(const std::string &path);

  /// An unknown name gives an error that lists the known ones.
  Result<const Target *> find(std::string_view name) const;

  /// The registered target of lowest rank.
  Result<const Target *> defaultTarget() const;

  /// In alphabetical order.
  std::vector<const Target *> all() const;

private:
  std::map<std::string, std::unique_ptr<Target>, std::less<>> targets;
};

} // namespace kiln

#endif // KILN_TARGETREGISTRY_H
