#include "tool/options/options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "sextant/encoding/real/rational.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/io/file.hpp"
#include "sextant/tensor/table_file.hpp"
#include "tool/options/axial.hpp"
#include "tool/options/field_effect.hpp"

namespace sextant::tool {
namespace {

struct Field {
  const char* name;
  const char* value;  ///< placeholder in help
  const char* what;
};

constexpr const char* kOtherNamesOfBase = ",--theta,--rope-theta";

constexpr std::array<Field, 34> kFields = {{
    {"dim", "D", "number of channels d"},
    {"base", "B", "base of the frequencies, an exact number (10000)"},
    {"layout", "LAYOUT",
     "interleaved | halves; of rope: half-split | interleaved; of biases: heads-first | "
     "positions-first; of xpos: pairs | interleaved | half-split"},
    {"rotated-channels", "WHICH",
     "of rope: the channels of a vector that turn, if it has more than D: first | last (first)"},
    {"direction", "WAY",
     "of rope: vectors turn by the angle, or back by it: forward | inverse (forward)"},
    {"order", "ORDER", "sin-cos | cos-sin"},
    {"law", "LAW",
     "d | half-minus-shift | powers | linear | given: base^(-2i/d), base^(-i/(d/2 - shift)), "
     "base^i, "
     "from 1 to 1/base, or a list (d)"},
    {"shift", "S", "of law half-minus-shift (1)"},
    {"frequencies", "X,...|FILE",
     "of law given: one a pair, comma-separated or in a file; of sam a matrix"},
    {"origin", "P", "added to every position (0)"},
    {"scale", "X", "multiplies positions (1)"},
    {"amplitude", "X", "multiplies values (1)"},
    {"odd", "RULE", "for odd --dim: error | zero-column | drop-last | round-up"},
    {"zero-row", "P", "the position whose row is all zeros (none)"},
    {"scaling", "NAME",
     "of rope: linear | ntk | dynamic | ntk-mixed | yarn | llama3 | longrope | proportional "
     "(none)"},
    {"factor", "X", "of --scaling: how many times longer the context becomes (1)"},
    {"original-context", "N",
     "of --scaling: the positions trained on; of query-scale: also the positions of a step (8192)"},
    {"seq-len", "N", "of dynamic and longrope: the length of the sequence (the original context)"},
    {"attention-factor", "X", "of yarn and longrope, instead of their formula (none)"},
    {"beta-fast", "X", "of yarn (32)"},
    {"beta-slow", "X", "of yarn (1)"},
    {"truncate", "YES|NO", "of yarn: whether its ends are rounded to whole pairs: yes | no (yes)"},
    {"mscale", "X", "of yarn"},
    {"mscale-all-dim", "X", "of yarn"},
    {"mscale-coefficient", "X",
     "of yarn: c of its amplitude, c * mscale * ln(factor) + 1 (1/10; TeleChat3: 0.07)"},
    {"extrapolation-factor", "X", "of yarn (1)"},
    {"convention", "PROGRAM",
     "of yarn: transformers | vllm | vllm-deepseek | deepseek (transformers)"},
    {"clamp", "UNIT", "of yarn, of its upper end: channels | pairs (channels)"},
    {"low-freq-factor", "X", "of llama3 (1)"},
    {"high-freq-factor", "X", "of llama3 (4)"},
    {"short-factor", "X,...", "of longrope: divisors, comma-separated, one a pair"},
    {"long-factor", "X,...", "the same for sequences beyond the original context"},
    {"mixed-b", "X", "of ntk-mixed: the power of 2(i + 1)/d; NTK fixed has 1 (1)"},
    {"partial", "X", "of proportional: the part of the pairs that turns (1)"},
}};

/// Fields of encodings of several coordinates.
constexpr std::array<Field, 21> kAxialFields = {{
    {"sections", "N,...", "pairs of each axis: 16,24,24"},
    {"axes", "AXES", "the axes in a row, in order: h,w | w,h | t,h,w | x | x,y,z | ..."},
    {"frames", "N", "of the grid, or of the window of swin (1)"},
    {"merge", "N", "of the grid: tokens go by squares of this side (1)"},
    {"prefix", "N",
     "of the grid: rows of zeros that come first; of resampled: rows that are copied (0)"},
    {"start", "N,...", "the first index along each axis, in the order t,h,w,l (0)"},
    {"scan", "WAY", "of the grid: rows go across | down"},
    {"reference", "N", "of eva and diffusers-2d: the size that coordinates are scaled to (16)"},
    {"interpolation", "X", "of diffusers-2d (1)"},
    {"crop", "N,N,N,N", "of cogvideox: top, left, bottom, right"},
    {"scales", "X,...", "a factor of indices for each axis, in the order t,h,w,l: 24/30,1,1 (1)"},
    {"divisors", "X,...", "a divisor of indices for each axis, after --scales: 20,2048,2048,1 (1)"},
    {"offsets", "X,...",
     "added to coordinates of each axis, after --scales and --divisors: 11,11,11 (0)"},
    {"stride", "N", "of ltx-2: the frames that a token stands for; the first token has one"},
    {"ntk", "X,...", "the factor of NTK scaling of each axis: 2,1,1"},
    {"bases", "X,...", "the base of each axis, instead of --base, in the order t,h,w: 1/112,1/80"},
    {"normalise", "RULE", "of dinov3: separate | max | min"},
    {"spread", "WAY",
     "blocks | row | bands: halves and pairs are laid out in blocks, one an axis; in the row; or "
     "in bands, one a frequency"},
    {"range", "X,X", "of perceiver: the first and the last coordinate along each axis (-1,1)"},
    {"raw", "PLACE", "none | first | last: columns that hold the coordinates themselves"},
    {"unit", "UNIT",
     "what coordinates count: radians | quarter-turns | half-turns | turns: factors 1, pi/2, pi, "
     "2 pi"},
}};

/// Fields of biases, buckets and indices.
constexpr std::array<Field, 19> kBiasFields = {{
    {"heads", "N", "of alibi: number of heads"},
    {"max-bias", "X", "of alibi: slopes are 2^(-max-bias (h+1)/heads) (8)"},
    {"head-range", "FIRST:END", "of alibi: the heads that a rank has, of --heads (all)"},
    {"form", "FORM",
     "of alibi: distance | keys | causal; of kerple: log | power; of query-scale: steps | log-n; "
     "of "
     "xpos, and of rope with --scale-base: queries | keys"},
    {"r1", "X,...", "of kerple: a list, one a head"},
    {"r2", "X,...", "of kerple: a list, one a head"},
    {"beta", "X", "of query-scale: multiplies the logarithm (1/10)"},
    {"num-buckets", "N", "of t5 (32) and deberta (256)"},
    {"max-distance", "N", "of t5 (128), deberta (512) and shaw (16)"},
    {"bidirectional", "YES|NO", "of t5: yes | no"},
    {"keys", "N", "of t5, deberta and shaw: number of keys, which are columns; rows are queries"},
    {"first-key", "P", "of t5, deberta and shaw: position of the first column's key (0)"},
    {"height", "N", "of swin (7) and swin-v2 (8): the window's; of images: the grid's"},
    {"width", "N", "of swin (7) and swin-v2 (8): the window's; of images: the grid's"},
    {"class-token", "YES|NO", "of swin: whether the first token is a class token: yes | no (no)"},
    {"pretrained-window", "N", "of swin-v2: the window that it was trained with (0: the window)"},
    {"scale-base", "X",
     "of xpos (512) and of rope with xPos: positions after which the exponent of the scale is 1; "
     "none: rope without xPos"},
    {"gamma", "X", "of xPos (2/5)"},
    {"centre", "P", "of xPos: the position whose scale is 1 (0)"},
}};

/// The value of an option: of --frequencies, the numbers of a file, if it is one.  Then `shape` is
/// that of the file.
std::string value_of(const std::string& field, const std::string& value,
                     std::vector<std::uint64_t>& shape) {
  if (field != "frequencies") return value;
  shape.clear();
  if (!std::filesystem::is_regular_file(value)) {
    if (value.ends_with(".npy")) throw Error("--frequencies: there is no file '" + value + "'");
    return value;
  }
  const Table table = open_table({.path = value});
  shape.assign(table.shape().begin(), table.shape().end());
  if (table.rows() > kLargestDim / std::max<std::uint64_t>(table.columns(), 1))
    throw Error(fmt::format("--frequencies: '{}' has more than {} numbers", value, kLargestDim));
  std::vector<std::uint64_t> bits(table.rows() * table.columns());
  table.read_rows(0, table.rows(), bits);
  std::vector<std::string> numbers;
  for (const std::uint64_t one : bits) {
    const double number = table.number(one);
    if (!std::isfinite(number)) throw Error("--frequencies: '" + value + "' has NaN or infinity");
    numbers.push_back(to_text(Rational(number)));
  }
  return fmt::format("{}", fmt::join(numbers, ","));
}

/// Throws Error if an option has no effect beside the others.
void expect_effects(const Encoding& encoding,
                    const std::vector<std::pair<std::string, std::string>>& fields) {
  for (const auto& [field, value] : fields) {
    if (has_effect(encoding, field)) continue;
    const char* other = field == "shift"    ? "another --law"
                        : is_of_xpos(field) ? "a --scale-base"
                                            : "another --scaling";
    throw Error("--" + field + " needs " + other + ": see 'sextant verify --help-all'");
  }
}

}  // namespace

EncodingOptions::EncodingOptions(Command& subcommand) {
  const auto group = "Encoding";
  const auto add = [&](const Field& field) {
    const auto set = [this, name = field.name](const std::string& value) {
      fields_.emplace_back(name, value_of(name, value, matrix_));
    };
    const bool base = std::string_view(field.name) == "base";
    subcommand.add_option("--" + std::string(field.name) + (base ? kOtherNamesOfBase : ""), set,
                          field.what, {.value = field.value, .group = group});
  };
  subcommand.add_option("--encoding", &name_,
                        "sinusoidal | rope | ...: 'sextant list encodings' (sinusoidal)",
                        {.value = "NAME", .group = group});
  subcommand.add_option("--model", &model_,
                        "a model of 'sextant list models', or its Hugging Face id",
                        {.value = "NAME", .group = group});
  subcommand.add_option("--config", &config_,
                        "a model's Hugging Face config.json, or a params.json",
                        {.value = "FILE", .group = group});
  subcommand.add_option("--layer-type", &layer_type_,
                        "of --config: full_attention | …, where layers rotate differently",
                        {.value = "NAME", .group = group});
  for (const Field& field : kFields) add(field);
  for (const Field& field : kBiasFields) add(field);
  for (const Field& field : kAxialFields) add(field);
  subcommand.add_option(
      "--part", &part_,
      "table | inv_freq | cos | sin | pairs | matrices | divisors | periods | rotated | bias | "
      "slopes | buckets | index | query-scale | resampled",
      {.value = "PART", .group = group});
}

RowOrder EncodingOptions::rows() const {
  const ProgramEncoding* program = find_program_encoding(name_);
  return program == nullptr ? RowOrder{} : program->rows;
}

bool EncodingOptions::dim_given() const {
  if (!model_.empty() || !config_.empty()) return true;
  const auto several = find_axial(name_);
  if (several && of_text(*several)) return true;  // its sections determine the width
  const std::string_view wanted =
      several ? "dim" : dim_field(default_encoding(name_.empty() ? "sinusoidal" : name_));
  return std::any_of(fields_.begin(), fields_.end(),
                     [&](const auto& field) { return field.first == wanted; });
}

bool EncodingOptions::layout_of_vectors() const {
  return (!model_.empty() || !config_.empty()) &&
         std::none_of(fields_.begin(), fields_.end(),
                      [](const auto& field) { return field.first == "layout"; });
}

const ModelConfig& EncodingOptions::config() const {
  if (!read_)
    read_ = scales_queries() ? read_model_query_scale(config_, layer_type_)
                             : read_model_config(config_, layer_type_);
  return *read_;
}

void EncodingOptions::expect_one() const {
  if ((name_.empty() ? 0 : 1) + (model_.empty() ? 0 : 1) + (config_.empty() ? 0 : 1) > 1)
    throw Error("--encoding, --model and --config exclude each other");
  if (config_.empty() && !layer_type_.empty()) throw Error("--layer-type goes with --config");
}

Encoding EncodingOptions::encoding() const {
  expect_one();
  if (const auto several = stated_axial()) return plain(*several, part());
  Encoding encoding;
  if (!model_.empty())
    encoding = read_encoding(read_option("--model", [&] { return text_of_model(); }));
  else if (!config_.empty())
    encoding = config().encoding;
  else
    encoding = default_encoding(name_.empty() ? "sinusoidal" : name_);
  for (const auto& [field, value] : fields_) set_field(encoding, field, value);
  expect_effects(encoding, fields_);
  return encoding;
}

bool EncodingOptions::scales_queries() const { return part_ == name(Part::query_scale); }

std::string EncodingOptions::text_of_model() const {
  const Model& known = model(model_);
  if (!scales_queries()) return known.encoding;
  if (!known.query_scale.empty()) return std::string(known.query_scale);
  throw Error(std::string(known.name) +
              " has no query scale; if its queries are scaled, use --encoding query-scale");
}

void EncodingOptions::fit_matrix(Axial& several) const {
  const auto* along = std::get_if<Sinusoidal>(&several.along);
  if (several.split != Split::combined || along == nullptr || along->frequencies.empty()) return;
  const std::uint64_t lines = several.axes.size(), pairs = along->frequencies.size() / lines;
  std::vector<std::uint64_t> wanted = {lines, pairs};
  std::erase(wanted, 1U);  // tables have no axes of length 1
  if (!matrix_.empty() && matrix_ != wanted)
    throw Error(fmt::format(
        "--frequencies: the file has the shape [{}]; encoding '{}' takes a matrix [{}, n], a line "
        "for each of the axes {}",
        fmt::join(matrix_, ", "), several.program, lines, lines == 2 ? "x and y" : "in order"));
  if (!field("dim") && 2 * pairs <= static_cast<std::uint64_t>(kLargestDim))
    set_field(several, "dim", std::to_string(2 * pairs));
}

std::optional<Axial> EncodingOptions::stated_axial() const {
  std::optional<Axial> found;
  if (!name_.empty())
    found = find_axial(name_);
  else if (!config_.empty() && !scales_queries())
    found = config().axial;
  if (!found) return found;
  for (const auto& [field, value] : fields_) set_field(*found, field, value);
  expect_effects(found->along, fields_);
  fit_matrix(*found);
  return found;
}

std::optional<Axial> EncodingOptions::axial() const {
  expect_one();
  if (auto found = stated_axial()) return found;
  std::optional<Axial> found;
  if (scales_queries()) return found;
  if (!model_.empty()) {
    const std::string_view text = read_option("--model", [&] { return model(model_).sections; });
    if (text.empty()) return found;
    found = find_axial(text.substr(0, text.find(' ')));
    set_field(*found, "sections", text.substr(text.find('=') + 1));
  } else if (!config_.empty() && !config().sections.empty()) {
    found = find_axial(config().alternating ? "mrope-interleaved" : "mrope");
    found->sections = config().sections;
  }
  if (found) found->along = encoding();
  return found;
}

std::optional<Position> EncodingOptions::positions() const {
  if (!model_.empty()) return model(model_).positions;
  return config_.empty() ? std::nullopt : config().positions;
}

std::vector<std::string> EncodingOptions::warnings(bool several) const {
  std::vector<std::string> said;
  if (!config_.empty()) said = config().warnings;
  if (several) std::erase(said, kReadAsText);
  return said;
}

Encoding EncodingOptions::encoding_with_dim() const {
  const Encoding meant = encoding();
  const std::string_view field = dim_field(meant);
  if (dim_given() || field.empty() || field == "keys") return meant;
  throw Error("--" + std::string(field) + " is missing: the number of " +
              (field == "dim" ? "channels" : "heads"));
}

std::string EncodingOptions::model_name() const {
  if (model_.empty()) return model_;
  return std::string(read_option("--model", [&] { return model(model_).name; }));
}

Part EncodingOptions::part() const {
  std::vector<std::string_view> names;
  if (part_ == "cos_sin") return Part::table;
  for (const Part part :
       {Part::table, Part::cos, Part::sin, Part::pairs, Part::matrices, Part::inv_freq,
        Part::divisors, Part::periods, Part::rotated, Part::bias, Part::slopes, Part::buckets,
        Part::index, Part::query_scale, Part::resampled}) {
    if (name(part) == part_) return part;
    names.push_back(name(part));
  }
  throw Error(fmt::format("--part takes {}, not {}{}", fmt::join(names, ", "), in_quotes(part_, 60),
                          did_you_mean(part_, names)));
}

std::optional<std::string> EncodingOptions::field(std::string_view name) const {
  std::optional<std::string> found;
  for (const auto& [field, value] : fields_)
    if (field == name) found = value;
  return found;
}

void EncodingOptions::expect_fields(std::initializer_list<std::string_view> allowed,
                                    const std::string& what) const {
  const auto refuse = [&](const std::string& option) {
    throw Error("--" + option + " does not go with " + what);
  };
  if (!name_.empty()) refuse("encoding");
  if (!model_.empty()) refuse("model");
  if (!config_.empty()) refuse("config");
  for (const auto& [field, value] : fields_)
    if (std::find(allowed.begin(), allowed.end(), field) == allowed.end()) refuse(field);
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) fmt::print(stderr, "sextant: warning: {}\n", warning);
}

}  // namespace sextant::tool
