#include "sextant/report/experiment/command.hpp"

#include <algorithm>
#include <string_view>

namespace sextant {
namespace {

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

bool printable(char c) { return c >= ' ' && c <= '~'; }

/// $'…': three octal digits for each byte that is not printable ASCII, so the line is valid in any
/// encoding.
std::string escaped(std::string_view word) {
  std::string text = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (!printable(c)) {
      for (const int shift : {6, 3, 0})
        text += (shift == 6 ? "\\" : "") + std::to_string((byte >> shift) & 7);
    } else {
      text += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
  }
  return text + "'";
}

std::string shell_quoted(std::string_view word) {
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  if (!std::all_of(word.begin(), word.end(), printable)) return escaped(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string{c};
  return text + "'";
}

}  // namespace

std::string command_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

}  // namespace sextant
