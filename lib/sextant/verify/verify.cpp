#include "sextant/verify/verify.hpp"

#include "sextant/encoding/error.hpp"
#include "sextant/verify/diagnose.hpp"
#include "sextant/verify/identify.hpp"
#include "sextant/verify/replay.hpp"

namespace sextant::verify {
namespace {

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
  if (auto claim = fits(table)) return {std::move(*claim), table, false};
  const Table turned = table.transposed();
  if (auto claim = fits(turned)) return {std::move(*claim), turned, table.shape().size() > 1};
  const Encoding wanted = with_dim(question, table.columns());
  throw Error(table.name() + ": " + std::to_string(table.columns()) +
              " columns do not agree with --dim " + std::to_string(dim(wanted)) + " (which has " +
              std::to_string(chart(wanted, question.part).width()) + "); shape " +
              shape_text(table.shape()));
}

Positions positions_of(const Question& question, const Table& table) {
  if (!question.positions) return Positions::from(question.first, table.rows());
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

void warn(const Source& source, const Claim& claim, Verdict& verdict) {
  if (verdict.tally.undecided > 0) {
    verdict.warnings.push_back(std::to_string(verdict.tally.undecided) +
                               " entries could not be decided: the grade is faithful at best");
  }
  // Positions are lost where neighbours differ by less than the rounding of the angle.
  const auto& granted = verdict.granted_by;
  if (granted && granted->hypothesis.find("exceeds 0.1") != std::string::npos) {
    verdict.warnings.push_back("computed in " + claim.chain.compute.name() +
                               ", the angle has lost the position here: the bound exceeds 0.1, and "
                               "entries are granted by reproducing the recipe's own arithmetic");
  }
  if (verdict.tally.absolute.value > 0.5 && verdict.passes() && source.rows > 0) {
    verdict.warnings.push_back("the table passes as what " + claim.chain.compute.name() +
                               " makes, yet its worst error is " +
                               std::to_string(verdict.tally.absolute.value));
  }
}

}  // namespace

Verdict verify(const Table& table, const Question& asked, const Progress& progress) {
  Question question = asked;
  Verdict verdict;
  if (!question.encoding) {
    const Identity identity = identify(table);
    question.encoding = identity.encoding;
    question.dim_given = true;
    if (!question.positions && question.first == 0) question.first = identity.first;
    verdict.warnings.push_back(identity.words);
  }
  const Case opened = open_case(table, question);
  Claim claim = opened.claim;
  claim.chain = {computed_in(question, table.format()), table.format(), {}};
  const bool frequencies = claim.part == Part::inv_freq;
  const Source source = whole(opened.table, frequencies ? Positions::from(0, opened.table.rows())
                                                        : positions_of(question, opened.table));
  if (frequencies && source.rows != 1)
    throw Error(table.name() + ": inv_freq is one row of frequencies, not " +
                std::to_string(source.rows));

  const exact::Oracle oracle(claim.chart);
  verdict.format = table.format();
  verdict.required = question.required;
  verdict.encoding = to_text(claim.encoding);
  verdict.positions = source.positions.text();
  verdict.tally = tally(source, oracle, progress);
  verdict.recipe = reproducing_recipe(source, claim.chart, claim.chain);
  const measure::Tally& t = verdict.tally;
  if (t.non_finite == 0 && t.misrounded == 0 && t.undecided == 0) {
    verdict.grade = Grade::correctly_rounded;
  } else if (t.non_finite == 0 && t.unfaithful == 0) {
    verdict.grade = Grade::faithful;
  } else if (t.non_finite == 0 &&
             (verdict.granted_by = grant(source, oracle, claim.chart, claim.chain, progress))) {
    verdict.grade = Grade::rounding;
  } else if (t.non_finite > 0) {
    const auto& place = *t.first_non_finite;
    verdict.findings.push_back(
        {"not-finite",
         {{"entries", t.non_finite},
          {"position", to_text(place.position)},
          {"channel", place.channel}},
         static_cast<double>(t.entries - t.non_finite) / static_cast<double>(t.entries)});
  } else {
    verdict.findings = diagnose(source, claim, oracle);
  }
  if (verdict.grade == Grade::unexplained && !verdict.findings.empty())
    verdict.grade = Grade::explained;
  if (opened.transposed)
    verdict.findings.push_back({"transposed", {{"shape", shape_text(table.shape())}}, 1.0});
  warn(source, claim, verdict);
  return verdict;
}

}  // namespace sextant::verify
