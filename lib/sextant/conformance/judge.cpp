#include "sextant/conformance/judge.hpp"

#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/verdict/warnings.hpp"

namespace sextant::conformance {
namespace {

constexpr std::size_t kLongestLine = 1 << 15;  // parse_rational takes 20000 characters
constexpr std::uint64_t kBlock = 256;

/// The statistics of some answers.
struct Seen {
  measure::ErrorStatistics statistics;
  CaseAcceptance::Counts counts;

  void merge(const Seen& other) {
    statistics.merge(other.statistics);
    counts.resize(std::max(counts.size(), other.counts.size()));
    for (std::size_t k = 0; k < other.counts.size(); ++k) counts[k].merge(other.counts[k]);
  }
};

verify::Claim claim_of(const Cases& cases, const JudgeTerms& terms) {
  const TestRequest& asked = cases.request();
  const Format assumed = asked.format == kFloat64 ? kFloat64 : kFloat32;
  const Format compute = terms.computed_in.value_or(assumed);
  if (compute.precision < asked.format.precision) {
    throw Error("--computed-in " + compute.name() + " is narrower than --format " +
                asked.format.name());
  }
  return {asked.encoding, asked.part, cases.oracle().chart(), {compute, asked.format, {}}};
}

/// Calls `read`; adds the answer's place to an Error.
template <class Read>
Answer named(const char* item, std::uint64_t number, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(fmt::format("{} {}: {}", item, number, error.what()));
  }
}

verify::Source source_of(const TestRequest& asked, std::size_t width) {
  return {.rows = asked.positions.count,
          .columns = width,
          .format = asked.format,
          .positions = asked.positions,
          .read = {},
          .read_elements = {}};
}

}  // namespace

Judge::Judge(const TestRequest& request, const JudgeTerms& terms)
    : cases_(request),
      terms_(terms),
      header_(cases_.header()),
      source_(source_of(request, cases_.oracle().chart().width())),
      claim_(claim_of(cases_, terms)),
      rows_(cases_.oracle(), request.format),
      acceptance_(source_, cases_.oracle(), claim_, !terms.computed_in),
      order_(cases_, terms.binary ? "record" : "line") {}

void Judge::feed(std::string_view bytes) {
  rest_ += bytes;
  terms_.binary ? read_records() : read_lines();
  measure();
}

void Judge::read_lines() {
  std::string_view left = rest_;
  for (std::size_t end = 0; (end = left.find('\n')) != std::string_view::npos;) {
    line(left.substr(0, end));
    left.remove_prefix(end + 1);
  }
  if (left.size() > kLongestLine)
    throw Error(fmt::format("line {} is longer than any answer", lines_ + 1));
  rest_.erase(0, rest_.size() - left.size());
}

void Judge::read_records() {
  std::string_view left = rest_;
  for (; left.size() >= kAnswerBytes; left.remove_prefix(kAnswerBytes)) {
    ++lines_;
    take(named("record", lines_,
               [&] { return read_record(left.substr(0, kAnswerBytes), source_.format); }));
  }
  rest_.erase(0, rest_.size() - left.size());
}

void Judge::line(std::string_view text) {
  ++lines_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.starts_with(kHeader) && text != header_) {
    throw Error(
        fmt::format("line {} says '{}', but what is judged is '{}': give sextant cases and "
                    "judge the same options",
                    lines_, text.substr(2, 400), header_.substr(2)));
  }
  if (text.starts_with('#')) return;
  take(named("line", lines_,
             [&] { return read_answer(text, source_.format, source_.positions.parts); }));
}

void Judge::take(const Answer& answer) {
  if (const auto asked = order_.next(answer.position, answer.channel, lines_))
    waiting_.push_back({*asked, answer.value});
}

/// Measures the waiting answers, on all cores.
void Judge::measure() {
  const exact::Oracle& oracle = cases_.oracle();
  const auto seen = measure::sweep<Seen>(
      waiting_.size(), kBlock, [&](std::uint64_t first, std::uint64_t last, Seen& result) {
        for (std::uint64_t k = first; k < last; ++k) {
          const auto& [asked, got] = waiting_[k];
          measure::Witness at;
          at.row = asked.row, at.position = asked.position, at.channel = asked.channel;
          const Channel& channel = oracle.chart().channels[asked.channel];
          if (!rows_.add(at, oracle.ball(asked.position, channel), got, result.statistics))
            continue;
          acceptance_.judge(
              {asked.row, asked.position, asked.channel, got, at.error.want, at.error.absolute, 0},
              result.counts);
        }
      });
  statistics_.merge(seen.statistics);
  acceptance_.add(seen.counts);
  waiting_.clear();
}

void Judge::expect_all() const {
  const std::uint64_t answered = order_.answered();
  if (answered >= cases_.count()) return;
  const std::string count = std::to_string(cases_.count()) + " cases";
  if (answered == 0) throw Error("there are no answers to the " + count);
  throw Error(fmt::format("the answers end after {} of {}", answered, count));
}

verify::Grade Judge::grade() const {
  if (statistics_.non_finite == statistics_.overflowed) {
    if (statistics_.unfaithful == 0)
      return statistics_.misrounded == 0 && statistics_.undecided == 0
                 ? verify::Grade::correctly_rounded
                 : verify::Grade::faithful;
    if (accepted_) return verify::Grade::rounding;
  }
  return verify::Grade::unexplained;
}

Judgement Judge::finish(bool interrupted) {
  order_.end();
  if (!interrupted) {
    if (!rest_.empty())
      throw Error(fmt::format("{} {} is cut off", terms_.binary ? "record" : "line", lines_ + 1));
    expect_all();
  }
  const TestRequest& asked = cases_.request();
  Judgement judgement{{}, asked.level, asked.seed, cases_.count(), asked.forever};
  verify::Verdict& verdict = judgement.verdict;
  verdict.statistics = statistics_;
  verdict.format = asked.format;
  verdict.holds = asked.format.name();
  verdict.required = terms_.required;
  verdict.encoding = to_text(asked.encoding);
  verdict.part = asked.part;
  verdict.positions = asked.positions.text();
  verdict.parts = asked.positions.parts;
  verdict.amplitude = verify::amplitude_of(claim_.chart);
  const auto truth = [&](const measure::MaxError& max_error) {
    return verify::decimal_truth(claim_.chart, asked.format, max_error);
  };
  verdict.truths = {truth(statistics_.absolute), truth(statistics_.ulps), {}};
  if (statistics_.unfaithful > 0) accepted_ = acceptance_.settled();
  verdict.accepted_by = accepted_;
  verdict.grade = grade();
  verdict.warnings = verify::warnings(claim_, verdict);
  return judgement;
}

}  // namespace sextant::conformance
