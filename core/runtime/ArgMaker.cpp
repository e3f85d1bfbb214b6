// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument makers: each text is read by itself, then buffers are filled, then
// arguments that share a buffer are pointed at it.

#include "kiln/ArgMaker.h"
#include "kiln/Convert.h"
#include "kiln/Random.h"

#include "Text.h"

#include <cmath>
#include <optional>

using namespace kiln;

namespace {
enum class Maker { Zeros, Ones, Full, Arange, Rand, Randn, Randint, File, Alias };

struct MakerName {
  Maker maker;
  std::string_view name;
  std::string_view value; ///< what stands after "="; empty: nothing
};
constexpr MakerName makerNames[] = {
    {Maker::Zeros, "zeros", ""},          {Maker::Ones, "ones", ""}, {Maker::Full, "full", "V"},
    {Maker::Arange, "arange", ""},        {Maker::Rand, "rand", ""}, {Maker::Randn, "randn", ""},
    {Maker::Randint, "randint", "LO..HI"}};

/// One text, taken apart.
struct Spec {
  Maker maker = Maker::Zeros;
  /// Full: the value. Randint: the range. File: the path. Alias: the argument.
  std::string value;
  std::vector<int64_t> shape;
  std::optional<std::vector<int64_t>> strides;
  int64_t offset = 0;
};

std::string exampleOf(const ArgumentInfo &info) {
  if (!info.isPointer)
    return info.name + (info.type == ElementType::I1 ? "=true" : isFloat(info.type) ? "=0.5" : "=64");
  std::string maker = info.type == ElementType::I1 ? "randint=0..1" : isFloat(info.type) ? "randn" : "arange";
  return info.name + "=" + maker + ":" + std::string(name(info.type)) + "[64x64]";
}

Error unknownMaker(const ArgumentInfo &info, std::string_view text) {
  return Error("expected zeros, ones, full=V, arange, rand, randn or "
               "randint=LO..HI, each with :TYPE[SHAPE], or @FILE.npy, or "
               "another argument, but got " +
               quote(text) + "; for example " + exampleOf(info));
}

/// Reads `stride=A,B,offset=C` in any order.
Result<void> parsePlacement(std::string_view text, Spec &spec) {
  bool inStrides = false, hasOffset = false;
  for (std::string_view part : split(text, ',')) {
    bool isOffset = part.starts_with("offset="), isStride = part.starts_with("stride=");
    if ((isOffset && hasOffset) || (isStride && spec.strides))
      return Error(quote(part.substr(0, 7)) + " is given twice");
    if (isOffset) {
      inStrides = false;
      hasOffset = true;
      auto offset = parseInteger(part.substr(7), "the offset");
      if (!offset)
        return offset.error();
      spec.offset = *offset;
      continue;
    }
    if (isStride) {
      inStrides = true;
      spec.strides.emplace();
      part.remove_prefix(7);
    }
    if (!inStrides)
      return Error("expected stride=A,B,.. or offset=N after '@', joined by ',', but got " + quote(part));
    auto stride = parseInteger(part, "a stride");
    if (!stride)
      return stride.error();
    spec.strides->push_back(*stride);
  }
  return {};
}

/// Takes `@stride=..` or `@offset=..` off the end. A file's name may have an '@'
/// in it, so behind one only what is meant as a placement is taken.
Result<void> takePlacement(std::string_view &text, Spec &spec) {
  bool isFile = text.starts_with('@');
  size_t at = isFile ? text.rfind('@') : text.find('@');
  if (at == std::string_view::npos || (isFile && at == 0))
    return {};
  std::string_view head = text.substr(0, at), placement = text.substr(at + 1);
  if (isFile && !head.ends_with(".npy") && !placement.starts_with("stride=") && !placement.starts_with("offset="))
    return {};
  text = head;
  return parsePlacement(placement, spec);
}

Result<std::vector<int64_t>> parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  if (trim(text).empty())
    return shape;
  for (std::string_view part : split(text, 'x')) {
    auto size = parseInteger(part, "a size in the shape");
    if (!size)
      return Error(size.error().message() + "; sizes are joined by 'x', e.g. [64x64]");
    shape.push_back(*size);
  }
  return shape;
}

/// Reads `TYPE[SHAPE]`, where the type may be left out.
Result<void> parseTypeAndShape(std::string_view text, const ArgumentInfo &info, Spec &spec) {
  size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']'))
    return Error("expected TYPE[SHAPE] after ':' but got " + quote(text) + "; for example " + exampleOf(info));
  if (std::string_view word = trim(text.substr(0, open)); !word.empty()) {
    auto type = parseElementType(word);
    if (!type)
      return type.error();
    if (!isCompatible(info.type, *type))
      return Error("expected elements of " + std::string(name(info.type)) + " but got " + std::string(name(*type)));
  }
  auto shape = parseShape(text.substr(open + 1, text.size() - open - 2));
  if (!shape)
    return shape.error();
  spec.shape = std::move(*shape);
  return {};
}

const MakerName *findMaker(std::string_view word) {
  for (const MakerName &candidate : makerNames)
    if (candidate.name == word)
      return &candidate;
  return nullptr;
}

Result<Spec> parsePointer(std::string_view text, const ArgumentInfo &info, std::span<const ArgumentInfo> signature) {
  Spec spec;
  if (auto placed = takePlacement(text, spec); !placed)
    return placed.error();
  if (text.starts_with('@')) {
    spec.maker = Maker::File;
    spec.value = text.substr(1);
    return spec;
  }
  size_t colon = text.find(':');
  std::string_view head = trim(text.substr(0, colon));
  size_t equals = head.find('=');
  const MakerName *maker = findMaker(head.substr(0, equals));
  if (!maker) {
    if (!findArgument(signature, head))
      return unknownMaker(info, text);
    spec.maker = Maker::Alias;
    spec.value = head;
    if (colon != std::string_view::npos || spec.strides)
      return Error("an argument that shares the buffer of " + quote(head) + " takes no type, shape or strides");
    return spec;
  }
  spec.maker = maker->maker;
  bool hasValue = equals != std::string_view::npos;
  if (hasValue && maker->value.empty())
    return Error("expected no value after " + quote(maker->name) + " but got " + quote(head));
  if (!hasValue && !maker->value.empty())
    return Error("expected " + std::string(maker->name) + "=" + std::string(maker->value) + " but got " + quote(head));
  if (hasValue)
    spec.value = head.substr(equals + 1);
  if (colon == std::string_view::npos)
    return Error("expected :TYPE[SHAPE] after " + quote(head) + "; for example " + exampleOf(info));
  auto shaped = parseTypeAndShape(text.substr(colon + 1), info, spec);
  if (!shaped)
    return shaped.error();
  return spec;
}

/// A number in the declared type.
Result<uint64_t> parseScalar(std::string_view text, ElementType type) {
  if (type == ElementType::I1 && (text == "true" || text == "false"))
    return uint64_t(text == "true");
  std::string typeName(name(type));
  if (isFloat(type)) {
    auto value = parseReal(text, "a " + typeName);
    if (!value)
      return value.error();
    uint64_t bits = encodeFloat(*value, type);
    if (std::isfinite(*value) && !std::isfinite(decodeFloat(bits, type)))
      return Error(quote(text) + " does not fit in " + typeName);
    return bits;
  }
  auto value = parseInteger(text, "a value of type " + typeName);
  if (!value)
    return value.error();
  if (!fitsInteger(*value, type))
    return Error(quote(text) + " does not fit in " + typeName);
  return encodeInteger(*value, type);
}

uint64_t encode(int64_t value, ElementType type) {
  return isFloat(type) ? encodeFloat(static_cast<double>(value), type) : encodeInteger(value, type);
}

using Generator = std::function<uint64_t(uint64_t index)>;

Result<Generator> makeRandint(const std::string &range, ElementType type, Random random) {
  size_t dots = range.find("..");
  if (dots == std::string::npos)
    return Error("expected LO..HI after 'randint=' but got " + quote(range));
  auto lo = parseInteger(std::string_view(range).substr(0, dots), "the lower bound");
  if (!lo)
    return lo.error();
  auto hi = parseInteger(std::string_view(range).substr(dots + 2), "the upper bound");
  if (!hi)
    return hi.error();
  if (*lo > *hi)
    return Error("expected a range with its lower bound first but got " + quote(range));
  if (isInteger(type) && (!fitsInteger(*lo, type) || !fitsInteger(*hi, type)))
    return Error("range " + quote(range) + " does not fit in " + std::string(name(type)));
  return Generator([=](uint64_t index) { return encode(random.integer(index, *lo, *hi), type); });
}

/// The bits of each element by its position among the distinct ones.
Result<Generator> makeGenerator(const Spec &spec, ElementType type, Random random) {
  bool needsFloat = spec.maker == Maker::Rand || spec.maker == Maker::Randn;
  if (needsFloat && !isFloat(type))
    return Error("rand and randn make floats but the elements are of " + std::string(name(type)) +
                 "; use randint=LO..HI");
  switch (spec.maker) {
  case Maker::Ones:
    return Generator([=](uint64_t) { return encode(1, type); });
  case Maker::Full: {
    auto bits = parseScalar(spec.value, type);
    if (!bits)
      return bits.error();
    return Generator([bits = *bits](uint64_t) { return bits; });
  }
  case Maker::Arange:
    return Generator([=](uint64_t index) { return encode(static_cast<int64_t>(index), type); });
  case Maker::Rand:
    return Generator([=](uint64_t index) { return encodeFloat(random.uniform(index), type); });
  case Maker::Randn:
    return Generator([=](uint64_t index) { return encodeFloat(random.normal(index), type); });
  case Maker::Randint:
    return makeRandint(spec.value, type, random);
  default:
    return Generator([](uint64_t) { return 0; });
  }
}

Result<HostBuffer> place(const Spec &spec, ElementType type, const std::vector<int64_t> &shape) {
  auto dense = denseLayout(shape);
  if (!dense)
    return dense.error();
  auto layout = stridedLayout(shape, spec.strides ? *spec.strides : dense->strides, spec.offset, type);
  if (!layout)
    return layout.error();
  return HostBuffer{type, *layout, {}};
}

Result<HostBuffer> readBuffer(const Spec &spec, ElementType type) {
  auto array = readNpy(spec.value, type);
  if (!array)
    return array.error();
  auto buffer = place(spec, type, array->shape);
  if (!buffer)
    return buffer;
  if (buffer->layout.distinct * int64_t(byteSize(type)) != int64_t(array->data.size()))
    return Error("a file's elements cannot share addresses; expected strides "
                 "other than 0");
  buffer->data = std::move(array->data);
  return buffer;
}

Result<HostBuffer> makeBuffer(const Spec &spec, ElementType type, Random random) {
  if (spec.maker == Maker::File)
    return readBuffer(spec, type);
  auto generator = makeGenerator(spec, type, random);
  if (!generator)
    return generator.error();
  auto buffer = place(spec, type, spec.shape);
  if (!buffer)
    return buffer;
  unsigned bytes = byteSize(type);
  auto count = static_cast<uint64_t>(buffer->layout.distinct);
  buffer->data.resize(count * bytes);
  for (uint64_t i = 0; i < count; ++i)
    storeBits(buffer->data.data() + i * bytes, type, (*generator)(i));
  return buffer;
}

/// All texts of one signature while they are being worked on.
class Session {
public:
  Session(std::span<const ArgumentInfo> signature, uint64_t seed)
      : signature(signature), seed(seed), specs(signature.size()), given(signature.size()) {
    made.arguments.resize(signature.size());
  }

  Result<void> add(std::string_view text) {
    size_t equals = text.find('=');
    if (equals == std::string_view::npos)
      return Error("expected NAME=MAKER but got " + quote(text));
    auto position = findArgument(signature, trim(text.substr(0, equals)));
    if (!position)
      return position.error();
    const ArgumentInfo &info = signature[*position];
    std::string context = "argument " + quote(info.name);
    if (given[*position])
      return Error(context + " is given twice");
    given[*position] = true;
    auto taken = take(*position, trim(text.substr(equals + 1)));
    return taken ? taken : taken.error().in(context);
  }

  Result<MadeArguments> finish() {
    if (auto all = requireAll(); !all)
      return all.error();
    for (unsigned i = 0; i < signature.size(); ++i)
      if (signature[i].isPointer)
        if (auto resolved = resolve(i); !resolved)
          return resolved.error().in("argument " + quote(signature[i].name));
    return std::move(made);
  }

private:
  Result<void> take(unsigned position, std::string_view text) {
    const ArgumentInfo &info = signature[position];
    MadeArgument &argument = made.arguments[position];
    argument.isPointer = info.isPointer;
    if (!info.isPointer) {
      auto bits = parseScalar(text, info.type);
      if (!bits)
        return bits.error();
      argument.bits = *bits;
      return {};
    }
    auto spec = parsePointer(text, info, signature);
    if (!spec)
      return spec.error();
    specs[position] = std::move(*spec);
    if (specs[position].maker == Maker::Alias)
      return {};
    auto buffer = makeBuffer(specs[position], info.type, Random(seed, position));
    if (!buffer)
      return buffer.error();
    argument.buffer = static_cast<unsigned>(made.buffers.size());
    argument.offset = buffer->layout.offset;
    made.buffers.push_back(std::move(*buffer));
    return {};
  }

  Result<void> requireAll() const {
    std::string names, examples;
    for (size_t i = 0; i < signature.size(); ++i) {
      if (given[i])
        continue;
      names += (names.empty() ? "" : ", ") + signature[i].name;
      examples += " " + exampleOf(signature[i]);
    }
    if (names.empty())
      return {};
    return Error("missing arguments: " + names + "; for example" + examples);
  }

  /// Follows shared buffers to the one that was made. Each step away adds its
  /// offset; more steps than arguments are a circle.
  Result<void> resolve(unsigned position) {
    int64_t offset = 0;
    unsigned at = position;
    for (size_t step = 0; specs[at].maker == Maker::Alias; ++step) {
      if (step == signature.size())
        return Error("its buffer is its own; one of the arguments that share it has to make it, for example " +
                     exampleOf(signature[position]));
      if (__builtin_add_overflow(offset, specs[at].offset, &offset))
        return Error("the offset does not fit in 64 bits");
      at = *findArgument(signature, specs[at].value);
      if (!signature[at].isPointer)
        return Error("expected " + quote(signature[at].name) + " to be a pointer but it is of type " +
                     std::string(name(signature[at].type)));
    }
    if (at == position)
      return {};
    return share(position, at, offset);
  }

  Result<void> share(unsigned position, unsigned owner, int64_t offset) {
    ElementType ours = signature[position].type, its = signature[owner].type;
    if (byteSize(ours) != byteSize(its))
      return Error("expected " + quote(signature[owner].name) + " to have elements of " +
                   std::to_string(byteSize(ours)) + " bytes but they have " + std::to_string(byteSize(its)));
    MadeArgument &argument = made.arguments[position];
    argument.buffer = made.arguments[owner].buffer;
    int64_t span = made.buffers[argument.buffer].layout.span;
    int64_t start = specs[owner].offset;
    if (__builtin_add_overflow(start, offset, &argument.offset) || argument.offset < 0 || argument.offset > span)
      return Error("offset " + std::to_string(offset) + " lies outside the buffer of " + quote(signature[owner].name) +
                   ", which has " + std::to_string(span) + " elements");
    return {};
  }

  std::span<const ArgumentInfo> signature;
  uint64_t seed;
  std::vector<Spec> specs;
  std::vector<bool> given;
  MadeArguments made;
};
} // namespace

Result<MadeArguments> kiln::makeArguments(std::span<const std::string> texts, std::span<const ArgumentInfo> signature,
                                          uint64_t seed) {
  Session session(signature, seed);
  for (const std::string &text : texts)
    if (auto added = session.add(text); !added)
      return added.error();
  return session.finish();
}
