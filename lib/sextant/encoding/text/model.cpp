#include "sextant/encoding/text/model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/spelling.hpp"

namespace sextant {
namespace {

/// An id in lower case, without the owner before the slash.
std::string plain(std::string_view id) {
  std::string name(id.substr(id.rfind('/') + 1));  // npos + 1 is 0
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

/// A plain id without the words that leave the encoding as it is.
std::string without_training(const std::string& name) {
  constexpr std::array<std::string_view, 9> kTrainings = {
      "instruct", "chat", "hf", "base", "it", "meta", "pt", "reasoning", "thinking"};
  std::string text;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('-', at), name.size());
    const std::string word = name.substr(at, end - at);
    if (std::find(kTrainings.begin(), kTrainings.end(), word) == kTrainings.end())
      text += (text.empty() ? "" : "-") + word;
    at = end + 1;
  }
  return text;
}

/// The id of the config that a model was read from, plain.
std::string source_id(const Model& model) {
  return plain(model.source.substr(0, model.source.find(',')));
}

/// The model whose name or source an id is; nullptr if there is none.  Throws Error if the source
/// has several models.
const Model* by_id(std::string_view id) {
  const std::string name = plain(id), bare = without_training(name);
  if (bare.empty()) return nullptr;
  for (const std::string& wanted : {name, bare}) {
    for (const Model& known : models())
      if (known.name == wanted) return &known;
  }
  std::string names;
  const Model* found = nullptr;
  int count = 0;
  for (const bool whole : {true, false}) {
    for (const Model& known : models()) {
      const std::string source = source_id(known);
      if (whole ? source != name : without_training(source) != bare) continue;
      names += (names.empty() ? "" : " or ") + std::string(known.name);
      ++count;
      found = &known;
    }
    if (count > 0) break;
  }
  if (count > 1)
    throw Error("model '" + std::string(id.substr(0, 60)) +
                "' has more than one encoding: say which, " + names);
  return found;
}

/// Letters and digits alone: llama3 is how llama-3-8b begins.
std::string squeezed(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) text += c;
  return text;
}

/// ": did you mean A or B?" with the models that begin so, but for punctuation; empty if none do.
std::string begun_so(const std::string& name) {
  const std::string begin = squeezed(name);
  std::string text, last;
  for (const Model& known : models()) {
    if (begin.size() < 2 || !squeezed(known.name).starts_with(begin)) continue;
    if (!last.empty()) text += (text.empty() ? "" : ", ") + last;
    last = known.name;
  }
  if (last.empty()) return {};
  return ": did you mean " + (text.empty() ? last : text + " or " + last) + "?";
}

/// The longest name of a program of several coordinates that `name` begins with, but for
/// punctuation; empty if there is none.
std::string_view program_of(const std::string& name) {
  std::string_view longest;
  for (const AxialProgramEncoding& known : axial_program_encodings())
    if (known.name.size() > longest.size() && squeezed(name).starts_with(squeezed(known.name)))
      longest = known.name;
  return longest;
}

/// The models whose name begins with the same word; empty if there are none.
std::string family(const std::string& name) {
  if (name.empty()) return {};
  const std::string word = name.substr(0, std::max<std::size_t>(1, name.find('-')));
  std::string text;
  for (const Model& known : models()) {
    if (known.name.starts_with(word)) text += (text.empty() ? "" : ", ") + std::string(known.name);
  }
  return text;
}

}  // namespace

const Model& model(std::string_view name) {
  for (const Model& known : models()) {
    if (known.name == name) return known;
  }
  if (const Model* known = by_id(name)) return *known;
  std::vector<std::string_view> names;
  for (const Model& known : models()) names.push_back(known.name);
  const std::string quoted = "there is no model '" + std::string(name.substr(0, 60)) + "'";
  std::string meant = begun_so(plain(name));
  if (meant.empty()) meant = did_you_mean(plain(name), names);
  if (!meant.empty()) throw Error(quoted + meant + " 'sextant list models' shows the known ones");
  if (const auto program = program_of(plain(name)); !program.empty())
    throw Error(quoted + ": programs of images and films are encodings: pass --encoding " +
                std::string(program));
  const std::string alike = family(plain(name));
  throw Error(quoted + ": 'sextant list models' " +
              (alike.empty() ? "shows the known ones" : "has " + alike));
}

}  // namespace sextant
