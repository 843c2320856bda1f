#include "sextant/tensor/npy_header.hpp"

#include <charconv>
#include <optional>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant {
namespace {

constexpr std::size_t kMostAxes = 64;  // as NumPy 2; NumPy 1 has 32

/// Reads a Python literal from left to right, without recursion.
class Parser {
 public:
  Parser(std::string_view text, bool python_2) : text_(text), python_2_(python_2) {}

  NpyHeader header() {
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      value_of(key);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (at_ != text_.size()) fail("nothing more");
    if (!descr_ || !fortran_order_ || !shape_) {
      throw Error("its header lacks a key: 'descr', 'fortran_order' and 'shape' are needed");
    }
    return {*descr_, *fortran_order_, *shape_};
  }

 private:
  void value_of(const std::string& key) {
    if (key == "descr") {
      once(descr_, key) = descr();
    } else if (key == "fortran_order") {
      once(fortran_order_, key) = boolean();
    } else if (key == "shape") {
      once(shape_, key) = shape();
    } else {
      throw Error("its header has an unknown key " + in_quotes(key, 40));
    }
  }

  template <class T>
  static std::optional<T>& once(std::optional<T>& member, const std::string& key) {
    if (member) throw Error("its header has the key '" + key + "' twice");
    return member;
  }

  std::string descr() {
    skip_space();
    if (at_ < text_.size() && (text_[at_] == '[' || text_[at_] == '(')) {
      throw Error("has a structured dtype; save one field: np.save(name, array['FIELD'])");
    }
    return string();
  }

  std::string string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("a quoted text");
    const std::size_t end = text_.find(quote, ++at_);
    if (end == std::string_view::npos) fail("the end of a text");
    const std::string_view inside = text_.substr(at_, end - at_);
    if (inside.find_first_of("\\\n\r") != std::string_view::npos) fail("a text without escapes");
    at_ = end + 1;
    return std::string(inside);
  }

  bool boolean() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return value;
    }
    fail("True or False");
  }

  std::vector<std::uint64_t> shape() {
    expect('(');
    std::vector<std::uint64_t> axes;
    while (!accept(')')) {
      if (axes.size() == kMostAxes) throw Error("its shape has more than 64 axes");
      axes.push_back(length());
      const bool comma = accept(',');
      if (!comma && axes.size() == 1) fail("a comma, as in (128,)");
      if (comma) continue;
      expect(')');
      break;
    }
    return axes;
  }

  std::uint64_t length() {
    skip_space();
    if (text_.substr(at_, 1) == "-") throw Error("its shape has a negative axis");
    std::uint64_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) {
      throw Error("its shape has an axis longer than any file");
    }
    if (error != std::errc() || (*begin == '0' && end != begin + 1)) fail("a number");
    at_ += static_cast<std::size_t>(end - begin);
    if (python_2_ && text_.substr(at_, 1) == "L") ++at_;
    return value;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n\f", at_), text_.size()); }

  bool accept(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(in_quotes(std::string(1, c)));
  }

  [[noreturn]] void fail(const std::string& wanted) const {
    throw Error(
        fmt::format("its header is no Python dictionary: {} is expected at {}; save it again: "
                    "np.save('table.npy', array)",
                    wanted, at_ < text_.size() ? in_quotes(text_.substr(at_), 20) : "its end"));
  }

  std::string_view text_;
  bool python_2_;
  std::size_t at_ = 0;
  std::optional<std::string> descr_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<std::uint64_t>> shape_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, int version) {
  return Parser(text, version < 3).header();
}

std::string npy_preamble(std::string_view descr, std::span<const std::uint64_t> shape) {
  constexpr std::size_t alignment = 64;
  constexpr std::size_t fixed = 10;  // magic, version, length
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr,
                                 shape_text(shape));
  text.append(alignment - (fixed + text.size() + 1) % alignment, ' ');
  text += '\n';
  std::string preamble = "\x93NUMPY";
  preamble +=
      {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return preamble + text;
}

}  // namespace sextant
