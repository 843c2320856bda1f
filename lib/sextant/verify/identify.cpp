#include "sextant/verify/identify.hpp"

#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kMostBases = 3;  // the likeliest of each variant
constexpr std::uint64_t kFittedRows = 8;

/// An encoding that a table might be, and which of its tables.
struct Candidate {
  Encoding encoding;
  Part part = Part::table;
};

/// How badly a chart fits some rows at the positions that its slowest pair asks for.
struct Fit {
  double misfit = 0;
  Position first = 0;
};

/// The mean square difference from the truth, shifted to the position that the phases ask for.
std::optional<Fit> fit(const Source& rows, const Chart& chart, const Format& compute, bool placed) {
  const exact::Oracle oracle(chart);
  const Position shift = placed ? 0 : likely_offset(rows, oracle, compute).value_or(0);
  const auto misfit = mean_square(glance(rows, 0, kFittedRows), oracle, shift);
  if (!misfit) return std::nullopt;
  return Fit{*misfit, shift};
}

/// Whether columns go together as a chart says, whatever its frequencies: sine² + cosine² is 1 for
/// most pairs, and columns of one function of one pair are equal.
bool plausible(const Glance& g, const Chart& chart) {
  std::size_t agreed = 0;
  std::size_t asked = 0;
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

void add_rotary(int dim, Pairing layout, Part part, std::vector<Candidate>& candidates) {
  Rotary rotary;
  rotary.dim = dim;
  rotary.layout = layout;
  candidates.push_back({rotary, part});
}

/// The variants of sinusoidal tables of some width, the commoner first.
void add_sinusoidal(int dim, std::vector<Candidate>& candidates) {
  Sinusoidal encoding;
  encoding.dim = dim;
  encoding.odd = dim % 2 == 0 ? Odd::error : Odd::zero_column;
  for (const Layout layout : {Layout::interleaved, Layout::halves}) {
    for (const Order order : {Order::sin_cos, Order::cos_sin}) {
      for (const Law law : {Law::d, Law::half_minus_shift}) {
        if (law == Law::half_minus_shift && dim < 4) continue;
        encoding.layout = layout, encoding.order = order, encoding.law = law;
        // [cos | sin] of law d is the table of a rotary encoding.
        const bool rotary = layout == Layout::halves && order == Order::cos_sin && law == Law::d;
        if (rotary && dim % 2 == 0)
          add_rotary(dim, Pairing::half_split, Part::table, candidates);
        else
          candidates.push_back({encoding, Part::table});
      }
    }
  }
}

/// What a table of some columns might be, the commoner first.
std::vector<Candidate> candidates_of(int columns) {
  std::vector<Candidate> candidates;
  add_sinusoidal(columns, candidates);
  for (const Pairing layout : {Pairing::half_split, Pairing::interleaved}) {
    for (const Part part : {Part::cos_repeated, Part::sin_repeated}) {
      if (columns % 2 == 0) add_rotary(columns, layout, part, candidates);
    }
  }
  for (const Part part : {Part::cos, Part::sin}) {
    if (2 * columns <= kLargestDim) add_rotary(2 * columns, Pairing::half_split, part, candidates);
  }
  return candidates;
}

/// The candidate, base and first position that fit some rows best.
struct Likeliest {
  Candidate candidate;
  std::optional<Fit> fit;

  bool fits() const { return fit && fit->misfit < kGood; }

  /// A later one must be clearly better: equals go to the commoner.
  void offer(const Candidate& other, const std::optional<Fit>& found) {
    if (found && (!fit || found->misfit < fit->misfit / 2)) candidate = other, fit = found;
  }
};

Likeliest likeliest(const Source& rows, bool placed) {
  const Format compute = rows.format == kFloat64 ? kFloat64 : kFloat32;
  const std::vector<Candidate> all = candidates_of(static_cast<int>(rows.columns));
  const Glance g = glance(rows, 0, kFittedRows);
  const Rational usual = 10000;
  Likeliest best{all.front(), {}};
  for (Candidate candidate : all) {
    const Chart plain = chart(candidate.encoding, candidate.part);
    if (!plausible(g, plain)) continue;
    std::vector<Rational> bases = likely_bases(rows, plain, compute, placed);
    if (bases.size() > kMostBases) bases.resize(kMostBases);
    bases.insert(bases.begin(), usual);
    for (const Rational& base : bases) {
      set_field(candidate.encoding, "base", to_text(base));
      best.offer(candidate, fit(rows, chart(candidate.encoding, candidate.part), compute, placed));
    }
  }
  return best;
}

std::string words(const Candidate& taken) {
  switch (taken.part) {
    case Part::cos:
    case Part::cos_repeated:
      return "the cosines of " + readable_fractions(to_text(taken.encoding));
    case Part::sin:
    case Part::sin_repeated:
      return "the sines of " + readable_fractions(to_text(taken.encoding));
    default:
      return readable_fractions(to_text(taken.encoding));
  }
}

}  // namespace

Identification identify(const Table& table, const std::optional<Positions>& positions,
                        std::optional<Position> given) {
  if (table.columns() > static_cast<std::uint64_t>(kLargestDim)) {
    throw Error(table.name() + ": " + std::to_string(table.columns()) +
                " columns are beyond any encoding");
  }
  const Positions claimed =
      positions ? *positions : Positions::from(given.value_or(0), table.rows());
  if (claimed.count != table.rows()) {
    throw Error(table.name() + ": " + std::to_string(table.rows()) + " rows do not agree with " +
                std::to_string(claimed.count) + " positions");
  }
  const Source rows = whole(table, claimed);
  const bool placed = positions || given;
  Likeliest best = likeliest(rows, placed);
  // A position that phases ask for which nothing explains is made up.
  if (!placed && !best.fits()) best = likeliest(rows, true);
  const Position first = given.value_or(best.fits() ? best.fit->first : 0);
  return {best.candidate.encoding, best.candidate.part, first,
          "no encoding was given, and " +
              std::string(best.fits() ? "" : "nothing fits: as what comes nearest ") +
              "the table is taken for " + words(best.candidate) +
              (positions ? std::string() : " from position " + to_text(first) + " on")};
}

}  // namespace sextant::verify
