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

/// How answers are written, and by which criteria they are judged.
struct JudgeTerms {
  bool binary = false;
  std::optional<Format> computed_in;
  verify::Grade required = verify::Grade::rounding;
};

/// Judges a program's answers while reading, in constant memory.  Throws Error with the line number
/// if a line does not answer the next case; there is then no judgement.
class Judge {
 public:
  Judge(const TestRequest& request, const JudgeTerms& terms);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// Takes the next bytes; a chunk may end anywhere.
  void feed(std::string_view bytes);

  /// The judgement of all answers.  Throws Error if answers are missing, unless `interrupted`.
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
  std::string rest_;  ///< the bytes after the last complete line
  std::uint64_t lines_ = 0;
  std::vector<Answered> waiting_;
  measure::ErrorStatistics statistics_;
  std::optional<verify::Acceptance> accepted_;
};

}  // namespace sextant::conformance
