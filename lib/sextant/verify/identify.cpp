#include "sextant/verify/identify.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/byte_order.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kMostBases = 3;  // number of likely bases tried for each encoding
constexpr std::uint64_t kFittedRows = 8;

/// An encoding and part that a table may have, the first position, and how badly some rows fit.
struct Guess {
  Encoding encoding;
  Part part = Part::table;
  double misfit = HUGE_VAL;
  Position first = 0;

  bool fits() const { return misfit < kGood; }
};

/// Whether columns are related as in a chart, whatever its frequencies. sin² + cos² must be 1 for
/// pairs, and repeated columns must be equal.  At least half of these tests must succeed.
bool plausible(const RowWindow& g, const Chart& chart) {
  std::size_t agreed = 0, asked = 0;
  const auto count = [&](bool agrees) {
    agreed += agrees ? 1 : 0;
    ++asked;
  };
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    for (const PairChannels& pair : by_pair(chart)) {
      for (const auto& same : {pair.sines, pair.cosines}) {
        for (std::size_t k = 1; k < same.size(); ++k) count(g.at(r, same[k]) == g.at(r, same[0]));
      }
      if (pair.sines.empty() || pair.cosines.empty()) continue;
      const double s = g.at(r, pair.sines.front());
      const double c = g.at(r, pair.cosines.front());
      count(std::abs(s * s + c * c - 1) < 0.125);
    }
  }
  return 2 * agreed >= asked;
}

/// The encodings that a table with this number of columns may have, more common ones first.
std::vector<Guess> guesses_of(int columns) {
  std::vector<Guess> guesses;
  const bool even = columns % 2 == 0;
  const auto add_rotary = [&](int dim, Pairing layout, Part part) {
    Rotary rotary;
    rotary.dim = dim;
    rotary.layout = layout;
    guesses.push_back({rotary, part});
  };
  Sinusoidal encoding;
  encoding.dim = columns;
  encoding.odd = even ? Odd::error : Odd::zero_column;
  for (const Layout layout : {Layout::interleaved, Layout::halves}) {
    for (const Order order : {Order::sin_cos, Order::cos_sin}) {
      for (const Law law : {Law::d, Law::half_minus_shift}) {
        if (law == Law::half_minus_shift && columns < 4) continue;
        encoding.layout = layout, encoding.order = order, encoding.law = law;
        // [cos | sin] of law d is the table of a rotary encoding.
        if (even && layout == Layout::halves && order == Order::cos_sin && law == Law::d)
          add_rotary(columns, Pairing::half_split, Part::table);
        else
          guesses.push_back({encoding});
      }
    }
  }
  for (const Pairing layout : {Pairing::half_split, Pairing::interleaved})
    for (const Part part : {Part::cos_repeated, Part::sin_repeated})
      if (even) add_rotary(columns, layout, part);
  for (const Part part : {Part::cos, Part::sin})
    if (2 * columns <= kLargestDim) add_rotary(2 * columns, Pairing::half_split, part);
  return guesses;
}

/// The guess, base and first position that fit some rows best.  The default base is tried first,
/// then likely ones.  A later guess replaces an earlier one only if its misfit is less than half.
Guess likeliest(const Source& rows, bool placed) {
  const Format compute = rows.format == kFloat64 ? kFloat64 : kFloat32;
  const RowWindow g = row_window(rows, 0, kFittedRows);
  std::vector<Guess> all = guesses_of(static_cast<int>(rows.columns));
  Guess best = all.front();
  std::erase_if(all, [&](const Guess& c) { return !plausible(g, chart(c.encoding, c.part)); });
  const auto offer = [&](Guess guess, const Rational& base) {
    set_field(guess.encoding, "base", to_text(base));
    const exact::Oracle oracle(chart(guess.encoding, guess.part));
    guess.first = placed ? 0 : likely_offset(rows, oracle, compute).value_or(0);
    guess.misfit = mean_square(g, oracle, guess.first).value_or(HUGE_VAL);
    if (guess.misfit < (best.misfit < HUGE_VAL ? best.misfit / 2 : HUGE_VAL)) best = guess;
  };
  for (const Guess& guess : all) offer(guess, 10000);
  for (const Guess& guess : all) {
    const Chart plain = chart(guess.encoding, guess.part);
    std::vector<Rational> bases = likely_bases(rows, plain, compute, placed);
    if (bases.size() > kMostBases) bases.resize(kMostBases);
    for (const Rational& base : bases) offer(guess, base);
  }
  return best;
}

}  // namespace

Named named(const Table& table, const Question& asked) {
  if (asked.encoding) return {.question = asked};
  if (asked.positions && asked.positions->parts != 1)
    throw Error("positions that are no integers go with an encoding: name it with --encoding");
  if (table.columns() > static_cast<std::uint64_t>(kLargestDim))
    throw Error(
        fmt::format("{}: {} columns are beyond any encoding", table.name(), table.columns()));
  const Positions claimed =
      asked.positions ? *asked.positions : Positions::from(asked.first.value_or(0), table.rows());
  if (claimed.count != table.rows())
    throw Error(fmt::format("{}: {} rows do not agree with {} positions", table.name(),
                            table.rows(), claimed.count));
  const Source rows = whole(seems_swapped(table) ? table.swapped() : table, claimed);
  const bool placed = asked.positions || asked.first;
  Guess best = likeliest(rows, placed);
  if (!best.fits()) {
    const IndexRanges zeros = rows_of_zeros(rows);
    if (!zeros.empty() && zeros.count() < rows.rows)
      best = likeliest(rows_of(rows, zeros.others(rows.rows)), placed);
  }
  // If no guess fits, an estimated first position is meaningless.
  if (!placed && !best.fits()) best = likeliest(rows, true);
  if (auto* sinusoidal = std::get_if<Sinusoidal>(&best.encoding); sinusoidal && asked.zero_row)
    sinusoidal->zero_row = to_rational(*asked.zero_row);
  Named result{.question = asked, .fits = best.fits()};
  Question& question = result.question;
  question.encoding = best.encoding;
  question.part = best.part;
  question.dim_given = true;
  question.guessed = true;
  if (!placed) question.first = best.fits() ? best.first : 0;
  const bool cosines = best.part == Part::cos || best.part == Part::cos_repeated;
  result.identity =
      fmt::format("no encoding was given, and {}the table is taken for {}{}{}",
                  best.fits() ? "" : "nothing fits: as what comes nearest ",
                  best.part == Part::table ? ""
                  : cosines                ? "the cosines of "
                                           : "the sines of ",
                  readable_fractions(to_text(best.encoding)),
                  asked.positions ? "" : " from position " + to_text(*question.first) + " on");
  return result;
}

}  // namespace sextant::verify
