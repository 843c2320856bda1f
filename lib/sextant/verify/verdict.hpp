#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "sextant/measure/worst.hpp"

namespace sextant::verify {

/// What a table is worth, best first.
enum class Grade : unsigned char { correctly_rounded, faithful, rounding, explained, unexplained };
std::string_view word(Grade grade);
Grade read_grade(std::string_view text);  ///< throws Error for an unknown one

/// The sound recipe whose bound covers the whole table.
struct Grant {
  std::string recipe;
  std::string hypothesis;
  double fraction = 0;           ///< the largest part of its bound that an entry used
  bool by_reproduction = false;  ///< some bound exceeds 0.1: entries were granted by reproduction
};

/// A fault that reproduces the table, or a mistake seen in it.
struct Finding {
  std::string fault;
  nlohmann::json parameters = nlohmann::json::object();
  double match = 0;  ///< fraction of the entries reproduced bit for bit
};

struct Verdict {
  Grade grade = Grade::unexplained;
  Grade required = Grade::rounding;
  Format format;
  measure::Tally tally;
  std::optional<std::string> recipe;
  std::optional<Grant> granted_by;
  std::vector<std::string> warnings;
  std::vector<Finding> findings;
  std::string encoding;  ///< what it was judged against, in its text form
  std::string positions;

  bool passes() const { return grade <= required; }
};

/// The object of `sextant verify --json`.
nlohmann::json to_json(const Verdict& verdict);

/// What a person reads: the verdict in words, the worst places, the findings.
std::string to_words(const Verdict& verdict, const std::string& file);

}  // namespace sextant::verify
