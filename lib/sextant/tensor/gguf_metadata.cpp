#include "sextant/tensor/gguf_metadata.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kMostKeys = 65536;
constexpr std::uint64_t kMostNumbersInAll = std::uint64_t{1} << 18;
constexpr std::uint64_t kMostBytesOfTexts = std::uint64_t{1} << 24;
constexpr std::size_t kShown = 8;  // entries of an array in a message

/// A number or boolean as text, and its value; nullopt for infinities and NaN.
struct Scalar {
  std::string text;
  std::optional<Rational> number;
};

template <class Float>
Scalar of_float(Float value) {
  const bool finite = std::isfinite(value);
  return {fmt::format("{}", value),
          finite ? std::optional(Rational(static_cast<double>(value))) : std::nullopt};
}

template <class Whole>
Scalar of_integer(std::uint64_t bits) {
  const auto value = static_cast<Whole>(bits);
  return {std::to_string(value), Rational(value)};
}

Scalar read_scalar(ByteCursor& cursor, GgufType type) {
  const std::uint64_t bits = cursor.number(static_cast<std::size_t>(bytes_of(type)));
  switch (type) {
    case GgufType::i8:
      return of_integer<std::int8_t>(bits);
    case GgufType::i16:
      return of_integer<std::int16_t>(bits);
    case GgufType::i32:
      return of_integer<std::int32_t>(bits);
    case GgufType::i64:
      return of_integer<std::int64_t>(bits);
    case GgufType::f32:
      return of_float(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case GgufType::f64:
      return of_float(std::bit_cast<double>(bits));
    case GgufType::boolean:
      return {bits != 0 ? "true" : "false", Rational(bits != 0 ? 1 : 0)};
    default:
      return of_integer<std::uint64_t>(bits);
  }
}

/// Reads values.  Limits how much text and how many numbers are kept in all.
class MetadataReader {
 public:
  explicit MetadataReader(ByteCursor& cursor) : cursor_(cursor) {}

  GgufValue read(GgufType type) {
    GgufValue value{.type = type};
    if (type == GgufType::text) {
      read_text(value);
    } else if (type == GgufType::array) {
      read_array(value);
    } else {
      Scalar scalar = read_scalar(cursor_, type);
      value.text = std::move(scalar.text);
      value.number = std::move(scalar.number);
    }
    return value;
  }

 private:
  void read_text(GgufValue& value) {
    const std::uint64_t bytes = cursor_.number(8);
    value.kept = bytes <= kLongestGgufText && texts_ + bytes <= kMostBytesOfTexts;
    if (!value.kept) return;
    texts_ += bytes;
    value.text = cursor_.text(bytes, bytes);
  }

  void read_array(GgufValue& value) {
    value.element = read_gguf_type(cursor_);
    value.length = cursor_.number(8);
    value.kept = bytes_of(value.element) > 0 && value.length <= kMostGgufNumbers &&
                 numbers_ + value.length <= kMostNumbersInAll;
    if (!value.kept) return;
    for (std::uint64_t i = 0; i < value.length; ++i) {
      auto number = read_scalar(cursor_, value.element).number;
      value.kept = value.kept && number.has_value();
      if (number) value.numbers.push_back(std::move(*number));
    }
    if (!value.kept) value.numbers.clear();
    numbers_ += value.numbers.size();
  }

  ByteCursor& cursor_;
  std::uint64_t texts_ = 0;    ///< bytes of the texts that were kept
  std::uint64_t numbers_ = 0;  ///< entries of the arrays that were kept
};

GgufMetadata read_file(const std::shared_ptr<InputFile>& file) {
  ByteCursor cursor(*file);
  const GgufHead head = read_gguf_head(cursor);
  if (head.values > kMostKeys)
    cursor.fail(fmt::format("says that it has {} metadata values; at most {} are read{}",
                            head.values, kMostKeys, kGgufRemedy));
  GgufMetadata metadata{.file = file->name(), .entries = {}};
  std::set<std::string> keys;
  MetadataReader reader(cursor);
  each_gguf_value(cursor, head.values, [&](const std::string& key, GgufType type) {
    if (!keys.insert(key).second)
      cursor.fail("has the metadata key " + in_quotes(key, 60) + " twice" + kGgufRemedy);
    metadata.entries.push_back({key, reader.read(type)});
  });
  return metadata;
}

/// The value of a key that counts parts; 0 if it is missing or is no 32-bit number.
std::uint64_t part_number(const GgufMetadata& metadata, std::string_view key) {
  const GgufValue* value = metadata.find(key);
  const bool counts = value != nullptr && value->number && *value->number >= 0 &&
                      is_integer(*value->number) && *value->number < (std::uint64_t{1} << 32);
  return counts ? static_cast<std::uint64_t>(*value->number) : 0;
}

}  // namespace

std::string GgufValue::shown() const {
  if (type != GgufType::array) return kept ? text : "a long text";
  if (!kept) return fmt::format("[{} entries]", length);
  if (numbers.size() > kShown) return fmt::format("[{} numbers]", numbers.size());
  std::string list;
  for (const Rational& entry : numbers) {
    const auto wide = static_cast<double>(entry);
    list += list.empty() ? "" : ", ";
    if (is_integer(entry)) {
      list += to_text(entry);
    } else {
      list += element == GgufType::f32 ? fmt::format("{}", static_cast<float>(wide))
                                       : fmt::format("{}", wide);
    }
  }
  return "[" + list + "]";
}

const GgufValue* GgufMetadata::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const GgufEntry& entry) { return entry.key == key; });
  return found != entries.end() ? &found->value : nullptr;
}

GgufMetadata read_gguf_metadata(const std::shared_ptr<InputFile>& file, const std::string& path) {
  GgufMetadata metadata = read_file(file);
  const std::uint64_t parts = part_number(metadata, "split.count");
  if (parts <= 1 || part_number(metadata, "split.no") == 0) return metadata;
  const std::string first = gguf_part_paths(*file, path, parts).front();
  try {
    return read_file(std::make_shared<InputFile>(first));
  } catch (const Error& error) {
    file->fail(
        fmt::format("is one of {} files of a split model, and the first, which has the metadata, "
                    "is not read ({}); put it beside this one",
                    parts, error.what()));
  }
}

}  // namespace sextant
