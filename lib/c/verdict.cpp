#include "sextant/c/verdict.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "c/guard.hpp"
#include "c/handle.hpp"
#include "c/structs.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::c {
namespace {

const verify::Verdict& verdict_of(const sextant_verdict* handle) {
  return expect_handle(handle, "verdict").verdict;
}

const measure::MaxError& worst_by(const measure::ErrorStatistics& statistics,
                                  sextant_measure measure) {
  switch (static_cast<int>(measure)) {
    case SEXTANT_BY_ABSOLUTE:
      return statistics.absolute;
    case SEXTANT_BY_ULPS:
      return statistics.ulps;
    case SEXTANT_BY_STEPS:
      return statistics.steps;
    case SEXTANT_BY_PHASE:
      return statistics.phase;
    default:
      throw Refused(SEXTANT_BAD_ARGUMENT,
                    std::to_string(static_cast<long long>(measure)) + " is no sextant_measure");
  }
}

/// The bits of a value in the table's format.
std::uint64_t bits_in(const verify::Verdict& v, double value) {
  if (v.holds == "int32")
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & 0xFFFFFFFF;
  if (v.holds == "int64") return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  return bits_of(v.format, value);
}

sextant_entry entry_of(const verify::Verdict& v, const measure::Witness& w) {
  sextant_entry entry{};
  entry.row = w.row;
  entry.channel = w.channel;
  const std::string position = to_text(w.position, v.parts);
  std::memcpy(entry.position, position.c_str(),
              std::min(position.size(), sizeof entry.position - 1));
  entry.got = w.got;
  entry.want = w.error.want;
  entry.got_bits = bits_in(v, w.got);
  entry.want_bits = bits_in(v, w.error.want);
  entry.absolute = w.error.absolute;
  entry.ulps = w.error.ulps;
  entry.steps = w.error.steps;
  if (!w.phase) return entry;
  entry.has_phase = 1;
  entry.phase = w.phase->radians;
  entry.positions_off = w.phase->positions;
  return entry;
}

sextant_finding finding_of(const sextant_verdict& handle, std::size_t index) {
  const verify::Finding& found = expect_item(handle.verdict.findings, index);
  const verify::Fault& known =
      verify::fault(found.fault);  // of literals, which end with a zero byte
  sextant_finding finding{};
  finding.fault = known.name.data();
  finding.mechanism = known.mechanism.data();
  finding.effect = known.effect.data();
  finding.reference = known.reference.data();
  finding.parameters = handle.parameters[index].c_str();
  finding.match = found.match;
  finding.accounts_for = found.residual ? found.residual->accounts_for : 0;
  return finding;
}

}  // namespace
}  // namespace sextant::c

using namespace sextant;  // of a file of functions that C calls

extern "C" {

sextant_status sextant_verdict_passes(const sextant_verdict* verdict, int* passes) {
  return c::guarded(__func__, [&] {
    c::expect(passes, "passes") = 0;
    *passes = c::verdict_of(verdict).passes() ? 1 : 0;
  });
}

sextant_status sextant_verdict_grade(const sextant_verdict* verdict, sextant_grade* grade) {
  return c::guarded(__func__, [&] {
    (void)c::expect(grade, "grade");
    *grade = static_cast<sextant_grade>(static_cast<int>(c::verdict_of(verdict).grade) +
                                        SEXTANT_CORRECTLY_ROUNDED);
  });
}

sextant_status sextant_verdict_counts(const sextant_verdict* verdict, sextant_counts* counts) {
  return c::guarded(__func__, [&] {
    const measure::ErrorStatistics& statistics = c::verdict_of(verdict).statistics;
    c::write_struct(sextant_counts{0, statistics.entries, statistics.misrounded,
                                   statistics.undecided, statistics.non_finite},
                    counts, "counts");
  });
}

sextant_status sextant_verdict_worst(const sextant_verdict* verdict, sextant_measure measure,
                                     sextant_entry* entry) {
  return c::guarded(__func__, [&] {
    (void)c::size_of(entry, "entry");
    const verify::Verdict& v = c::verdict_of(verdict);
    const measure::MaxError& worst = c::worst_by(v.statistics, measure);
    if (worst.empty()) throw c::Refused(SEXTANT_ABSENT, "no entry has such an error");
    c::write_struct(c::entry_of(v, worst.witness), entry, "entry");
  });
}

sextant_status sextant_verdict_finding(const sextant_verdict* verdict, size_t index,
                                       sextant_finding* finding) {
  return c::guarded(__func__, [&] {
    (void)c::size_of(finding, "finding");
    c::write_struct(c::finding_of(c::expect_handle(verdict, "verdict"), index), finding, "finding");
  });
}

sextant_status sextant_verdict_warning(const sextant_verdict* verdict, size_t index,
                                       const char** warning) {
  return c::guarded(__func__, [&] {
    c::expect(warning, "warning") = nullptr;
    *warning = c::expect_item(c::verdict_of(verdict).warnings, index).c_str();
  });
}

sextant_status sextant_verdict_json(const sextant_verdict* verdict, const char** json) {
  return c::guarded(__func__, [&] {
    c::expect(json, "json") = nullptr;
    *json = c::expect_handle(verdict, "verdict").json.c_str();
  });
}

sextant_status sextant_verdict_words(const sextant_verdict* verdict, const char** words) {
  return c::guarded(__func__, [&] {
    c::expect(words, "words") = nullptr;
    *words = c::expect_handle(verdict, "verdict").words.c_str();
  });
}

void sextant_verdict_free(sextant_verdict* verdict) { c::free_handle(verdict); }
}
