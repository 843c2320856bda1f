#include "sextant/verify/compare/against.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/text.hpp"
#include "sextant/recipe/library/host_library.hpp"
#include "sextant/verify/compare/comparison.hpp"
#include "sextant/verify/identify.hpp"
#include "sextant/verify/reading.hpp"
#include "sextant/verify/verdict/verdict_words.hpp"

namespace sextant::verify {
namespace {

/// A source of the rows that a recipe computes, with the shape of `like`.  The recipe must outlive
/// it.
Source made_by(recipe::Recipe& recipe, const Source& like) {
  Source made = like;
  made.read_elements = nullptr;
  made.read = [&recipe, columns = like.columns](std::uint64_t first, std::uint64_t count,
                                                std::span<double> values) {
    for (std::uint64_t k = 0; k < count; ++k)
      recipe.row(first + k, values.subspan(k * columns, columns));
  };
  return made;
}

std::string place_words(const Likeness& l, const EntryDifference& at) {
  const auto text = [&](double x) { return stored_decimal(l.claim.format, from_double(x)); };
  return fmt::format("at position {}, channel {}: got {}, the recipe makes {}",
                     readable_fractions(to_text(at.position, l.claim.parts)), at.channel,
                     text(at.mine), text(at.reference));
}

}  // namespace

Likeness against(const Table& table, const Question& asked, const std::string& name,
                 const Progress& progress) {
  const bool sound =
      recipe::entry(name).sound;  // throws for an unknown recipe, before the table is read
  const Named known = named(table, asked);
  const Reading reading = upright(table, known.question);
  const Source source = whole(reading.table, reading.positions);
  const recipe::ComputeFormats& formats = reading.claim.formats;
  const auto recipe = recipe::make(name, reading.claim.chart, formats, source.positions);
  Likeness found{.recipe = name,
                 .sound = sound,
                 .computed_in = recipe::computes_in(name, formats),
                 .library = recipe::to_words(recipe::host_library()),
                 .diff = {},
                 .claim = unjudged(reading)};
  found.claim.identity = known.identity;
  found.diff =
      pairwise_arbitration(made_by(*recipe, source), source, {}, progress, recipe->sequential());
  if (!known.identity.empty())
    found.claim.warnings.insert(found.claim.warnings.begin(), known.identity);
  return found;
}

std::string to_words(const Likeness& l, const std::string& file) {
  const PairwiseArbitration& c = l.diff;
  std::string text =
      fmt::format("{}: {}\n  read as   {}, {}\n", file,
                  l.matches_bitwise() ? "reproduces " + l.recipe + " bit for bit (passes)"
                                      : "differs from " + l.recipe + " (does not pass)",
                  claim_words(l.claim), l.claim.holds);
  text += fmt::format("  recipe    {} computed in {}, by this machine's {}{}\n", l.recipe,
                      l.computed_in.name(), l.library, l.sound ? "" : "; it is unsound");
  text += differing_words(c) + "\n";
  if (c.largest)
    text += fmt::format("  worst     {:.3g} {}\n", std::abs(c.largest->difference()),
                        place_words(l, *c.largest));
  if (c.first) text += "  first     " + place_words(l, *c.first) + "\n";
  return text + warning_words(l.claim.warnings);
}

}  // namespace sextant::verify
