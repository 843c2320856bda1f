#pragma once

#include <string>

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"

namespace sextant::verify {

/// A question that names an encoding, and what the table was taken for where it was not named.
struct Named {
  Question question;
  std::string identity;  ///< in words; empty where somebody said
};

/// The question as asked, or with what the table is identified as.
Named named(const Table& table, const Question& asked);

}  // namespace sextant::verify
