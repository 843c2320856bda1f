#pragma once

#include <optional>
#include <string>

#include "sextant/verify/accept/given.hpp"
#include "sextant/verify/accept/grant.hpp"
#include "sextant/verify/accept/turned_cover.hpp"

namespace sextant::verify {

/// A rotation, and what recipes see of its tables.
struct Program {
  VectorRotation rotation;
  Chart chart;
  Format compute;
  Given given = Given::no;
};

/// The sound recipe and the way of applying it that cover a whole source: of several, those that
/// reproduce most.
std::optional<Grant> grant(const TurnedSource& source, const Program& program,
                           const Progress& progress = {});

/// What is tried on a sample is tried on so many vectors.
inline constexpr std::uint64_t kPlacesTried = 64, kLeadsTried = 4;

/// The fraction of a source that the best recipe makes again, bit for bit; of a long one, of a
/// sample.
double best_match(const TurnedSource& source, const Program& program);

/// The first recipe of the catalogue that makes every bit again, and how it is applied.
struct Making {
  std::string recipe, application;
};
std::optional<Making> reproducing(const TurnedSource& source, const Program& program);

/// The cover that leaves fewest numbers outside; nullopt if those are not a few, or none.
std::optional<Coverage> damage(const TurnedSource& source, const Program& program);

}  // namespace sextant::verify
