#include "sextant/proof/rows/distinct_rows.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/proof/rows/row_search.hpp"
#include "sextant/proof/statement/certificate.hpp"
#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;

constexpr double kStage =
    64;  // approximate number of offsets in the first list, and growth of the next

/// The largest distance of two rows of one pair that round alike.             distinct_rows.md, (3)
Rational alike_within_a_pair(const Format& format) {
  return 2 * power_of_two(-2 * format.precision);
}

/// The rows, the question about them, and the results so far.
class Rows {
 public:
  Rows(const Encoding& encoding, const Format& format, const Range& range, const Effort& effort)
      : encoding_(encoding),
        format_(format),
        range_(range),
        effort_(effort),
        offsets_(encoding),
        last_(to_position(Rational(range.last))),
        table_(chart(encoding), format, Positions::from(0, made())),
        entries_(table_.oracle(), format) {
    if (table_.oracle().waves().amplitude != 1)
      throw Error("amplitude: rows are compared at amplitude 1 alone; take --amplitude 1");
  }

  Theorem theorem() {
    theorem_.name = "distinct-rows";
    theorem_.statement = fmt::format(
        "the correctly rounded {} rows of positions 0 to {} of {} are "
        "pairwise distinct",
        format_.name(), to_text(last_), to_text(encoding_));
    collision_ = repeats(table_, format_, table_.positions().count, true).first;
    settled_ = collision_ ? collision_->later : static_cast<Position>(table_.positions().count) - 1;
    together_ = settled_ + 1;
    // In stages, so that the list has no offsets far beyond the first collision.
    for (double end = kStage / density(); !collision_ && !open_; end *= kStage) {
      const Position stage = end < static_cast<double>(last_) ? static_cast<Position>(end) : last_;
      if (stage <= settled_ && stage < last_) continue;
      list_offsets(stage);
      search(stage);
      if (stage == last_) break;
    }
    // Offsets larger than the later row of a collision are irrelevant to it.
    if (collision_) list_offsets(collision_->later);
    conclude_rows();
    return std::move(theorem_);
  }

 private:
  /// A number of rows that leaves few near offsets if no two are equal.       distinct_rows.md, (6)
  std::uint64_t made() const {
    if (range_.last < 1) throw Error("one row has no other: take 0:2 or more");
    const double root = 4 * std::sqrt(static_cast<double>(last_));
    const std::uint64_t wide = 16 * static_cast<std::uint64_t>(offsets_.pairs());
    const std::uint64_t affordable = std::max<std::uint64_t>(effort_.bytes / wide, 2);
    const auto enough = std::min({static_cast<std::uint64_t>(root) + 1, effort_.rows, affordable});
    return static_cast<std::uint64_t>(std::min<Position>(last_ + 1, enough));
  }

  /// The fraction of offsets that are near, if phases are spread evenly: the volume of a ball in
  /// their cube.                                                              distinct_rows.md, (7)
  double density() const {
    const double m = offsets_.pairs();
    const auto within = static_cast<double>(alike_within(format_, offsets_.pairs()));
    const double log_radius = std::log(within / (4 * std::numbers::pi)) / 2;
    return std::exp(m * log_radius - std::lgamma(m / 2 + 1));
  }

  /// Near offsets up to `end`, without those at which the rows of some pair of channels differ.
  void list_offsets(Position end) {
    search_.offsets.clear();
    const Range part{numerator(to_rational(end)), range_.method, range_.progress};
    const Rational within = alike_within(format_, offsets_.pairs());
    for (const OffsetDistance& one : near_offsets(offsets_, part, within, near_))
      if (possible(one.offset)) search_.offsets.push_back(to_position(Rational(one.offset)));
  }

  bool possible(const Integer& offset) const {
    const Wide half_turns = enclose_pi<Wide>() * enclose<Wide>(offset);
    const Rational within = alike_within_a_pair(format_);
    for (int pair = 0; pair < offsets_.pairs(); ++pair) {
      const Wide sine = sin(Wide(half_turns * offsets_.turns(pair)));
      if (to_rational(lower_end(Wide(Wide(4) * sine * sine))) > within) return false;
    }
    return true;
  }

  void search(Position end) {
    search_.first = settled_ + 1;
    search_.last = end;
    search_.most = effort_.pairs - compared_;
    const RowSearch::Answer answer = search_.run(entries_, range_.progress);
    collision_ = answer.found;
    settled_ = answer.settled;
    compared_ += answer.pairs;
    open_ = !collision_ && settled_ < end;
  }

  void conclude_rows() {
    theorem_.outcome = collision_ ? TheoremOutcome::fails
                       : open_    ? TheoremOutcome::open
                                  : TheoremOutcome::holds;
    theorem_.result =
        collision_ ? fmt::format("rows {} and {} are alike, and no two before them",
                                 to_text(collision_->earlier), to_text(collision_->later))
        : open_    ? fmt::format("no two rows up to {} are alike; beyond, {} offsets are left",
                                 to_text(settled_), search_.offsets.size())
                   : "no two rows are alike";
    theorem_.method = fmt::format("{}; {} rows compared all with all, {} pairs of rows by offset",
                                  methods(near_), to_text(together_), compared_);
    ordered_json certificate = certificate_of(theorem_.name, encoding_, offsets_);
    certificate["near"] = near_;
    ordered_json collision = nullptr;
    if (collision_) {
      collision = {{"earlier", to_text(collision_->earlier)},
                   {"later", to_text(collision_->later)}};
    }
    certificate["rows"] = {{"format", format_.name()},
                           {"first", "0"},
                           {"last", to_text(last_)},
                           {"amplitude", "1"},
                           {"origin", to_text(table_.oracle().waves().origin)},
                           {"scope", "every row"},
                           {"collision", collision}};
    theorem_.certificate = std::make_shared<ordered_json>(std::move(certificate));
  }

  const Encoding& encoding_;
  Format format_;
  Range range_;
  Effort effort_;
  Offsets offsets_;
  Position last_;
  exact::ExactTable table_;
  exact::Entries entries_;
  ordered_json near_;
  RowSearch search_;
  std::optional<Collision> collision_;
  Position settled_ = 0;   ///< no later position up to here has a collision
  Position together_ = 0;  ///< rows that were compared, each with all others
  bool open_ = false;
  std::uint64_t compared_ = 0;
  Theorem theorem_;
};

}  // namespace

Rational alike_within(const Format& format, int pairs) {
  return pairs * alike_within_a_pair(format);
}

Theorem distinct_rows(const Encoding& encoding, const Format& format, const Range& range,
                      const Effort& effort) {
  const auto begin = std::chrono::steady_clock::now();
  Theorem theorem = Rows(encoding, format, range, effort).theorem();
  conclude(theorem,
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return theorem;
}

}  // namespace sextant::proof
