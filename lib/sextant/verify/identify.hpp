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

/// The question as asked, or with the likeliest sinusoidal encoding or table of a rotary one, and
/// the first position unless that is given.
Named named(const Table& table, const Question& asked);

}  // namespace sextant::verify
