#pragma once

#include <string>

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"

namespace sextant::verify {

/// A question that names an encoding, and a description if that encoding was identified.
struct Named {
  Question question;
  std::string identity = {};  ///< the identified encoding, in words; empty if the question named it
  bool fits = true;           ///< whether some rows fit the encoding that was identified
};

/// The question as asked, if it names an encoding.  Otherwise it gets the likeliest encoding: a
/// sinusoidal one, or a table of a rotary one.  It also gets the likeliest first position unless
/// positions are given.  Rows of zeros, such as those of padding, are left out if nothing fits with
/// them.  Throws Error if the positions do not fit the table or are not integers, or
/// if it has too many columns.
Named named(const Table& table, const Question& asked);

}  // namespace sextant::verify
