#include "sextant/verify/compare/compare.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/judged_table.hpp"
#include "sextant/verify/rows/columns.hpp"
#include "sextant/verify/rows/truth.hpp"
#include "sextant/verify/verdict/verdict_words.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {
namespace {

/// A part, whether its columns are repeated or not: that each table's own columns say.
Part once(Part part) {
  if (part == Part::cos_repeated) return Part::cos;
  return part == Part::sin_repeated ? Part::sin : part;
}

/// Whether two tables are judged as the same: their columns need not be as many.
bool same_claim(const JudgedTable& a, const JudgedTable& b) {
  const Claim& his = a.reading.claim;
  const Claim& my = b.reading.claim;
  return to_text(his.encoding) == to_text(my.encoding) && once(his.part) == once(my.part) &&
         a.reading.positions.text() == b.reading.positions.text() &&
         a.reading.positions.parts == b.reading.positions.parts;
}

/// The question that the better of two tables answers, put to the other one.
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

/// Both tables judged as what the better one is, with what there is to say of that.  Tables that
/// are taken for different encodings, because none was given, stay as they are.
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

/// Where the channels of one chart stand in another.
std::vector<std::size_t> places_of(const Chart& wanted, const Chart& held) {
  std::vector<std::size_t> places;
  for (const Channel& channel : wanted.channels) {
    const auto at = std::find(held.channels.begin(), held.channels.end(), channel);
    if (at == held.channels.end()) throw Error("the tables have columns of different functions");
    places.push_back(static_cast<std::size_t>(at - held.channels.begin()));
  }
  return places;
}

/// The columns of a table as a chart has them.
Source in_columns(const JudgedTable& side, const Chart& chart) {
  if (side.chart().channels == chart.channels) return side.source();
  return columns_of(side.source(), places_of(chart, side.chart()), side.reading.positions);
}

Comparison::Largest largest(const EntryDifference& at, const exact::Oracle& oracle,
                            const Format& format) {
  const measure::ErrorSplit errors = split(at, oracle);
  measure::MaxError max_error;
  max_error.value = std::abs(at.difference());
  max_error.witness.row = at.row;
  max_error.witness.position = at.position;
  max_error.witness.channel = at.channel;
  const Channel& channel = oracle.chart().channels[at.channel];
  max_error.witness.error.want = oracle.nearest(kFloat64, at.position, channel).value;
  return {at, errors, decimal_truth(oracle.chart(), format, max_error)};
}

/// The entries of both, side by side.
void arbitrate(const JudgedTable& reference, const JudgedTable& mine, Comparison& result,
               const Progress& progress) {
  const std::size_t his = reference.chart().width();
  const std::size_t my = mine.chart().width();
  if (his != my)
    result.columns = his > my ? Comparison::Columns::reference : Comparison::Columns::mine;
  const JudgedTable& wider = my > his ? mine : reference;
  const exact::Oracle oracle(wider.chart());
  std::optional<AcceptedTolerance> of_reference, of_mine;
  std::optional<AcceptedTolerances> allowed;
  if (reference.verdict.passes() && mine.verdict.passes()) {
    of_reference.emplace(reference.verdict, oracle, wider.reading.positions);
    of_mine.emplace(mine.verdict, oracle, wider.reading.positions);
    allowed.emplace(AcceptedTolerances{*of_reference, *of_mine});
    result.reference.allowed = of_reference->words();
    result.mine.allowed = of_mine->words();
  }
  result.entries =
      pairwise_arbitration(in_columns(reference, wider.chart()), in_columns(mine, wider.chart()),
                           oracle, allowed ? &*allowed : nullptr, progress);
  if (!result.entries.diff.largest) return;
  const Format& a = reference.verdict.format;
  const Format& b = mine.verdict.format;
  result.largest = largest(*result.entries.diff.largest, oracle, a.precision < b.precision ? b : a);
}

/// The entries of tables of different encodings: where they differ, and by how much.
void list_differences(const JudgedTable& reference, const JudgedTable& mine, Comparison& result,
                      const Progress& progress) {
  const Source his = reference.source(), my = mine.source();
  if (his.columns != my.columns) {
    throw Error(fmt::format(
        "{} has {} columns, and {} has {}: say what they are with --encoding, --dim and --part",
        reference.table.name(), his.columns, mine.table.name(), my.columns));
  }
  result.entries.diff = table_diff(his, my, false, progress);
  if (result.entries.diff.largest) result.largest = {*result.entries.diff.largest, {}, {}};
}

/// A table judged by itself.  A guess of its encoding accuses nobody.
JudgedTable judged_alone(const Table& table, const Question& asked, const Progress& progress) {
  JudgedTable side = judged(table, named(table, asked), progress);
  if (!side.known.identity.empty()) drop_uncertain_findings(side.verdict);
  return side;
}

/// One of `steps` parts of a task.
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
  const Progress last = part_of(progress, 3, steps);
  result.one_claim ? arbitrate(his, my, result, last) : list_differences(his, my, result, last);
  result.reference.name = reference.name();
  result.mine.name = mine.name();
  result.reference.verdict = std::move(his.verdict);
  result.mine.verdict = std::move(my.verdict);
  return result;
}

}  // namespace sextant::verify
