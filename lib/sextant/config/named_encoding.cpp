#include "sextant/config/named_encoding.hpp"

#include <sstream>

#include "sextant/config/model_config.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/encoding/text/program_encoding.hpp"

namespace sextant {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Throws Error if an encoding is only for images.
void expect_text(const Axial& axial) {
  if (!of_text(axial))
    throw Error("encoding '" + axial.program +
                "' has several coordinates: the command line alone takes it");
}

/// The encoding for text: all coordinates of a token are equal. Throws Error if it is only for
/// images.
NamedEncoding of_equal_coordinates(Axial axial, const std::vector<std::string>& words) {
  expect_text(axial);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string::npos) throw Error("'" + words[i] + "' is not field=value");
    set_field(axial, words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  (void)sections(axial, Part::table);
  return {.encoding = axial.along, .dim_given = true};  // the sections set it
}

}  // namespace

NamedEncoding named_encoding(std::string_view text) {
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) throw Error("the text names no encoding: write rope dim=128 base=500000");
  if (auto axial = find_axial(words[0])) return of_equal_coordinates(std::move(*axial), words);
  NamedEncoding named{.encoding = read_encoding(text)};
  if (const ProgramEncoding* program = find_program_encoding(words[0])) named.rows = program->rows;
  const std::string width = std::string(dim_field(named.encoding)) + "=";
  for (const std::string& word : words) named.dim_given |= word.starts_with(width);
  return named;
}

NamedEncoding encoding_of_model(std::string_view preset) {
  return {.encoding = read_encoding(model(preset).encoding),
          .dim_given = true,
          .layout_of_vectors = true};
}

NamedEncoding encoding_of_config(InputFile& config, std::string_view layer_type) {
  ModelConfig read = read_model_config(config, layer_type);
  if (read.axial) expect_text(*read.axial);
  return {.encoding = std::move(read.encoding),
          .dim_given = true,
          .warnings = std::move(read.warnings),
          .layout_of_vectors = true};
}

void set_field(NamedEncoding& named, std::string_view field, std::string_view value) {
  set_field(named.encoding, field, value);
  named.dim_given |= field == dim_field(named.encoding);
  if (field == "layout") named.layout_of_vectors = false;
}

const Encoding& expect_width(const NamedEncoding& named) {
  const std::string_view field = dim_field(named.encoding);
  if (named.dim_given || field.empty() || field == "keys") return named.encoding;
  throw Error("--" + std::string(field) + " is missing: the number of " +
              (field == "dim" ? "channels" : "heads"));
}

}  // namespace sextant
