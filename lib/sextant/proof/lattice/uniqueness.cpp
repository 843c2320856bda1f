#include "sextant/proof/lattice/uniqueness.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/proof/statement/certificate.hpp"
#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;

class Watch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// `2^40`, or the number.
std::string size_text(const Integer& n) {
  return (n & Integer(n - 1)) == 0 && n > 1024 ? "2^" + std::to_string(msb(n)) : n.str();
}

/// The encoding's name in statements: distances are at amplitude 1, whatever its own.
std::string named(const Encoding& encoding, const Offsets& offsets) {
  return to_text(encoding) + (offsets.unit() ? "" : ", taken at amplitude 1");
}

std::string below(const Range& range) { return size_text(Integer(range.last + 1)); }

}  // namespace

Theorem uniqueness(const Encoding& encoding, const Range& range) {
  const Watch watch;
  const Offsets offsets(encoding);
  Theorem t{.name = "uniqueness"};
  t.certificate = std::make_shared<ordered_json>(certificate_of(t.name, encoding, offsets));
  ordered_json& certificate = *t.certificate;
  const OffsetDistance least = nearest_offset(offsets, range, certificate["near"]);
  if (least.below <= 0)
    throw Error("offset " + least.offset.str() +
                ": whether its rows are the same cannot be decided");
  certificate["minimum"] = to_json(least);
  t.outcome = TheoremOutcome::holds;
  t.statement = fmt::format(
      "{}: any two rows whose positions differ by k, 1 <= k < {}, are distinct vectors, and their "
      "squared distance D(k) is least at k = {}",
      named(encoding, offsets), below(range), least.offset.str());
  t.result = fmt::format("min D(k) = {} at k = {}", figure(least), least.offset.str());
  t.method = methods(certificate["near"]);
  conclude(t, watch.seconds());
  return t;
}

Theorem neighbours(const Encoding& encoding, const Range& range) {
  const Watch watch;
  const Offsets offsets(encoding);
  Theorem t{.name = "neighbours"};
  t.certificate = std::make_shared<ordered_json>(certificate_of(t.name, encoding, offsets));
  ordered_json& certificate = *t.certificate;
  const OffsetDistance one = near(offsets, 1);
  // The first rival ends the range: there may be very many after it.
  std::vector<OffsetDistance> found;
  Range some = range;
  for (some.last = std::min(range.last, Integer(1) << 10);;
       some.last = std::min(range.last, Integer(some.last << 2))) {
    found = near_offsets(offsets, some, one.above, certificate["near"]);
    if (found.size() > 1 || some.last == range.last) break;
  }
  t.statement = fmt::format(
      "{}: the closest pair of rows is a neighbouring pair, D(k) > D(1) for "
      "2 <= k < {}",
      named(encoding, offsets), below(range));
  if (found.size() < 2) {
    t.outcome = TheoremOutcome::holds;
    t.result = fmt::format("D(1) = {} is less than every other", figure(one));
  } else {
    some.last = found[1].offset;
    found = near_offsets(offsets, some, one.above, certificate["near"]);
    const OffsetDistance& rival = found.at(1);
    if (!nearer(rival, one)) throw Error("whether D(1) or a rival is less cannot be decided");
    certificate["rival"] = to_json(rival);
    t.outcome = TheoremOutcome::fails;
    t.result = fmt::format("first at k = {} (2^{:.1f}): D(k) = {} is less than D(1) = {}",
                           rival.offset.str(), std::log2(static_cast<double>(rival.offset)),
                           figure(rival), figure(one));
  }
  t.method = methods(certificate["near"]);
  conclude(t, watch.seconds());
  return t;
}

Theorem near_collisions(const Encoding& encoding, const Range& range, std::size_t count) {
  const Watch watch;
  const Offsets offsets(encoding);
  Theorem t{.name = "near-collisions"};
  t.certificate = std::make_shared<ordered_json>(certificate_of(t.name, encoding, offsets));
  ordered_json& certificate = *t.certificate;
  if (count < 1 || Integer(count) > range.last)
    throw Error("--count: from 1 to the offsets there are");
  const OffsetDistance least = nearest_offset(offsets, range, certificate["near"]);
  std::vector<OffsetDistance> found;
  for (Rational threshold = least.above; found.size() < count; threshold *= Rational(5, 2))
    found = near_offsets(offsets, range, threshold, certificate["near"]);
  std::sort(found.begin(), found.end(), nearer);
  found.resize(count);
  certificate["closest"] = to_json(found);
  t.outcome = TheoremOutcome::holds;
  t.statement = fmt::format("{}: of all offsets k, 1 <= k < {}, these {} have the least distances",
                            named(encoding, offsets), below(range), count);
  for (const OffsetDistance& n : found)
    t.result += fmt::format("{}{} ({})", t.result.empty() ? "" : ", ", n.offset.str(), figure(n));
  t.method = methods(certificate["near"]);
  conclude(t, watch.seconds());
  return t;
}

}  // namespace sextant::proof
