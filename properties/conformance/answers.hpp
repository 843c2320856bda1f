#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/conformance/cases.hpp"
#include "sextant/conformance/judge.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/text.hpp"

namespace sextant::conformance {

/// A program's answer to a case.
using Program = std::function<double(const Case&)>;

inline TestRequest about(const Encoding& encoding, const std::string& positions, Format format) {
  TestRequest asked;
  asked.encoding = encoding;
  asked.positions = Positions::parse(positions);
  asked.format = format;
  return asked;
}

/// The correct answers.
inline Program rightly(const Cases& cases) {
  return [&cases](const Case& asked) {
    const Channel& channel = cases.oracle().chart().channels[asked.channel];
    return cases.oracle().nearest(cases.request().format, asked.position, channel).value;
  };
}

inline std::string line_of(const Format& format, const Case& asked, double value) {
  return to_text(asked.position) + ' ' + std::to_string(asked.channel) + ' ' +
         bits_text(format, bits_of(format, value)) + '\n';
}

/// The answers to the first `count` cases, one a line.
inline std::vector<std::string> answers(const Cases& cases, const Program& program,
                                        std::uint64_t count) {
  std::vector<std::string> lines;
  for (std::uint64_t k = 0; k < count; ++k)
    lines.push_back(line_of(cases.request().format, cases[k], program(cases[k])));
  return lines;
}
inline std::vector<std::string> answers(const Cases& cases, const Program& program) {
  return answers(cases, program, cases.count());
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

inline Judgement judged(const TestRequest& asked, const std::string& text,
                        const JudgeTerms& terms = {}) {
  Judge judge(asked, terms);
  judge.feed(text);
  return judge.finish();
}

/// The error about some answers; empty if there is none.
inline std::string complaint(const TestRequest& asked, const std::string& text,
                             const JudgeTerms& terms = {}) {
  try {
    judged(asked, text, terms);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace sextant::conformance
