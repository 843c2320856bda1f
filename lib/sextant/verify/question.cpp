#include "sextant/verify/question.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"

namespace sextant::verify {

Deadline deadline_after(double seconds, Grade required) {
  constexpr double kLongest = 1e9;  // 30 years: a longer time does not fit the clock
  if (required == Grade::explained)
    throw Error("a fault that is found makes the table pass: a search for it takes no time limit");
  const std::chrono::duration<double> wait(std::min(seconds, kLongest));
  using Clock = Deadline::Clock;
  return Deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(wait));
}

}  // namespace sextant::verify
