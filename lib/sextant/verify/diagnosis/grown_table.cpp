#include "sextant/verify/diagnosis/grown_table.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

/// Minimum number of entries in each piece; fewer may fit a scaling by accident.
constexpr std::uint64_t kFewEntries = 64;

/// The row at which a table is split in two pieces.
struct Cut {
  std::uint64_t row = 0;
  bool later = true;  ///< the rows from `row` on differ from the claim; otherwise those before it
};

/// Finds by bisection the first row that differs from row 0 in whether it is as claimed.  nullopt
/// if the last row does not differ.
std::optional<Cut> cut_of(const Source& source, const Claim& claim) {
  const ApproximateReference truth(claim, source.format);
  const auto as_claimed = [&](std::uint64_t row) {
    return truth.ask(source.row(row), source.positions[row], 0).differ == 0;
  };
  const bool first = as_claimed(0);
  if (as_claimed(source.rows - 1) == first) return std::nullopt;
  std::uint64_t before = 0, after = source.rows - 1;
  while (after - before > 1) {
    const std::uint64_t middle = before + (after - before) / 2;
    (as_claimed(middle) == first ? before : after) = middle;
  }
  return Cut{after, first};
}

/// Returns the first candidate that explains the rows which are not as claimed.
std::optional<Candidate> explanation(const CandidateTest& test, const Claim& claim) {
  for (auto list :
       {context_candidates(claim), fitted_candidates(test.source(), claim, ShownBy::positions)}) {
    for (Candidate& candidate : list)
      if (test.explains(candidate)) return std::move(candidate);
  }
  return std::nullopt;
}

}  // namespace

std::vector<Finding> grown_table(const Source& source, const Claim& claim) {
  const bool rotary = std::holds_alternative<Rotary>(claim.encoding);
  if (!rotary || of_frequencies(claim.part) || source.positions.float32 || source.rows < 2)
    return {};
  const auto cut = cut_of(source, claim);
  if (!cut || std::min(cut->row, source.rows - cut->row) * source.columns < kFewEntries) return {};
  const CandidateTest head(beginning(source, cut->row)),
      tail(ending(source, source.rows - cut->row));
  const CandidateTest& sound = cut->later ? head : tail;
  const CandidateTest& other = cut->later ? tail : head;
  const Candidate meant = as_claimed(claim, "");
  if (!acceptance(sound.source(), exact::Oracle(claim.chart), claim.chart, claim.formats))
    return {};
  const auto candidate = explanation(other, claim);
  if (!candidate) return {};
  Parameters parameters = candidate->parameters;
  parameters["row"] = cut->row;
  parameters["position"] = position_value(source.positions[cut->row], source.positions.parts);
  parameters["rows"] = cut->later ? "from there on" : "before";
  const auto rows = static_cast<double>(source.rows);
  const auto part = [&](const CandidateTest& test, const Candidate& by) {
    return static_cast<double>(test.source().rows) / rows * test.match(by);
  };
  return {{candidate->fault, std::move(parameters), part(sound, meant) + part(other, *candidate)}};
}

}  // namespace sextant::verify
