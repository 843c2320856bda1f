#include "sextant/verify/verify.hpp"

#include <algorithm>

#include "sextant/encoding/error.hpp"
#include "sextant/verify/diagnose.hpp"
#include "sextant/verify/identify.hpp"
#include "sextant/verify/replay.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kWidestTurned = 1 << 14;  // an oracle of more channels takes its time

/// The part of a question whose columns may be repeated, as the number of columns says.
Part fitting(Part part, int dim, std::uint64_t columns) {
  const bool twice = columns == static_cast<std::uint64_t>(dim) && dim > 1;
  if (part == Part::cos && twice) return Part::cos_repeated;
  if (part == Part::sin && twice) return Part::sin_repeated;
  return part;
}

/// The encoding with its dim read off the columns, where the question leaves it open.
Encoding with_dim(const Question& question, std::uint64_t columns) {
  Encoding encoding = question.encoding.value_or(Sinusoidal{});
  if (question.dim_given) return encoding;
  const std::uint64_t dim = question.part == Part::inv_freq ? 2 * columns : columns;
  set_field(encoding, "dim", std::to_string(dim));
  return encoding;
}

/// A claim about a table, and the table turned so that it fits.
struct Case {
  Claim claim;
  Table table;
  bool transposed = false;
};

Case open_case(const Table& table, const Question& question) {
  const auto fits = [&](const Table& t) -> std::optional<Claim> {
    Claim claim{with_dim(question, t.columns()), question.part, {}, {}};
    claim.part = fitting(question.part, dim(claim.encoding), t.columns());
    claim.chart = chart(claim.encoding, claim.part);
    if (claim.chart.width() != t.columns()) return std::nullopt;
    return claim;
  };
  const auto rows_agree = [&](const Table& t) {
    return !question.positions || question.positions->count == t.rows();
  };
  auto claim = fits(table);
  if (claim && rows_agree(table)) return {std::move(*claim), table, false};
  const Table turned = table.transposed();
  const bool two_axes = table.shape().size() > 1;
  if (!claim ||
      (two_axes && !question.dim_given && rows_agree(turned) && turned.columns() % 2 == 0)) {
    if (auto other = fits(turned)) return {std::move(*other), turned, two_axes};
  }
  if (claim) return {std::move(*claim), table, false};
  const Encoding wanted = with_dim(question, table.columns());
  throw Error(table.name() + ": " + std::to_string(table.columns()) +
              " columns do not agree with --dim " + std::to_string(dim(wanted)) + " (which has " +
              std::to_string(chart(wanted, question.part).width()) + "); shape " +
              shape_text(table.shape()));
}

Positions positions_of(const Question& question, const Table& table) {
  if (!question.positions) return Positions::from(question.first.value_or(0), table.rows());
  if (question.positions->count != table.rows()) {
    throw Error(table.name() + ": " + std::to_string(table.rows()) + " rows do not agree with " +
                std::to_string(question.positions->count) + " positions (" +
                question.positions->text() + ")");
  }
  return *question.positions;
}

Format computed_in(const Question& question, const Format& format) {
  const Format assumed = format == kFloat64 ? kFloat64 : kFloat32;
  const Format compute = question.computed_in.value_or(assumed);
  if (compute.precision < format.precision) {
    throw Error("--computed-in " + compute.name() + " is narrower than the table's " +
                format.name());
  }
  return compute;
}

void warn(const Claim& claim, Verdict& verdict) {
  const auto say = [&](std::string text) { verdict.warnings.push_back(std::move(text)); };
  const measure::Tally& t = verdict.tally;
  if (t.undecided > 0) {
    say(std::to_string(t.undecided) +
        " entries could not be decided: the grade is faithful at best");
  }
  if (t.negative_zeros > 0)
    say(std::to_string(t.negative_zeros) + " entries are -0 where the value is 0 or rounds to it");
  if (verdict.granted_by && verdict.granted_by->by_reproduction) {
    say("computed in " + claim.chain.compute.name() +
        ", the angle has lost the position here: the bound exceeds 0.1, and entries are granted by "
        "reproducing the recipe's own arithmetic");
  }
  if (t.absolute.value > 0.5 && verdict.passes()) {
    say("the table passes as what " + claim.chain.compute.name() +
        " makes, yet its worst error is " + std::to_string(t.absolute.value));
  }
}

Finding not_finite(const Source& source, const Claim& claim, const measure::Tally& t) {
  const measure::Witness& place = *t.first_non_finite;
  return {"not-finite",
          {{"entries", t.non_finite},
           {"position", to_text(place.position)},
           {"channel", place.channel}},
          match(source, claim)};
}

/// Grade, grant and findings, from the measured entries.  Entries that are not finite keep a table
/// from passing; what the others are worth decides whether they explain it.
void grade(const Source& source, const Claim& claim, const exact::Oracle& oracle, Verdict& verdict,
           const Progress& progress) {
  const measure::Tally& t = verdict.tally;
  const bool finite = t.non_finite == 0;
  if (finite && t.unfaithful == 0) {
    const bool correct = t.misrounded == 0 && t.undecided == 0;
    verdict.grade = correct ? Grade::correctly_rounded : Grade::faithful;
    return;
  }
  if (!finite) verdict.findings.push_back(not_finite(source, claim, t));
  bool explained = t.non_finite == t.entries;
  if (!explained &&
      (verdict.granted_by = grant(source, oracle, claim.chart, claim.chain, progress)))
    explained = true;
  if (explained) {
    verdict.grade = finite ? Grade::rounding : Grade::explained;
    return;
  }
  const auto found = diagnose(source, claim, oracle);
  verdict.findings.insert(verdict.findings.end(), found.begin(), found.end());
  verdict.grade = found.empty() ? Grade::unexplained : Grade::explained;
}

Verdict judge(const Case& opened, const Question& question, const Progress& progress) {
  const Table& table = opened.table;
  Claim claim = opened.claim;
  claim.chain = {computed_in(question, table.format()), table.format(), {}};
  const bool frequencies = claim.part == Part::inv_freq;
  if (frequencies && table.rows() != 1) {
    throw Error(table.name() + ": inv_freq is one row of frequencies, not " +
                std::to_string(table.rows()));
  }
  const Source source =
      whole(table, frequencies ? Positions::from(0, 1) : positions_of(question, table));
  const exact::Oracle oracle(claim.chart);
  Verdict verdict;
  verdict.format = table.format();
  verdict.required = question.required;
  verdict.encoding = to_text(claim.encoding);
  verdict.positions = source.positions.text();
  verdict.tally = tally(source, oracle, progress);
  verdict.recipe = reproducing_recipe(source, claim.chart, claim.chain);
  grade(source, claim, oracle, verdict, progress);
  if (opened.transposed) {
    // Every entry may be right where it stands: the table is not, for whoever reads it as claimed.
    verdict.grade = std::max(verdict.grade, Grade::explained);
    verdict.findings.insert(verdict.findings.begin(),
                            {"transposed",
                             {{"rows", table.columns()}, {"columns", table.rows()}},
                             match(source, claim)});
  }
  warn(claim, verdict);
  return verdict;
}

/// A table that agrees with nothing as it stands, read with rows for columns, where the question
/// leaves that open: a square one, or one whose width is not given.
std::optional<Verdict> turned(const Table& table, const Question& question,
                              const Progress& progress) {
  if (table.shape().size() != 2 || table.rows() > kWidestTurned) return std::nullopt;
  if (question.dim_given && table.rows() != table.columns()) return std::nullopt;
  try {
    Case reversed = open_case(table.transposed(), question);
    reversed.transposed = true;
    Verdict verdict = judge(reversed, question, progress);
    if (verdict.grade != Grade::unexplained) return verdict;
  } catch (const Error&) {
    // It cannot be read so: the positions do not agree, say.
  }
  return std::nullopt;
}

}  // namespace

Verdict verify(const Table& table, const Question& asked, const Progress& progress) {
  Question question = asked;
  std::vector<std::string> warnings;
  if (!question.encoding) {
    const Identity identity = identify(table, question.positions, question.first);
    question.encoding = identity.encoding;
    question.part = identity.part;
    question.dim_given = true;
    if (!question.positions && !question.first) question.first = identity.first;
    warnings.push_back(identity.words);
  }
  const Case opened = open_case(table, question);
  Verdict verdict = judge(opened, question, progress);
  if (verdict.grade == Grade::unexplained && !opened.transposed) {
    if (auto other = turned(table, question, progress)) verdict = std::move(*other);
  }
  verdict.warnings.insert(verdict.warnings.begin(), warnings.begin(), warnings.end());
  return verdict;
}

}  // namespace sextant::verify
