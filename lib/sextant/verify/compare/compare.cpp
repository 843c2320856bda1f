#include "sextant/verify/compare/compare.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/judged_table.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"
#include "sextant/verify/verdict/verdict_words.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {
namespace {

/// The part without the information whether columns are repeated, which depends on each table's
/// columns.
Part once(Part part) {
  if (part == Part::cos_repeated) return Part::cos;
  return part == Part::sin_repeated ? Part::sin : part;
}

/// Whether two tables have the same claim.  Their numbers of columns may differ, because one may
/// repeat columns.
bool same_claim(const JudgedTable& a, const JudgedTable& b) {
  const Claim& his = a.reading.claim;
  const Claim& my = b.reading.claim;
  return to_text(his.encoding) == to_text(my.encoding) && once(his.part) == once(my.part) &&
         a.reading.positions.text() == b.reading.positions.text() &&
         a.reading.positions.parts == b.reading.positions.parts;
}

/// The question for the other table, with the claim of the better one.
Named as(const JudgedTable& better, const Question& asked) {
  Question q = better.known.question;
  q.encoding = better.reading.claim.encoding;
  q.dim_given = true;
  q.part = once(q.part);
  q.computed_in = asked.computed_in;
  return {std::move(q), better.known.identity};
}

void expect_same_rows(const JudgedTable& reference, const JudgedTable& mine) {
  const auto rows = [](const JudgedTable& s) { return s.reading.table.rows(); };
  if (rows(reference) == rows(mine)) return;
  throw Error(fmt::format(
      "{} has {} rows, and {} has {}: compare tables of the same positions (array[first:last])",
      reference.table.name(), rows(reference), mine.table.name(), rows(mine)));
}

/// Ensures that both tables have one claim, and adds warnings about it.  If the claims differ, the
/// other table is judged again, with the claim of the better one.  If no encoding was given, tables
/// that are identified differently keep their claims.
void settle(JudgedTable& reference, JudgedTable& mine, const Question& asked, Comparison& result,
            const Progress& progress) {
  expect_same_rows(reference, mine);
  const bool identified = !reference.known.identity.empty();
  const bool of_mine = mine.verdict.grade < reference.verdict.grade;
  JudgedTable& better = of_mine ? mine : reference;
  JudgedTable& other = of_mine ? reference : mine;
  result.one_claim = same_claim(reference, mine);
  if (identified && result.one_claim) result.warnings.push_back(better.known.identity);
  for (const JudgedTable* side : {&reference, &mine}) {
    if (identified && !result.one_claim)
      result.warnings.push_back("of " + side->table.name() + ": " + side->known.identity);
  }
  if (identified || result.one_claim) return;
  result.warnings.push_back(
      fmt::format("by itself {} is taken for {}{}: both are judged as {} is, the better one",
                  other.table.name(), claim_words(other.verdict),
                  other.verdict.passes() ? ", and passes" : "", better.table.name()));
  other = judged(other.table, as(better, asked), progress);
  expect_same_rows(reference, mine);
  result.one_claim = same_claim(reference, mine);
  if (result.one_claim) return;
  throw Error(reference.table.name() + " and " + mine.table.name() +
              " are tables of different encodings: say which with --encoding and --dim");
}

/// The columns of a table in the order of a chart.  Throws Error if the table does not have one of
/// them.
Source in_columns(const JudgedTable& side, const Chart& chart) {
  const auto& held = side.chart().channels;
  if (held == chart.channels) return side.source();
  std::vector<std::size_t> places;
  for (const Channel& channel : chart.channels) {
    const auto at = std::find(held.begin(), held.end(), channel);
    if (at == held.end()) throw Error("the tables have columns of different functions");
    places.push_back(static_cast<std::size_t>(at - held.begin()));
  }
  return columns_of(side.source(), places, side.reading.positions);
}

std::string truth_at(const EntryDifference& at, const exact::Oracle& oracle, const Format& format) {
  measure::MaxError place;
  place.value = std::abs(at.difference());
  place.witness = {at.row, at.position, at.channel, at.mine, {}, std::nullopt};
  const Channel& channel = oracle.chart().channels[at.channel];
  place.witness.error.want = oracle.nearest(kFloat64, at.position, channel).value;
  return decimal_truth(oracle.chart(), format, place);
}

/// Compares the entries of both tables.  Without one claim, only their differences are counted.
void arbitrate(const JudgedTable& reference, const JudgedTable& mine, Comparison& result,
               const Progress& progress) {
  const std::size_t his = reference.chart().width();
  const std::size_t my = mine.chart().width();
  if (!result.one_claim) {
    if (his != my)
      throw Error(fmt::format(
          "{} has {} columns, and {} has {}: say what they are with --encoding, --dim and --part",
          reference.table.name(), his, mine.table.name(), my));
    result.entries = pairwise_arbitration(reference.source(), mine.source(), {}, progress);
    if (result.entries.largest) result.largest = {*result.entries.largest, {}, {}};
    return;
  }
  if (his != my)
    result.columns = his > my ? Comparison::Columns::reference : Comparison::Columns::mine;
  const JudgedTable& wider = my > his ? mine : reference;
  const exact::Oracle oracle(wider.chart());
  Arbiter by{&oracle};
  AcceptedTolerance of_reference, of_mine;
  if (reference.verdict.passes() && mine.verdict.passes()) {
    of_reference = accepted_tolerance(reference.verdict, oracle, wider.reading.positions);
    of_mine = accepted_tolerance(mine.verdict, oracle, wider.reading.positions);
    by = {&oracle, &of_reference, &of_mine};
    result.reference.allowed = of_reference.words;
    result.mine.allowed = of_mine.words;
  }
  result.entries = pairwise_arbitration(in_columns(reference, wider.chart()),
                                        in_columns(mine, wider.chart()), by, progress);
  const auto& largest = result.entries.largest;
  if (!largest) return;
  const Format& a = reference.verdict.format;
  const Format& b = mine.verdict.format;
  result.largest = {*largest, split(*largest, oracle),
                    truth_at(*largest, oracle, a.precision < b.precision ? b : a)};
}

/// Judges one table.  If its encoding was identified, not given, uncertain findings are dropped.
JudgedTable judged_alone(const Table& table, const Question& asked, const Progress& progress) {
  JudgedTable side = judged(table, named(table, asked), progress);
  if (!side.known.identity.empty()) drop_uncertain_findings(side.verdict);
  return side;
}

/// The progress of one step of a task that has `steps` steps.
Progress part_of(const Progress& progress, int step, int steps) {
  if (!progress) return {};
  return [progress, step, steps](double fraction) { progress((step + fraction) / steps); };
}

}  // namespace

Comparison compare(const Table& reference, const Table& mine, const Question& asked,
                   const Progress& progress) {
  constexpr int steps = 4;
  Comparison result;
  JudgedTable his = judged_alone(reference, asked, part_of(progress, 0, steps));
  JudgedTable my = judged_alone(mine, asked, part_of(progress, 1, steps));
  settle(his, my, asked, result, part_of(progress, 2, steps));
  arbitrate(his, my, result, part_of(progress, 3, steps));
  result.reference.name = reference.name();
  result.mine.name = mine.name();
  result.reference.verdict = std::move(his.verdict);
  result.mine.verdict = std::move(my.verdict);
  return result;
}

}  // namespace sextant::verify
