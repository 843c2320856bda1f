#include "sextant/tensor/safetensors_header.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"

namespace sextant {
namespace {

constexpr std::size_t kMostAxes = 64;
constexpr const char* kRemedy = "; save it again: safetensors.numpy.save_file(...)";

struct Dtype {
  std::string_view name;
  std::uint64_t bits;
  std::string_view numpy;  ///< NumPy's name, or PyTorch's; empty if they have none
};

constexpr std::array<Dtype, 21> kDtypes = {{
    {"BOOL", 8, "b1"},
    {"U8", 8, "u1"},
    {"I8", 8, "i1"},
    {"U16", 16, "u2"},
    {"I16", 16, "i2"},
    {"U32", 32, "u4"},
    {"I32", 32, "i4"},
    {"U64", 64, "u8"},
    {"I64", 64, "i8"},
    {"F16", 16, "f2"},
    {"F32", 32, "f4"},
    {"F64", 64, "f8"},
    {"C64", 64, "c8"},
    {"F8_E5M2", 8, "float8_e5m2"},
    {"F8_E4M3", 8, "float8_e4m3fn"},
    {"F8_E8M0", 8, ""},
    {"F4", 4, ""},
    {"F6_E2M3", 6, ""},
    {"F6_E3M2", 6, ""},
    {"F8_E4M3FNUZ", 8, ""},
    {"BF16", 16, "bfloat16"},
}};

const Dtype* find_dtype(std::string_view name) {
  const auto* found = std::find_if(kDtypes.begin(), kDtypes.end(),
                                   [&](const Dtype& dtype) { return dtype.name == name; });
  return found == kDtypes.end() ? nullptr : found;
}

[[noreturn]] void fail_at(std::size_t byte) {
  throw Error(fmt::format("its header is no JSON, at byte {} of it{}", byte, kRemedy));
}

/// Receives the parser's events and keeps only the tensors.
class Header final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::vector<SafetensorsEntry> tensors;

  bool key(string_t& name) override {
    if (in_ == In::names) {
      of_ = std::move(name);
      return true;
    }
    if (!keys_.insert(name).second) fail("has the key " + in_quotes(name, 40) + " twice");
    if (in_ == In::tensor && name != "dtype" && name != "shape" && name != "data_offsets")
      fail("has an unknown key " + in_quotes(name, 40));
    key_ = std::move(name);
    return true;
  }

  bool start_object(std::size_t /*elements*/) override {
    keys_.clear();
    if (in_ == In::nothing) {
      in_ = In::names;
    } else if (in_ != In::names) {
      return misplaced("an object");
    } else if (of_ == "__metadata__") {
      if (std::exchange(metadata_, true)) fail("is there twice");
      in_ = In::metadata;
    } else {
      in_ = In::tensor;
      tensors.push_back({of_, {}, {}, 0, 0});
      offsets_.clear();
    }
    return true;
  }

  bool end_object() override {
    if (in_ == In::tensor) {
      if (keys_.size() != 3) fail("lacks a key: dtype, shape and data_offsets are needed");
      if (offsets_.size() != 2 || offsets_[0] > offsets_[1])
        fail("has data_offsets that are no beginning and end");
      tensors.back().begin = offsets_[0];
      tensors.back().end = offsets_[1];
    }
    in_ = in_ == In::names ? In::nothing : In::names;
    return true;
  }

  bool start_array(std::size_t /*elements*/) override {
    if (in_ != In::tensor || key_ == "dtype") return misplaced("a list");
    in_ = In::list;
    return true;
  }
  bool end_array() override {
    in_ = In::tensor;
    return true;
  }

  bool string(string_t& text) override {
    if (in_ == In::metadata) return true;
    if (in_ != In::tensor || key_ != "dtype") return misplaced("a text");
    tensors.back().dtype = std::move(text);
    return true;
  }

  bool number_unsigned(number_unsigned_t number) override {
    if (in_ != In::list) return misplaced("a number");
    auto& list = key_ == "shape" ? tensors.back().shape : offsets_;
    if (list.size() == kMostAxes) fail("has a " + key_ + " of more than 64 numbers");
    list.push_back(number);
    return true;
  }

  bool null() override { return misplaced("null"); }
  bool boolean(bool /*value*/) override { return misplaced("true or false"); }
  bool number_integer(number_integer_t /*value*/) override {
    return misplaced("a negative number");
  }
  bool number_float(number_float_t /*value*/, const string_t& text) override {
    return misplaced("the number " + in_quotes(text, 30));
  }
  bool binary(binary_t& /*value*/) override { return misplaced("bytes"); }
  bool parse_error(std::size_t at, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    fail_at(at);
  }

 private:
  /// The object that the next event belongs to.
  enum class In { nothing, names, metadata, tensor, list };

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("its header's " + in_quotes(of_, 60) + " " + what + kRemedy);
  }
  bool misplaced(const std::string& what) const {
    if (in_ == In::nothing) throw Error("its header is no JSON object" + std::string(kRemedy));
    if (in_ == In::names) fail("is " + what + ", no tensor");
    fail("has " + what + " for " + in_quotes(key_, 40));
  }

  In in_ = In::nothing;
  bool metadata_ = false;
  std::string of_;   ///< name of the tensor
  std::string key_;  ///< its current key
  std::set<std::string> keys_;
  std::vector<std::uint64_t> offsets_;
};

void expect_size(const SafetensorsEntry& tensor) {
  const auto wrong = [&](const std::string& what) {
    throw Error("its header's " + in_quotes(tensor.name, 60) + " " + what + kRemedy);
  };
  const Dtype* dtype = find_dtype(tensor.dtype);
  if (dtype == nullptr) return;
  std::uint64_t bits = dtype->bits;
  bool fits = true;
  for (const std::uint64_t n : tensor.shape) fits = !__builtin_mul_overflow(bits, n, &bits) && fits;
  if (!fits) wrong("has a shape that is more than a file can hold");
  if (bits % 8 != 0 || bits / 8 != tensor.end - tensor.begin)
    wrong(fmt::format("has {} bytes, which its dtype and shape contradict",
                      tensor.end - tensor.begin));
}

/// Throws Error unless the tensors follow each other without holes or overlaps.
void expect_in_line(std::vector<SafetensorsEntry>& tensors) {
  std::sort(tensors.begin(), tensors.end(), [](const auto& a, const auto& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::uint64_t at = 0;
  for (const SafetensorsEntry& tensor : tensors) {
    if (tensor.begin != at)
      throw Error(fmt::format("its header's {} begins at byte {} of the numbers, where {}{}",
                              in_quotes(tensor.name, 60), tensor.begin,
                              tensor.begin < at ? "another tensor is" : "a hole is before it",
                              kRemedy));
    at = tensor.end;
  }
}

}  // namespace

std::vector<SafetensorsEntry> parse_safetensors_header(std::string_view text) {
  if (!text.starts_with('{')) throw Error("its header is no JSON object" + std::string(kRemedy));
  Header header;
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    fail_at(zero);  // the parser would treat it as the end
  nlohmann::json::sax_parse(text.begin(), text.end(), &header);
  std::vector<SafetensorsEntry> tensors = std::move(header.tensors);
  for (const SafetensorsEntry& tensor : tensors) expect_size(tensor);
  expect_in_line(tensors);
  std::sort(tensors.begin(), tensors.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  const auto twice = std::adjacent_find(tensors.begin(), tensors.end(),
                                        [](auto& a, auto& b) { return a.name == b.name; });
  if (twice != tensors.end())
    throw Error("its header has the tensor " + in_quotes(twice->name, 60) + " twice" + kRemedy);
  return tensors;
}

std::string numpy_type(const std::string& dtype) {
  const Dtype* known = find_dtype(dtype);
  return known == nullptr || known->numpy.empty() ? dtype : std::string(known->numpy);
}

std::string safetensors_preamble(const SafetensorsEntry& tensor) {
  const nlohmann::json name = tensor.name;
  const nlohmann::json shape = tensor.shape;
  std::string text =
      fmt::format(R"({{{}:{{"dtype":"{}","shape":{},"data_offsets":[{},{}]}}}})",
                  name.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), tensor.dtype,
                  shape.dump(), tensor.begin, tensor.end);
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string preamble;
  for (int i = 0; i < 8; ++i) preamble += static_cast<char>(text.size() >> (8 * i) & 0xff);
  return preamble + text;
}

}  // namespace sextant
