#pragma once

#include <functional>
#include <optional>

#include "sextant/verify/rows/byte_order.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// What the grade of a table depends on, in addition to the statistics of its entries.
struct Gradable {
  std::function<double()> match;  ///< fraction of entries that a recipe matches bit for bit
  std::function<std::optional<Acceptance>()> accepted;
  /// Whether a faithful table holds values rounded toward zero.
  std::function<bool()> truncated = [] { return false; };
};

/// The finding that a table holds values rounded toward zero.
Finding rounded_toward_zero(const Format& format);

/// Grades a verdict whose entries are all faithful, or are accepted by a recipe, or cannot be
/// judged.  Entries that are not finite become a finding; the grade is then at best `explained`.
/// Returns whether the grade is final; if not, it is still the `unexplained` of a new verdict.
bool graded(const Gradable& table, Verdict& verdict);

/// Adds the fault that a table had to be changed before it could be read.  A program that reads the
/// table as stored gets wrong numbers.
void add_alteration(Finding change, Verdict& verdict);

/// Returns the verdict of `judge` on a table after swapping the bytes of its numbers.  nullopt if
/// the bytes do not seem to be swapped, or if this verdict is `unexplained`.
template <class Judge>
std::optional<Verdict> judged_swapped(const Table& stored, const Judge& judge) {
  if (!seems_swapped(stored)) return std::nullopt;
  const Table swapped = stored.swapped();
  Verdict verdict = judge(swapped, Finding{"byte-order", {{"order", byte_order(swapped)}}});
  verdict.swapped = true;
  if (verdict.grade == Grade::unexplained) return std::nullopt;
  return verdict;
}

/// Returns the verdict of `judge` on a table with rows and columns exchanged.
template <class Judge>
Verdict judged_transposed(const Table& stored, const Judge& judge) {
  Verdict verdict =
      judge(stored.transposed(),
            Finding{"transposed", {{"rows", stored.rows()}, {"columns", stored.columns()}}});
  verdict.transposed = true;
  return verdict;
}

}  // namespace sextant::verify
