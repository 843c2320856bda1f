#pragma once

#include <optional>
#include <string>

#include "sextant/verify/accept/turned_cover.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"
#include "sextant/verify/verdict/verdict.hpp"

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

/// A few numbers outside every bound, all others inside; nothing where that is not so.
std::optional<Finding> corrupt(const TurnedSource& source, const Program& program);

/// Why vectors are not turned as claimed: the first suspect that covers them, tried on a sample and
/// then on all, or a few numbers that alone are wrong.  Empty: unexplained.
std::vector<Finding> diagnose(const TurnedSource& source, const Claim& claim,
                              const Program& program);

}  // namespace sextant::verify
