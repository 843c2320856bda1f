#include "sextant/verify/rotation/rotated_acceptance.hpp"

#include <algorithm>
#include <utility>

#include "sextant/recipe/catalogue/other_sines.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFirstPlaces = 4, kFirstLeads = 1;

/// A recipe for the tables, and its application.
struct Way {
  std::string_view name;
  Format compute;
  recipe::Application application;
};

const recipe::Library& called(const Program& program) {
  return program.library != nullptr ? *program.library : recipe::usual_library();
}

/// A recipe of the catalogue, or the one whose frequencies are given.
std::unique_ptr<recipe::Recipe> make(const Way& way, const Program& program,
                                     const Positions& positions) {
  const recipe::ComputeFormats formats{
      .compute = way.compute, .store = way.application.tables, .library = &called(program)};
  if (program.given == Given::no) return recipe::make(way.name, program.chart, formats, positions);
  return recipe::make_given(program.chart, formats, positions, program.given == Given::nearly);
}

std::vector<Way> ways(const RotatedSource& source, const Program& program, bool sound) {
  std::vector<Way> found;
  const auto all = [&](std::string_view name, const Format& compute) {
    for (const auto& a : recipe::applications(source.given, program.compute, source.format)) {
      // Products are formed in what the program computes in: its tables are cast to that.
      if (a.tables.precision <= compute.precision) found.push_back({name, compute, a});
    }
  };
  if (program.given != Given::no) {
    all("given", program.compute);
    return found;
  }
  for (const recipe::Entry& entry : recipe::catalogue(program.chart)) {
    if (entry.sequential || (sound && !entry.sound)) continue;
    all(entry.name, recipe::computes_in(entry.name, {program.compute, program.compute, {}}));
  }
  return found;
}

BoundsResult bounds_of(const RotatedSource& source, const Way& way, const Program& program,
                       std::uint64_t patience, const Progress& progress = {}) {
  const auto tables = make(way, program, source.positions);
  return check_bounds(source,
                      {program.rotation, way.application, *tables, way.compute, called(program)},
                      patience, progress);
}

double bitwise_share(const RotatedSource& source, const Way& way, const Program& program) {
  const auto tables = make(way, program, source.positions);
  double best = 0;
  for (const recipe::Fused fused : recipe::fusings(way.application)) {
    const AppliedRotation applied{program.rotation, way.application, *tables, way.compute,
                                  called(program)};
    best = std::max(best, bitwise_match(source, applied, fused).fraction());
  }
  return best;
}

std::string words_of(const Way& way, const recipe::Library& library) {
  const recipe::Application& a = way.application;
  return "tables " + recipe::hypothesis(way.compute, library) + "; held in " + a.tables.name() +
         ", products and sums in " + a.steps.name() + ", stored in " + a.store.name();
}

/// The largest number of damaged numbers: one in a hundred, or three if that is at most one in
/// eight.
std::uint64_t few_of(const RotatedSource& source) {
  const std::uint64_t all = source.leads * source.places() * source.columns;
  return std::max(all / 100, std::min<std::uint64_t>(3, all / 8));
}

/// What accepts a source with the library of the program.
std::optional<Acceptance> with_library(const RotatedSource& source, const Program& program,
                                       const Progress& progress) {
  const RotatedSource first = sample(source, kFirstPlaces, kFirstLeads);
  const RotatedSource few = sample(source, kPlacesTried, kLeadsTried);
  std::vector<std::pair<double, Way>> ranked;
  for (const Way& way : ways(source, program, true)) {
    if (!bounds_of(first, way, program, 0).whole() || !bounds_of(few, way, program, 0).whole())
      continue;
    ranked.emplace_back(-bitwise_share(few, way, program), way);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, way] : ranked) {
    const BoundsResult all = bounds_of(source, way, program, 0, progress);
    if (!all.whole()) continue;
    const std::string more =
        all.by_same_arithmetic
            ? "; where its bound exceeds 0.1 of a pair's length, by one frequency a "
              "column within that hypothesis"
            : "";
    const recipe::Library& library = called(program);
    return Acceptance{std::string(way.name), way.compute, words_of(way, library) + more,
                      library.name,          all.margin,  all.by_same_arithmetic};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Acceptance> acceptance(const RotatedSource& source, const Program& program,
                                     const Progress& progress) {
  if (program.library != nullptr)
    return program.library->passes(program.compute) ? with_library(source, program, progress)
                                                    : std::nullopt;
  Program with = program;
  with.library = &recipe::loosest_library();
  if (!with_library(sample(source, kPlacesTried, kLeadsTried), with, {})) return std::nullopt;
  for (const recipe::Library* library : recipe::passing_libraries(program.compute)) {
    with.library = library;
    if (auto found = with_library(source, with, progress)) return found;
  }
  return std::nullopt;
}

double best_match(const RotatedSource& source, const Program& program) {
  const RotatedSource few = sample(source, kPlacesTried, kLeadsTried);
  double best = 0;
  for (const Way& way : ways(few, program, false))
    best = std::max(best, bitwise_share(few, way, program));
  return best;
}

std::optional<BoundsResult> damage(const RotatedSource& source, const Program& program) {
  const std::uint64_t most = few_of(source);
  const RotatedSource few = sample(source, kPlacesTried, kLeadsTried);
  std::optional<BoundsResult> best;
  for (const Way& way : ways(source, program, true)) {
    if (bounds_of(few, way, program, most).violations > most)
      continue;  // then there are too many in the whole source
    BoundsResult found = bounds_of(source, way, program, most);
    if (!best || found.violations < best->violations) best = std::move(found);
  }
  if (!best || best->violations == 0 || best->violations > most) return std::nullopt;
  return best;
}

std::optional<Making> bitwise_matching(const RotatedSource& source, const Program& program) {
  const RotatedSource few = sample(source, kPlacesTried, kLeadsTried);
  for (const Way& way : ways(source, program, false)) {
    const auto some = make(way, program, few.positions);
    for (const recipe::Fused fused : recipe::fusings(way.application)) {
      if (!bitwise_match(few,
                         {program.rotation, way.application, *some, way.compute, called(program)},
                         fused, 0)
               .all())
        continue;
      const auto all = make(way, program, source.positions);
      if (bitwise_match(source,
                        {program.rotation, way.application, *all, way.compute, called(program)},
                        fused, 0)
              .all())
        return Making{std::string(way.name), std::string(way.application.name)};
    }
  }
  return std::nullopt;
}

}  // namespace sextant::verify
