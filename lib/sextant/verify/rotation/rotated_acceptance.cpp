#include "sextant/verify/rotation/rotated_acceptance.hpp"

#include <algorithm>
#include <utility>

#include "sextant/recipe/catalogue/other_sines.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFirstPlaces = 4, kFirstLeads = 1;
constexpr std::size_t kWaysDamaged = 2;  ///< of damaged numbers the likeliest ways are tried

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

/// Ways with a score; those with the lowest come first.
using Ranked = std::vector<std::pair<double, Way>>;

void rank(Ranked& ranked) {
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
}

/// The programs that may have made a source, from the strictest library on.
class Acceptor {
 public:
  Acceptor(const RotatedSource& source, const Program& program)
      : source_(source),
        program_(program),
        first_(sample(source, kFirstPlaces, kFirstLeads)),
        few_(sample(source, kPlacesTried, kLeadsTried)) {
    if (program.library == nullptr) program_.library = &recipe::loosest_library();
    for (const Way& way : ways(source, program, true)) {
      if (whole(first_, way) && whole(few_, way))
        ranked_.emplace_back(-bitwise_share(few_, way, program_), way);
    }
    rank(ranked_);
  }

  std::optional<Acceptance> with(const recipe::Library& library, const Progress& progress) {
    program_.library = &library;
    for (const auto& ranked : ranked_) {
      const Way& way = ranked.second;
      const auto fits = [&](const RotatedSource& some) { return whole(some, way); };
      if (!std::all_of(failing_.begin(), failing_.end(), fits) || !fits(first_) || !fits(few_))
        continue;
      const BoundsResult all = bounds_of(source_, way, program_, 0, progress);
      if (all.whole()) return accepted(way, all);
      if (!all.places.empty() && failing_.size() < kMostFailing)
        failing_.push_back(vector_of(source_, all.places.front().row));
    }
    return std::nullopt;
  }

  bool hopeless() const { return ranked_.empty(); }

 private:
  static constexpr std::size_t kMostFailing = 8;

  bool whole(const RotatedSource& some, const Way& way) const {
    return bounds_of(some, way, program_, 0).whole();
  }

  Acceptance accepted(const Way& way, const BoundsResult& all) const {
    const std::string more =
        all.by_same_arithmetic
            ? "; where its bound exceeds 0.1 of a pair's length, by one frequency a "
              "column within that hypothesis"
            : "";
    const recipe::Library& library = called(program_);
    return {std::string(way.name), way.compute, words_of(way, library) + more,
            library.name,          all.margin,  all.by_same_arithmetic};
  }

  const RotatedSource& source_;
  Program program_;
  RotatedSource first_, few_;
  Ranked ranked_;
  std::vector<RotatedSource> failing_;  ///< vectors that some way does not make: asked first
};

}  // namespace

std::optional<Acceptance> acceptance(const RotatedSource& source, const Program& program,
                                     const Progress& progress) {
  if (program.library != nullptr && !program.library->passes(program.compute)) return std::nullopt;
  Acceptor acceptor(source, program);
  if (acceptor.hopeless()) return std::nullopt;
  if (program.library != nullptr) return acceptor.with(*program.library, progress);
  for (const recipe::Library* library : recipe::passing_libraries(program.compute))
    if (auto found = acceptor.with(*library, progress)) return found;
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
  Program with = program;
  if (with.library == nullptr) with.library = &recipe::loosest_library();
  Ranked ranked;
  for (const Way& way : ways(source, program, true)) {
    const std::uint64_t wrong = bounds_of(few, way, with, most).violations;
    if (wrong <= most)  // else there are too many in the whole source
      ranked.emplace_back(static_cast<double>(wrong) - bitwise_share(few, way, with), way);
  }
  rank(ranked);
  if (ranked.size() > kWaysDamaged) ranked.resize(kWaysDamaged);
  std::optional<BoundsResult> best;
  for (const auto& [score, way] : ranked) {
    BoundsResult found = bounds_of(source, way, with, most);
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
