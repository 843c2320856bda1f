#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/cover.hpp"

namespace sextant::verify {

/// The sound recipe whose bound covers the whole table.
struct Grant {
  std::string recipe;
  Format computed_in;
  std::string hypothesis;
  Slack slack;
  bool by_reproduction = false;  ///< some bound is vacuous: entries were granted by reproduction
};

/// Rows that a sample has.
inline constexpr std::uint64_t kSampleRows = 64;

/// A sound recipe at work on some rows.
struct Sound {
  std::string_view name;
  Format compute;
  std::unique_ptr<recipe::Recipe> recipe;
};
std::vector<Sound> sound_recipes(const Source& rows, const Chart& program,
                                 const recipe::Chain& chain);

/// What a grant assumes, in words, where some entries may have been granted by reproduction.
std::string hypothesis_words(const exact::Oracle& oracle, const Format& compute,
                             bool by_reproduction);

/// What recipes are asked to cover: rows, their truth, and what a program makes them of.
struct Piece {
  const Source* source = nullptr;
  const exact::Oracle* oracle = nullptr;
  const Chart* program = nullptr;
  recipe::Chain chain;
};

/// The sound recipe that covers all of these pieces of a table; of several the one that makes most
/// of their samples again, and then the first of the catalogue.
std::optional<Grant> grant(std::span<const Piece> pieces, const Progress& progress = {});

/// The same of a table in one piece.
std::optional<Grant> grant(const Source& source, const exact::Oracle& oracle, const Chart& program,
                           const recipe::Chain& chain, const Progress& progress = {});

}  // namespace sextant::verify
