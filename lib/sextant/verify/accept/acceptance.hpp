#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/bounds_check.hpp"

namespace sextant::verify {

/// A sound recipe that accepts every entry of a table.
struct Acceptance {
  std::string recipe;
  Format computed_in;
  std::string hypothesis;
  std::string_view library;  ///< on whose word it accepts, as its recipe computes
  Margin margin;
  bool by_same_arithmetic = false;  ///< some entries were accepted by the same-arithmetic check
};

/// The number of rows of a sample.
inline constexpr std::uint64_t kSampleRows = 64;

/// A sound recipe for the positions of some rows.
struct Sound {
  std::string_view name;
  Format compute;
  std::unique_ptr<recipe::Recipe> recipe;
};
std::vector<Sound> sound_recipes(const Source& rows, const Chart& program,
                                 const recipe::ComputeFormats& formats);

/// The assumptions of an acceptance in words, with that of the same-arithmetic check if it accepted
/// entries.
std::string hypothesis_words(const exact::Oracle& oracle, const Format& compute,
                             const recipe::Library& library, bool by_same_arithmetic);

/// Rows to check, their truth, and the chart and formats of the program that made them.
struct Piece {
  const Source* source = nullptr;
  const exact::Oracle* oracle = nullptr;
  const Chart* program = nullptr;
  recipe::ComputeFormats formats;
};

/// The sound recipe that accepts all pieces of a table; nullopt if there is none.  It assumes the
/// library that the formats name or, if they name none, the strictest that accepts them.  If there
/// are several recipes, it is the one that matches most bits of a sample, and among equals the
/// first of the catalogue.
std::optional<Acceptance> acceptance(std::span<const Piece> pieces, const Progress& progress = {});

/// The same for a table in one piece.
std::optional<Acceptance> acceptance(const Source& source, const exact::Oracle& oracle,
                                     const Chart& program, const recipe::ComputeFormats& formats,
                                     const Progress& progress = {});

}  // namespace sextant::verify
