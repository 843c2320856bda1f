#include "sextant/verify/judged_table.hpp"

#include <utility>

#include "sextant/verify/verify.hpp"

namespace sextant::verify {

JudgedTable judged(const Table& table, const Named& known, const Progress& progress) {
  Verdict verdict = verify(table, known.question, progress);
  verdict.identity = known.identity;
  const Table ordered = verdict.swapped ? table.swapped() : table;
  auto reading = verdict.transposed ? transposed(ordered, known.question) : std::nullopt;
  if (!reading) reading = upright(ordered, known.question);
  return {table, known, std::move(verdict), std::move(*reading)};
}

}  // namespace sextant::verify
