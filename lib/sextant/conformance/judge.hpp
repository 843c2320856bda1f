#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/conformance/answer.hpp"
#include "sextant/conformance/case_acceptance.hpp"
#include "sextant/conformance/judgement.hpp"
#include "sextant/conformance/order.hpp"

namespace sextant::conformance {

/// How answers are written and judged.
struct JudgeTerms {
  bool binary = false;
  std::optional<Format> computed_in;
  verify::Grade required = verify::Grade::rounding;
};

/// Judges a program's answers as they come, in memory that does not grow with them.  Whatever is no
/// answer to the case that is next is an Error that names its line: nothing is judged then.
class Judge {
 public:
  Judge(const TestRequest& request, const JudgeTerms& terms);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// The next bytes, cut anywhere.
  void feed(std::string_view bytes);

  /// What all of them are worth.  Throws Error where answers are missing, unless they were
  /// `interrupted`.
  Judgement finish(bool interrupted = false);

 private:
  struct Answered {
    Case asked;
    double got = 0;
  };

  void read_lines();
  void read_records();
  void line(std::string_view text);
  void take(const Answer& answer);
  void measure();
  void expect_all() const;
  verify::Grade grade() const;

  Cases cases_;
  JudgeTerms terms_;
  std::string header_;
  verify::Source source_;
  verify::Claim claim_;
  measure::RowErrorMeter rows_;
  CaseAcceptance acceptance_;
  AnswerOrder order_;
  std::string rest_;  ///< of the bytes, what is no whole line yet
  std::uint64_t lines_ = 0;
  std::vector<Answered> waiting_;
  measure::ErrorStatistics statistics_;
  std::optional<verify::Acceptance> accepted_;
};

}  // namespace sextant::conformance
