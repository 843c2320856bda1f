#include "sextant/verify/diagnosis/bit_matches.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/candidate/possible_recipes.hpp"

namespace sextant::verify {
namespace {

// Maximum number of entries, from the first row on; and if a table passes by bounds.
constexpr std::uint64_t kCompared = std::uint64_t{1} << 20;
constexpr std::uint64_t kComparedBeside = std::uint64_t{1} << 16;
constexpr double kFewestMore = 64;     // entries that alone would be an accident
constexpr double kSquares = 6;         // verdict.md, (33)
constexpr double kSquaresBeside = 25;  // verdict.md, (33a)

/// Number of entries that a recipe does not match bit for bit, by pair.
using Missed = std::vector<double>;

double sum(const Missed& missed) { return std::accumulate(missed.begin(), missed.end(), 0.0); }

/// The first rows of a table, compared with those of recipes.
class BitComparison {
 public:
  BitComparison(const Source& source, const Candidate& candidate, std::uint64_t entries = kCompared)
      : rows_(beginning(source, std::max<std::uint64_t>(1, entries / source.columns))),
        program_(candidate.program()),
        formats_(after_detours(candidate)),
        values_(rows_.rows * rows_.columns) {
    rows_.read(0, rows_.rows, values_);
  }

  bool possible(std::string_view recipe) const { return recipe::possible(recipe, formats_); }

  Missed missed(std::string_view name) const {
    return missed(*recipe::make(name, program_, formats_, rows_.positions));
  }

  /// The same with other sines of the recipe's angles; nullopt if the recipe has none.
  std::optional<Missed> missed(std::string_view name, recipe::Trigonometry sines) const {
    const auto recipe = recipe::make_with(name, sines, program_, formats_, rows_.positions);
    return recipe ? std::optional(missed(*recipe)) : std::nullopt;
  }

 private:
  Missed missed(recipe::Recipe& recipe) const {
    Missed missed(static_cast<std::size_t>(program_.waves.pairs()));
    std::vector<double> made(rows_.columns);
    for (std::uint64_t row = 0; row < rows_.rows; ++row) {
      recipe.row(row, made);
      for (std::size_t j = 0; j < made.size(); ++j) {
        if (!same_number(made[j], values_[row * made.size() + j]))
          ++missed[static_cast<std::size_t>(program_.channels[j].pair)];
      }
    }
    return missed;
  }

  Source rows_;
  const Chart& program_;
  recipe::ComputeFormats formats_;
  std::vector<double> values_;
};

/// Returns whether `own` misses significantly fewer entries than `others`, counted by pair.
///                                                                                 verdict.md, (33)
bool fewer(const Missed& own, const Missed& others, double times = kSquares) {
  double all = 0, squares = 0;
  for (std::size_t pair = 0; pair < own.size(); ++pair) {
    const double less = others[pair] - own[pair];
    all += less;
    squares += less * less;
  }
  return all > 0 && all * all >= times * squares;
}

}  // namespace

bool highest_bit_match(const Source& source, const Candidate& candidate) {
  const BitComparison bits(source, candidate);
  if (!bits.possible(candidate.recipe)) return false;
  const Missed own = bits.missed(candidate.recipe);
  const auto entries = recipe::catalogue(candidate.program());
  return std::all_of(entries.begin(), entries.end(), [&](const recipe::Entry& entry) {
    return entry.name == candidate.recipe || !bits.possible(entry.name) ||
           fewer(own, bits.missed(entry.name));
  });
}

bool matches_as_many_bits(const Source& source, const Candidate& candidate) {
  const BitComparison bits(source, candidate);
  const auto sines = recipe::trigonometry(candidate.recipe);
  double own = sum(bits.missed(candidate.recipe));
  double sound = std::numeric_limits<double>::infinity();
  for (const recipe::Entry& entry : recipe::catalogue(candidate.program())) {
    if (!entry.sound || !bits.possible(entry.name)) continue;
    sound = std::min(sound, sum(bits.missed(entry.name)));
    if (const auto missed = bits.missed(entry.name, sines)) own = std::min(own, sum(*missed));
  }
  return sines == recipe::Trigonometry::quarter_turn ? own < sound : own <= sound;
}

bool matches_clearly_more_bits(const Source& source, const Candidate& candidate) {
  const BitComparison bits(source, candidate, kComparedBeside);
  if (!bits.possible(candidate.recipe)) return false;
  const auto sines = recipe::trigonometry(candidate.recipe);
  std::optional<Missed> own = bits.missed(candidate.recipe), sound;
  const auto take_less = [](std::optional<Missed> other, std::optional<Missed>& best) {
    if (other && (!best || sum(*other) < sum(*best))) best = std::move(other);
  };
  for (const recipe::Entry& entry : recipe::catalogue(candidate.program())) {
    if (!entry.sound || !bits.possible(entry.name)) continue;
    take_less(bits.missed(entry.name), sound);
    take_less(bits.missed(entry.name, sines), own);
  }
  if (!sound || sum(*sound) - sum(*own) < kFewestMore) return false;
  const bool half = 2 * sum(*own) <= sum(*sound);
  return fewer(*own, *sound, half ? kSquares : kSquaresBeside);
}

}  // namespace sextant::verify
