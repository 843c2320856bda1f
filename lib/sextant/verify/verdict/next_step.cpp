#include "sextant/verify/verdict/next_step.hpp"

namespace sextant::verify {

std::string next_step(const Verdict& v) {
  if (v.grade != Grade::unexplained) return {};
  if (v.judged() == 0)
    return "no entry is a number: look at the program that filled the table, or at --format";
  if (v.ended_early) return "give the search more time with a larger --time-limit, or none";
  if (!v.identity.empty()) {
    return "say what the table should be, with --model NAME, --config config.json or --encoding "
           "NAME (sextant list models, sextant list encodings)";
  }
  if (v.part == Part::rotated)
    return "check --first, --layout and the order of the axes; judge the tables that turn the "
           "vectors with --part table, cos or sin";
  return "check --part, --first and --dim; leave the encoding out to see what the table looks "
         "like; or hold it against a table that you trust: sextant compare TRUSTED FILE";
}

}  // namespace sextant::verify
