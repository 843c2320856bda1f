#include "recipe/subject/subject.hpp"

#include <algorithm>
#include <iterator>

#include "sextant/exact/reference.hpp"
#include "sextant/number/round.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_float();
std::vector<Subjects> subjects_in_double();
std::vector<Subjects> subjects_in_long_double();
std::vector<Subjects> subjects_in_binary128();
std::vector<Subjects> subjects_in_cpp_bin_float();
std::vector<Subjects> subjects_in_mpfr_float();

const std::vector<Subjects>& all_subjects() {
  static const std::vector<Subjects> all = [] {
    std::vector<Subjects> found;
    for (const auto& some :
         {subjects_in_float(), subjects_in_double(), subjects_in_long_double(),
          subjects_in_binary128(), subjects_in_cpp_bin_float(), subjects_in_mpfr_float()}) {
      found.insert(found.end(), some.begin(), some.end());
    }
    return found;
  }();
  return all;
}

std::vector<Subjects> subjects_where(bool (*holds)(const Subjects&)) {
  std::vector<Subjects> found;
  std::copy_if(all_subjects().begin(), all_subjects().end(), std::back_inserter(found), holds);
  return found;
}

std::vector<Subjects> hardware_subjects() {
  return subjects_where([](const Subjects& s) { return s.hardware(); });
}

std::vector<Format> Subjects::stores() const {
  if (!hardware()) return {compute};
  std::vector<Format> found = {compute};
  for (const Format& format : {kFloat32, kBfloat16, kFloat16}) {
    if (format.precision < compute.precision) found.push_back(format);
  }
  return found;
}

std::string test_name(const Subjects& subjects) {
  std::string name = std::string(subjects.recipe) + "_in_" + std::string(subjects.type);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == ' '; }, '_');
  return name;
}

Measured measure(Subject& subject, const Waves& waves, const Positions& positions,
                 std::uint64_t row, const Channel& channel, const Format& compute,
                 const Format& store) {
  Measured found{subject.value(row, channel)};
  if (store != compute) found.value = to_rational(round(store, found.value));
  const Rational narrow = power_of_two(-compute.precision - 40);
  Rational lower, upper;
  for (int level = 1; level <= 3; ++level) {
    const auto truth = exact::enclosure(waves, to_rational(positions[row]), channel, level);
    lower = to_rational(truth.lower), upper = to_rational(truth.upper);
    if (upper - lower <= narrow * abs(lower)) break;
  }
  found.error = std::max(upward(abs(Rational(found.value - lower))),
                         upward(abs(Rational(found.value - upper))));
  return found;
}

}  // namespace sextant::recipe
