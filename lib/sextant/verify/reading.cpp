#include "sextant/verify/reading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kWidestTransposed = 1 << 14;  // an oracle of more channels is slow
constexpr std::uint64_t kReadRows = 16;

Encoding with_dim(Encoding encoding, std::uint64_t dim) {
  const std::string_view field = dim_field(encoding);
  const auto* xpos = std::get_if<Xpos>(&encoding);
  if (xpos != nullptr && xpos->layout == XposColumns::pairs) dim *= 2;
  if (!field.empty()) set_field(encoding, field, std::to_string(dim));
  return encoding;
}

/// The encoding of a question.  If dim is not given, the number of columns determines it.
Encoding encoding_of(const Question& question, const Table& table) {
  const std::uint64_t columns = table.columns();
  Encoding encoding = question.encoding.value_or(Sinusoidal{});
  if (question.dim_given) return encoding;
  const bool relative = dim_field(encoding) == "keys" && table.shape().size() == 1;
  return with_dim(std::move(encoding), relative ? 0 : dim_of(question.part, columns));
}

Claim claim_of(const Encoding& encoding, const Question& question, std::uint64_t columns) {
  Claim claim{encoding, fitting(question.part, dim(encoding), columns), {}, {}};
  claim.chart = exact::settled(chart(encoding, claim.part));
  if (question.positions) claim.chart = in_parts(std::move(claim.chart), question.positions->parts);
  return claim;
}

Positions positions_of(const Question& question, const Table& table) {
  if (one_row(question.part)) {
    if (table.rows() == 1) return Positions::from(0, 1);
    throw Error(table.name() + ": " + std::string(name(question.part)) + " is one row, not " +
                std::to_string(table.rows()));
  }
  if (!question.positions) return positions(question.rows, table.rows(), question.first);
  if (question.positions->count != table.rows()) {
    throw Error(table.name() + ": " + std::to_string(table.rows()) + " rows do not agree with " +
                std::to_string(question.positions->count) + " positions (" +
                question.positions->text() + ")");
  }
  return *question.positions;
}

/// Some rows of a table; misfit() returns how badly a claim fits them.
RowWindow some_rows(const Table& table, const Positions& positions) {
  return sampled_rows(whole(table, positions), kReadRows);
}
double misfit(const RowWindow& rows, const Claim& claim) {
  return mean_square(rows, exact::Oracle(claim.chart)).value_or(0);
}

/// The layout in which columns are repeated: next to each other, or in two halves.  If both occur,
/// the more frequent one. nullopt if fewer than half of the columns are equal in both, in some
/// rows.
std::optional<Pairing> layout_of_twins(const RowWindow& g) {
  const std::size_t half = g.columns / 2;
  std::size_t neighbours = 0;
  std::size_t halves = 0;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    for (std::size_t j = 0; j < half; ++j) {
      neighbours += g.at(r, 2 * j) == g.at(r, 2 * j + 1) ? 1U : 0U;
      halves += g.at(r, j) == g.at(r, j + half) ? 1U : 0U;
    }
  }
  if (2 * std::max(neighbours, halves) < half * g.positions.size()) return std::nullopt;
  return halves >= neighbours ? Pairing::half_split : Pairing::interleaved;
}

/// The claim about a table of one function whose dim is not given.  Either dim is the number of
/// columns, and each pair has two equal columns, or dim is twice that number.  The claim that fits
/// clearly better is chosen.  If neither does, repeated columns decide.
Claim of_either_width(const RowWindow& rows, const Question& question,
                      std::vector<std::string>& warnings) {
  const Encoding encoding = question.encoding.value_or(Sinusoidal{});
  const std::size_t columns = rows.columns;
  Claim once = claim_of(with_dim(encoding, 2 * columns), question, columns);
  std::string instead;
  if (columns % 2 == 0) {
    Claim twice = claim_of(with_dim(encoding, columns), question, columns);
    const double bad_once = misfit(rows, once), bad_twice = misfit(rows, twice);
    const bool clear = bad_once < bad_twice / 2 || bad_twice < bad_once / 2;
    if (clear ? bad_twice < bad_once : layout_of_twins(rows).has_value()) return twice;
    instead = fmt::format("{}dim={} with every column twice",
                          clear ? ", which fits better than " : ", not as ", columns);
  }
  warnings.push_back(
      fmt::format("no --dim was given: the table is read as dim={} with one column a pair{}",
                  2 * columns, instead));
  return once;
}

/// Chooses the layout of a claim with repeated columns if the given layout, interleaved, describes
/// only vectors.  The layout is that of the equal columns of the table.  If few columns are equal,
/// it is the one that fits better.
void settle_layout(Claim& claim, const Table& table, const Question& question,
                   const Positions& positions, std::vector<std::string>& warnings) {
  const auto* vectors = std::get_if<Rotary>(&claim.encoding);
  const bool twice = claim.part == Part::cos_repeated || claim.part == Part::sin_repeated;
  if (!question.layout_of_vectors || !twice || vectors == nullptr ||
      vectors->layout == Pairing::half_split)
    return;
  Rotary halved = *vectors;
  halved.layout = Pairing::half_split;
  Claim halves = claim_of(halved, question, table.columns());
  const RowWindow rows = some_rows(table, positions);
  const auto twins = layout_of_twins(rows);
  const bool of_halves =
      twins ? *twins == Pairing::half_split : misfit(rows, halves) < misfit(rows, claim) / 2;
  if (of_halves) claim = std::move(halves);
  constexpr std::string_view kHalves = "its halves", kNeighbours = "each column beside itself";
  warnings.push_back(fmt::format(
      "the table repeats {}; it may do so, or repeat {}, where vectors pair channels 2i and 2i+1 "
      "as here: --part rotated judges the pairing",
      of_halves ? kHalves : kNeighbours, of_halves ? kNeighbours : kHalves));
}

/// Returns the square of the amplitude if each row of a table is [cos | sin] with one amplitude,
/// whatever the frequencies: the sums of squares of columns half a row apart must then be equal.
/// nullopt if they are not.
std::optional<double> square_of_both(const RowWindow& g) {
  constexpr double kRounding =
      0x1p-7;  // relative: two squares of bfloat16, each within 2^-8 of the sum
  const std::size_t half = g.columns / 2;
  std::vector<double> sums;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    for (std::size_t j = 0; j < half; ++j) {
      const double sum = g.at(r, j) * g.at(r, j) + g.at(r, j + half) * g.at(r, j + half);
      if (std::isfinite(sum)) sums.push_back(sum);
    }
  }
  // Rows of zeros are left out if there are other rows.
  if (std::any_of(sums.begin(), sums.end(), [](double sum) { return sum > 0; }))
    std::erase(sums, 0.0);
  return common_size(sums, kRounding, 10);
}

/// The claim of a whole rotary table, if the question is about one function but every row holds
/// both, as in vLLM's cache.  nullopt if the table of one function fits as well, or if neither fits
/// and the rows may hold slow cosines twice, which have the double sum of squares.
std::optional<Claim> of_both_functions(const RowWindow& rows, const Question& question,
                                       std::vector<std::string>& warnings) {
  const std::size_t columns = rows.columns;
  const bool rotary = question.encoding && std::holds_alternative<Rotary>(*question.encoding);
  const std::optional<double> square = square_of_both(rows);
  if (!rotary || columns < 2 || columns % 2 != 0 || rows.positions.empty() ||
      (question.dim_given && static_cast<std::size_t>(dim(*question.encoding)) != columns) ||
      !square)
    return std::nullopt;
  double best = HUGE_VAL;
  for (const std::size_t dim : {columns, 2 * columns})
    if (dim == columns || !question.dim_given)
      best = std::min(best,
                      misfit(rows, claim_of(with_dim(*question.encoding, dim), question, columns)));
  Question other = question;
  other.part = Part::table;
  Claim both = claim_of(with_dim(*question.encoding, columns), other, columns);
  const bool single = *square < 1.5 * std::pow(amplitude_of(both.chart), 2);
  if (!(misfit(rows, both) < best / 2) && !(best > kGood && single)) return std::nullopt;
  warnings.push_back(fmt::format(
      "every row holds {0} cosines and then {0} sines, [cos | sin], as vLLM's cache does, and not "
      "--part {1}: the table is judged with --part table",
      columns / 2, name(question.part)));
  return both;
}

/// The claim of a table of cosines or sines, each column twice, if the question is about [cos |
/// sin] of a rotary encoding.  The function is the one that fits better.  nullopt if fewer than
/// half of the columns are equal, or if some row holds both functions.
std::optional<Claim> of_one_function(const RowWindow& rows, const Question& question,
                                     const Encoding& encoding, std::vector<std::string>& warnings) {
  if (question.part != Part::table || !std::holds_alternative<Rotary>(encoding) ||
      rows.columns != static_cast<std::size_t>(dim(encoding)) || rows.positions.empty())
    return std::nullopt;
  const auto layout = layout_of_twins(rows);
  if (!layout || square_of_both(rows)) return std::nullopt;
  Rotary repeated = std::get<Rotary>(encoding);
  repeated.layout = *layout;
  std::optional<Claim> best;
  for (const Part part : {Part::cos, Part::sin}) {
    Question other = question;
    other.part = part;
    Claim claim = claim_of(repeated, other, rows.columns);
    if (!best || misfit(rows, claim) < misfit(rows, *best)) best = std::move(claim);
  }
  const bool cosines = best->part == Part::cos_repeated;
  warnings.push_back(fmt::format(
      "every column occurs twice, and no row is [cos | sin]: the table is judged as {}.  If it is "
      "meant to hold these alone, pass --part {}",
      cosines ? "cosines" : "sines", cosines ? "cos" : "sin"));
  return best;
}

/// Whether a table has an axis of heads, in addition to that of positions.
bool has_heads(const Question& question) {
  if (!question.encoding || one_row(question.part)) return false;
  return std::holds_alternative<Alibi>(*question.encoding) ||
         std::holds_alternative<Kerple>(*question.encoding);
}

/// Whether the first axis of a bias tensor is that of heads.  The layout or the number of heads
/// determines it.  If neither is given, the shorter axis is that of heads.
bool heads_first(const Table& table, const Question& question, std::vector<std::string>& warnings) {
  const BiasLayout layout = bias_layout(*question.encoding);
  if (table.shape().size() != 2) return false;
  if (layout != BiasLayout::by_shape) return layout == BiasLayout::heads_first;
  const bool counted = question.dim_given || std::holds_alternative<Kerple>(*question.encoding);
  const std::uint64_t heads = counted ? static_cast<std::uint64_t>(dim(*question.encoding))
                                      : std::min(table.rows(), table.columns());
  const bool first = table.rows() == heads;
  if (first && table.columns() == heads) {
    warnings.push_back(
        "both axes are as long as there are heads: the first is taken for theirs "
        "(--layout says which it is)");
  }
  return first;
}

/// The claim about the table of a reading, whose positions and warnings it sets; nullopt if the
/// columns do not agree with it.
std::optional<Claim> claim_of(const Question& question, Reading& reading) {
  const Table& table = reading.table;
  Positions& positions = reading.positions;
  std::vector<std::string>& warnings = reading.warnings;
  const bool one_function = question.part == Part::cos || question.part == Part::sin;
  const bool placed = !question.positions || question.positions->count == table.rows();
  if (one_function && (placed || !question.dim_given)) {
    positions = positions_of(question, table);
    const RowWindow rows = some_rows(table, positions);
    if (auto both = of_both_functions(rows, question, warnings)) return both;
    if (!question.dim_given) return of_either_width(rows, question, warnings);
  }
  Claim claim = claim_of(encoding_of(question, table), question, table.columns());
  if (claim.chart.width() != table.columns()) return std::nullopt;
  positions = positions_of(question, table);
  if (auto one = of_one_function(some_rows(table, positions), question, claim.encoding, warnings)) {
    reading.other_part = true;
    return one;
  }
  settle_layout(claim, table, question, positions, warnings);
  return claim;
}

/// Throws Error if a table holds complex numbers, and the part real ones.  [cos | sin] of a rotary
/// encoding has real ones; in other encodings cosine and sine may be side by side.
void expect_real(const Table& table, const Question& question) {
  const Part part = question.part;
  const bool rotary = question.encoding && std::holds_alternative<Rotary>(*question.encoding);
  if (!table.storage().complex || part == Part::pairs || (part == Part::table && !rotary)) return;
  throw Error(fmt::format(
      "{}: holds complex numbers, and --part {} has real ones: --part pairs judges cos + i sin; "
      "else give array.real or array.imag alone",
      table.name(), name(part)));
}

/// The reading of a table; nullopt if the columns do not agree with the question.  Throws Error for
/// complex numbers where the part has real ones.
std::optional<Reading> reading_of(const Table& stored, const Question& question) {
  expect_real(stored, question);
  Reading reading{.claim = {}, .table = stored, .positions = {}, .warnings = {}};
  if (has_heads(question)) {
    reading.heads_first = heads_first(stored, question, reading.warnings);
    if (reading.heads_first) reading.table = stored.transposed();
  }
  auto claim = claim_of(question, reading);
  if (!claim) return std::nullopt;
  const Format format = reading.table.format();
  reading.claim = *std::move(claim);
  reading.table = reading.table.read_as(readings(reading.claim.chart));
  reading.negated = negated_columns(reading.claim.chart);
  reading.claim.chart = without_signs(std::move(reading.claim.chart));
  reading.claim.formats = {.compute = computed_in(question.computed_in, format),
                           .store = format,
                           .library = question.library};
  reading.claim.guessed = question.guessed;
  reading.claim.deadline = question.deadline;
  return reading;
}

/// A hint for an error message, if a part of a rotary encoding has the table's number of columns;
/// else empty.
std::string other_parts(const Table& table, const Encoding& wanted, Part part) {
  if (part != Part::table || !std::holds_alternative<Rotary>(wanted)) return {};
  if (chart(wanted, Part::cos).width() != table.columns()) return {};
  return ": say --part cos, sin or inv_freq if it is one";
}

/// The mean square error of some rows; nullopt for biases, and if entries are not finite.
std::optional<double> misfit(const Reading& reading) {
  if (recipe::of_bias(reading.claim.chart)) return std::nullopt;
  return mean_square(some_rows(reading.table, reading.positions),
                     exact::Oracle(reading.claim.chart));
}

}  // namespace

std::uint64_t dim_of(Part part, std::uint64_t columns) {
  if (of_frequencies(part)) return 2 * columns;
  return part == Part::matrices ? columns / 2 : columns;
}

Part fitting(Part part, int dim, std::uint64_t columns) {
  const bool twice = columns == static_cast<std::uint64_t>(dim) && dim > 1;
  if (part == Part::cos && twice) return Part::cos_repeated;
  if (part == Part::sin && twice) return Part::sin_repeated;
  return part;
}

std::vector<Table::Reading> readings(const Chart& chart) {
  std::vector<Table::Reading> found;
  bool any = false;
  for (const Channel& c : chart.channels) {
    found.push_back(c.function == Function::negated_sine ? Table::Reading::negated
                    : is_unbounded(chart.waves, c)       ? Table::Reading::unbounded
                                                         : Table::Reading::stored);
    any |= found.back() != Table::Reading::stored;
  }
  return any ? found : std::vector<Table::Reading>{};
}

void restore_signs(const std::vector<std::size_t>& negated, Verdict& verdict) {
  const auto of = [&](const measure::MaxError& one) {
    return !one.empty() &&
           std::find(negated.begin(), negated.end(), one.witness.channel) != negated.end();
  };
  measure::ErrorStatistics& t = verdict.statistics;
  Truths& truths = verdict.truths;
  for (const auto& [one, truth] : {std::pair(&t.absolute, &truths.absolute),
                                   {&t.ulps, &truths.ulps},
                                   {&t.phase, &truths.phase}})
    if (!truth->empty() && of(*one))
      *truth = truth->front() == '-' ? truth->substr(1) : "-" + *truth;
  for (measure::MaxError* one : {&t.absolute, &t.ulps, &t.steps, &t.phase, &t.positions}) {
    if (!of(*one)) continue;
    one->witness.got = -one->witness.got;
    one->witness.error.want = -one->witness.error.want;
  }
}

Verdict unjudged(const Reading& reading) {
  Verdict verdict;
  verdict.format = reading.table.format();
  verdict.encoding = to_text(reading.claim.encoding);
  verdict.part = reading.claim.part;
  verdict.positions = reading.positions.text();
  verdict.parts = reading.positions.parts;
  verdict.transposed = reading.transposed;
  verdict.heads_first = reading.heads_first;
  verdict.holds = reading.table.holds();
  verdict.warnings = reading.warnings;
  return verdict;
}

Reading upright(const Table& table, const Question& question) {
  if (auto reading = reading_of(table, question)) return std::move(*reading);
  if (table.shape().size() == 1) {  // a single column is read as a row
    if (auto reading = reading_of(table.transposed(), question)) return std::move(*reading);
  }
  const Encoding wanted = encoding_of(question, table);
  const std::string_view field = dim_field(wanted);
  throw Error(
      table.name() + ": " + std::to_string(table.columns()) + " columns do not agree with " +
      (field.empty() || field == "keys" ? readable_fractions(to_text(wanted))
                                        : std::string(field) + "=" + std::to_string(dim(wanted))) +
      " (which has " + std::to_string(chart(wanted, question.part).width()) + "); shape " +
      shape_text(table.shape()) + other_parts(table, wanted, question.part));
}

std::optional<Reading> transposed(const Table& table, const Question& question) {
  if (table.shape().size() != 2) return std::nullopt;
  if (!question.dim_given && table.rows() > kWidestTransposed) return std::nullopt;
  try {
    auto reading = reading_of(table.transposed(), question);
    if (reading) reading->transposed = true;
    return reading;
  } catch (const Error&) {  // such as an odd dim, or positions that do not agree
    return std::nullopt;
  }
}

std::optional<Reading> in_other_order(const Table& table, const Question& question) {
  if (table.shape().size() != 2 || table.rows() == table.columns()) return std::nullopt;
  Reading other = upright(table.in_other_order(), question);
  const auto here = misfit(upright(table, question)), there = misfit(other);
  if (!here || !there || !(*there < *here / 2)) return std::nullopt;
  return other;
}

bool fits_transposed(const Table& table, const Question& question) {
  const auto other = transposed(table, question);
  if (!other) return false;
  const auto here = misfit(upright(table, question)), there = misfit(*other);
  return !here || !there || !(*there >= *here / 2);  // true if entries are not finite
}

}  // namespace sextant::verify
