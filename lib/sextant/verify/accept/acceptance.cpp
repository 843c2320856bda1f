#include "sextant/verify/accept/acceptance.hpp"

#include <algorithm>

#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/accept/one_frequency.hpp"

namespace sextant::verify {
namespace {

/// The recipe with this name and library, for the positions of some rows of a piece.
std::unique_ptr<recipe::Recipe> recipe_for(std::string_view name, const Piece& piece,
                                           const Source& rows, const recipe::Library& library) {
  recipe::ComputeFormats formats = piece.formats;
  formats.library = &library;
  return recipe::make(name, *piece.program, formats, rows.positions);
}

/// The fraction of sample entries that a recipe matches bit for bit; nullopt if it does not accept
/// a sample.  The first few rows come first, because they reject most recipes quickly.
std::optional<double> rank(const recipe::Entry& entry, std::span<const Piece> pieces,
                           std::span<const Source> samples, const recipe::Library& library) {
  Match match;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Piece& piece = pieces[k];
    const Format compute = recipe::computes_in(entry.name, piece.formats);
    const auto recipe = recipe_for(entry.name, piece, samples[k], library);
    for (const Source& rows : {beginning(samples[k]), samples[k]}) {
      if (!check_bounds(rows, *piece.oracle, *recipe, compute, {.patience = 0}).whole())
        return std::nullopt;
    }
    match.merge(bitwise_match(samples[k], *recipe));
  }
  return match.fraction();
}

/// The recipes that accept a sample of every piece.  Those that match most bits come first; equal
/// ones keep the catalogue's order.
std::vector<const recipe::Entry*> candidate_recipes(std::span<const Piece> pieces,
                                                    std::span<const Source> samples,
                                                    const recipe::Library& library) {
  std::vector<std::pair<double, const recipe::Entry*>> ranked;
  for (const recipe::Entry& entry : recipe::catalogue(*pieces.front().program)) {
    if (!entry.sound || !possible(entry.name, pieces.front().formats)) continue;
    if (const auto found = rank(entry, pieces, samples, library))
      ranked.emplace_back(-*found, &entry);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const recipe::Entry*> entries;
  for (const auto& [rank, entry] : ranked) entries.push_back(entry);
  return entries;
}

/// The acceptance by a recipe with a library; nullopt unless it accepts every entry of all pieces.
/// `seen` keeps the profiles of the pieces for further calls.
std::optional<Acceptance> whole_acceptance(const recipe::Entry& entry,
                                           std::span<const Piece> pieces,
                                           const recipe::Library& library,
                                           std::vector<std::optional<measure::Profile>>& seen,
                                           const Progress& progress) {
  const Format compute = recipe::computes_in(entry.name, pieces.front().formats);
  Acceptance found{std::string(entry.name), compute, {}, library.name, {}, false};
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Piece& piece = pieces[k];
    const auto recipe = recipe_for(entry.name, piece, *piece.source, library);
    if (!seen[k]) seen[k] = profile(*piece.source, *piece.oracle);
    const BoundsResult all = check_bounds(*piece.source, *piece.oracle, *recipe, compute,
                                          {0, seen[k] ? &*seen[k] : nullptr}, progress);
    if (!all.whole() || !one_frequency_a_pair(*piece.source, *piece.oracle, *recipe, compute))
      return std::nullopt;
    found.margin.merge(all.margin);
    found.by_same_arithmetic |= all.by_same_arithmetic;
  }
  found.hypothesis =
      hypothesis_words(*pieces.front().oracle, compute, library, found.by_same_arithmetic);
  return found;
}

/// The libraries to try, from strict to loose.  If the formats name a library, it is the only one;
/// the list is empty if no table may pass with it.
std::vector<const recipe::Library*> libraries_tried(const recipe::ComputeFormats& formats) {
  if (formats.library == nullptr) return recipe::passing_libraries(formats.compute);
  if (!formats.library->passes(formats.compute)) return {};
  return {formats.library};
}

}  // namespace

std::string hypothesis_words(const exact::Oracle& oracle, const Format& compute,
                             const recipe::Library& library, bool by_same_arithmetic) {
  std::string text = recipe::hypothesis(compute, library);
  if (!by_same_arithmetic) return text;
  return text + "; where its bound exceeds 0.1" +
         (oracle.waves().of_size_1() ? "" : " of the amplitude") +
         ", by one frequency a column within that hypothesis";
}

std::vector<Sound> sound_recipes(const Source& rows, const Chart& program,
                                 const recipe::ComputeFormats& formats) {
  std::vector<Sound> recipes;
  for (const recipe::Entry& entry : recipe::catalogue(program)) {
    if (!entry.sound || !possible(entry.name, formats)) continue;
    recipes.push_back({entry.name, recipe::computes_in(entry.name, formats),
                       recipe::make(entry.name, program, formats, rows.positions)});
  }
  return recipes;
}

std::optional<Acceptance> acceptance(std::span<const Piece> pieces, const Progress& progress) {
  std::vector<Source> samples;
  for (const Piece& piece : pieces) samples.push_back(sample(*piece.source, kSampleRows));
  const recipe::ComputeFormats& formats = pieces.front().formats;
  // If the loosest library accepts no sample, only a library with inexact divisions can accept one.
  const bool covered = formats.library != nullptr ||
                       !candidate_recipes(pieces, samples, recipe::loosest_library()).empty();
  std::vector<std::optional<measure::Profile>> seen(pieces.size());
  for (const recipe::Library* library : libraries_tried(formats)) {
    if (!covered && library->hypothesis(formats.compute).divides_exactly()) continue;
    for (const recipe::Entry* entry : candidate_recipes(pieces, samples, *library)) {
      if (auto found = whole_acceptance(*entry, pieces, *library, seen, progress)) return found;
    }
  }
  return std::nullopt;
}

std::optional<Acceptance> acceptance(const Source& source, const exact::Oracle& oracle,
                                     const Chart& program, const recipe::ComputeFormats& formats,
                                     const Progress& progress) {
  const Piece piece{&source, &oracle, &program, formats};
  return acceptance(std::span(&piece, 1), progress);
}

}  // namespace sextant::verify
