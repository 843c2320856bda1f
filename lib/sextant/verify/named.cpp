#include "sextant/verify/named.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/identify.hpp"

namespace sextant::verify {

Named named(const Table& table, const Question& asked) {
  Named result{asked, {}};
  Question& question = result.question;
  if (question.encoding) return result;
  if (question.positions && question.positions->parts != 1)
    throw Error("positions that are no integers go with an encoding: name it with --encoding");
  const Identification found = identify(table, question.positions, question.first);
  question.encoding = found.encoding;
  question.part = found.part;
  question.dim_given = true;
  question.guessed = true;
  if (!question.positions && !question.first) question.first = found.first;
  result.identity = found.words;
  return result;
}

}  // namespace sextant::verify
