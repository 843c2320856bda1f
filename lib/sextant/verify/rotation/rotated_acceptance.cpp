#include "sextant/verify/rotation/rotated_acceptance.hpp"

#include <algorithm>
#include <utility>

#include "sextant/recipe/catalogue/other_sines.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFirstPlaces = 4, kFirstLeads = 1;
constexpr std::size_t kWaysDamaged = 2;  ///< the number of likeliest ways that damage() tries
constexpr std::size_t kMostFailing =
    8;  ///< the number of vectors kept that some way does not explain

/// One way to rotate vectors: a recipe for the tables, and its application.  It also has the
/// results of a sample.
struct Way {
  std::string_view name;
  Format compute;
  recipe::Application application;
  std::uint64_t wrong = 0;
  double share = 0;  ///< fraction of the numbers that it matches bit for bit
};

/// Tests in which ways a program may have rotated the vectors of a source.
class AcceptanceTest {
 public:
  AcceptanceTest(const RotatedSource& source, const Program& program)
      : source_(source), few_(sample(source, kPlacesTried, kLeadsTried)), program_(program) {}

  /// All ways, or only the sound ones, in the order of the catalogue.
  std::vector<Way> ways(bool sound) const {
    std::vector<Way> found;
    const auto all = [&](std::string_view name, const Format& compute) {
      for (const auto& a : recipe::applications(source_.given, program_.compute, source_.format)) {
        // A program multiplies in its compute format, to which it casts its tables.
        if (a.tables.precision <= compute.precision) found.push_back({name, compute, a});
      }
    };
    if (program_.given != Given::no) {
      all("given", program_.compute);
      return found;
    }
    for (const recipe::Entry& entry : recipe::catalogue(program_.chart)) {
      const recipe::ComputeFormats formats = {program_.compute, program_.compute, {}};
      const bool accepts = entry.sound && recipe::possible(entry.name, formats);
      if (entry.sequential || (sound && !accepts)) continue;
      all(entry.name, recipe::computes_in(entry.name, formats));
    }
    return found;
  }

  /// The sound ways with at most `most` violations in the sample, with the loosest library allowed.
  /// They are sorted by violations, then by the fraction of matching bits.
  std::vector<Way> likely(std::uint64_t most) const {
    std::vector<Way> found;
    const RotatedSource first = sample(source_, kFirstPlaces, kFirstLeads);
    for (Way way : ways(true)) {
      if (most == 0 && !bounds(first, way, loosest(), 0).whole()) continue;
      way.wrong = bounds(few_, way, loosest(), most).violations;
      if (way.wrong > most) continue;  // the whole source then has too many as well
      way.share = share(way);
      found.push_back(way);
    }
    std::stable_sort(found.begin(), found.end(), [](const Way& a, const Way& b) {
      return static_cast<double>(a.wrong) - a.share < static_cast<double>(b.wrong) - b.share;
    });
    return found;
  }

  double share(const Way& way) const {
    double best = 0;
    for (const recipe::Fused fused : recipe::fusings(way.application))
      best = std::max(best, bits(few_, way, fused, ~std::uint64_t{0}).fraction());
    return best;
  }

  BoundsResult bounds(const RotatedSource& some, const Way& way, const recipe::Library& library,
                      std::uint64_t patience, const Progress& progress = {}) const {
    const auto tables = make(way, some, library);
    return check_bounds(some, {program_.rotation, way.application, *tables, way.compute, library},
                        patience, progress);
  }

  /// Whether a way matches every bit for some choice of fused products.
  bool makes(const Way& way) const {
    const auto fusings = recipe::fusings(way.application);
    return std::any_of(fusings.begin(), fusings.end(), [&](recipe::Fused fused) {
      return bits(few_, way, fused, 0).all() && bits(source_, way, fused, 0).all();
    });
  }

  const recipe::Library& loosest() const {
    return program_.library != nullptr ? *program_.library : recipe::loosest_library();
  }
  const RotatedSource& few() const { return few_; }

 private:
  Match bits(const RotatedSource& some, const Way& way, recipe::Fused fused,
             std::uint64_t patience) const {
    const recipe::Library& library =
        program_.library != nullptr ? *program_.library : recipe::usual_library();
    const auto tables = make(way, some, library);
    return bitwise_match(some, {program_.rotation, way.application, *tables, way.compute, library},
                         fused, patience);
  }

  /// The recipe of a way: from the catalogue, or the one with given frequencies.
  std::unique_ptr<recipe::Recipe> make(const Way& way, const RotatedSource& some,
                                       const recipe::Library& library) const {
    recipe::ComputeFormats formats{
        .compute = way.compute, .store = way.application.tables, .library = &library};
    formats.intermediate.angle = program_.angle;
    if (program_.given == Given::no)
      return recipe::make(way.name, program_.chart, formats, some.positions);
    return recipe::make_given(program_.chart, formats, some.positions,
                              program_.given == Given::nearly);
  }

  const RotatedSource& source_;
  RotatedSource few_;
  const Program& program_;
};

Acceptance accepted(const Way& way, const recipe::Library& library, const BoundsResult& all) {
  const recipe::Application& a = way.application;
  std::string words = "tables " + recipe::hypothesis(way.compute, library) + "; held in " +
                      a.tables.name() + ", products and sums in " + a.steps.name() +
                      ", stored in " + a.store.name();
  if (all.by_same_arithmetic)
    words +=
        "; where its bound exceeds 0.1 of a pair's length, by one frequency a column within that "
        "hypothesis";
  return {std::string(way.name), way.compute, std::move(words),
          library.name,          all.margin,  all.by_same_arithmetic};
}

}  // namespace

std::optional<Acceptance> acceptance(const RotatedSource& source, const Program& program,
                                     const Progress& progress) {
  std::vector<const recipe::Library*> libraries = recipe::passing_libraries(program.compute);
  if (program.library != nullptr) {
    if (!program.library->passes(program.compute)) return std::nullopt;
    libraries = {program.library};
  }
  const AcceptanceTest test(source, program);
  const std::vector<Way> ways = test.likely(0);
  std::vector<RotatedSource> failing;  // vectors that are tested first
  for (const recipe::Library* library : libraries) {
    for (const Way& way : ways) {
      const auto fits = [&](const RotatedSource& some) {
        return test.bounds(some, way, *library, 0).whole();
      };
      if (!std::all_of(failing.begin(), failing.end(), fits) || !fits(test.few())) continue;
      const BoundsResult all = test.bounds(source, way, *library, 0, progress);
      if (all.whole()) return accepted(way, *library, all);
      if (all.places.empty() || failing.size() == kMostFailing) continue;
      const std::uint64_t row = all.places.front().row;
      failing.push_back(only(source, {source.lead(row)}, {source.place(row)}));
    }
  }
  return std::nullopt;
}

double best_match(const RotatedSource& source, const Program& program) {
  const AcceptanceTest test(source, program);
  double best = 0;
  for (const Way& way : test.ways(false)) best = std::max(best, test.share(way));
  return best;
}

std::optional<BoundsResult> damage(const RotatedSource& source, const Program& program) {
  // At most 1 % of the numbers, or three if three are at most one eighth of the numbers.
  constexpr std::uint64_t kFewest = 3;
  constexpr double kGross = 2;  // bounds; more errors that are smaller are systematic, not damage
  const std::uint64_t all = source.leads * source.places() * source.columns;
  const std::uint64_t most = std::max(all / 100, std::min(kFewest, all / 8));
  const AcceptanceTest test(source, program);
  std::vector<Way> ways = test.likely(most);
  if (ways.size() > kWaysDamaged) ways.resize(kWaysDamaged);
  std::optional<BoundsResult> best;
  for (const Way& way : ways) {
    BoundsResult found = test.bounds(source, way, test.loosest(), most);
    if (!best || found.violations < best->violations) best = std::move(found);
  }
  if (!best || best->violations == 0 || best->violations > most) return std::nullopt;
  const bool gross =
      std::all_of(best->places.begin(), best->places.end(),
                  [&](const Violation& place) { return place.absolute > kGross * place.bound; });
  return best->violations <= kFewest || gross ? std::move(best) : std::nullopt;
}

std::optional<Making> bitwise_matching(const RotatedSource& source, const Program& program) {
  const AcceptanceTest test(source, program);
  for (const Way& way : test.ways(false))
    if (test.makes(way)) return Making{std::string(way.name), std::string(way.application.name)};
  return std::nullopt;
}

}  // namespace sextant::verify
