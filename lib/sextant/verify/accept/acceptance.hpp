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
  std::string_view library;  ///< name of the library whose error bounds it assumes
  Margin margin;
  bool by_same_arithmetic = false;  ///< some entries were checked by same arithmetic
};

/// The number of rows of a sample.
inline constexpr std::uint64_t kSampleRows = 64;

/// A sound recipe of the catalogue, for the positions of some rows.
struct Sound {
  std::string_view name;
  Format compute;
  std::unique_ptr<recipe::Recipe> recipe;
};

/// How the frequencies of a candidate are known: computed by recipes (no), given exactly, or given
/// within 32 roundings (nearly).
enum class Given : unsigned char { no, exactly, nearly };

/// The sound recipes that a program can use with these formats, for the positions of `rows`.
std::vector<Sound> sound_recipes(const Source& rows, const Chart& program,
                                 const recipe::ComputeFormats& formats);

/// The assumptions of an acceptance, in words: the error bounds of the library and, if
/// `by_same_arithmetic`, the assumption of the same-arithmetic check.
std::string hypothesis_words(const exact::Oracle& oracle, const Format& compute,
                             const recipe::Library& library, bool by_same_arithmetic);

/// Rows to check, the oracle of their true values, and the chart and formats of the program that
/// made them.  The pointers must stay valid during the check.
struct Piece {
  const Source* source = nullptr;
  const exact::Oracle* oracle = nullptr;
  const Chart* program = nullptr;
  recipe::ComputeFormats formats;
};

/// The sound recipe that accepts every entry of all pieces of a table; nullopt if there is none.
/// It assumes the library that the formats name.  If they name none, it assumes the strictest
/// library with which some recipe accepts.  Of several recipes, the result is the one that matches
/// most bits of a sample, and the first of the catalogue among equals.  `pieces` must not be empty.
std::optional<Acceptance> acceptance(std::span<const Piece> pieces, const Progress& progress = {});

/// The same for a table in one piece.
std::optional<Acceptance> acceptance(const Source& source, const exact::Oracle& oracle,
                                     const Chart& program, const recipe::ComputeFormats& formats,
                                     const Progress& progress = {});

}  // namespace sextant::verify
