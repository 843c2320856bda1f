#include <random>

#include <nlohmann/json.hpp>

#include "sextant/exact/formula.hpp"
#include "sextant/recipe/bound/arithmetic_cpp_bin_float.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"
#include "sextant/report/experiment/study.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Truth = Interval<400>;

/// A value and where it is taken, with the truth to 1330 bits.
struct Sample {
  Position position;
  std::size_t index;
  Channel channel;
  Rational truth;
};

std::vector<Sample> samples(const Study& study, const Chart& chart, int k) {
  std::vector<Sample> list;
  std::vector<Position> positions = octave(study, k);
  std::mt19937_64 random(study.seed + static_cast<std::uint64_t>(k));
  std::shuffle(positions.begin() + 1, positions.end(), random);
  positions.resize(std::min<std::size_t>(positions.size(), 4));
  for (const Position p : positions) {
    for (std::size_t j = 0; j < chart.width(); j += 1 + chart.width() / 8) {
      const Truth x = exact::value<Truth>(chart.waves, to_rational(p), chart.channels[j]);
      list.push_back({p, j, chart.channels[j], to_rational(lower_end(x))});
    }
  }
  return list;
}

template <class T>
json line(const Study& study, const Chart& chart, const std::vector<std::vector<Sample>>& octaves,
          const char* name) {
  const recipe::ByAngle<T, recipe::PowMultiply> formula(chart.waves);
  json result = {{"type", name}, {"recipe", "pow-multiply"}, {"octaves", json::array()}};
  for (int k = 0; k < study.octaves; ++k) {
    double worst = -1;
    double bound = 0;
    const std::vector<Sample>& octave = octaves[static_cast<std::size_t>(k)];
    const Sample* place = &octave.front();
    for (const Sample& s : octave) {
      const auto error =
          recipe::upward(abs(Rational(recipe::exactly(formula(s.position, s.channel)) - s.truth)));
      bound = std::max(bound,
                       formula.terms(s.position, s.channel, recipe::Arithmetic<T>::format).total());
      if (error > worst) worst = error, place = &s;
    }
    result["octaves"].push_back(
        {{"from", to_text(Position{1} << k)},
         {"to", to_text(Position{2} << k)},
         {"bound", bound},
         {"absolute",
          {{"value", worst}, {"position", to_text(place->position)}, {"channel", place->index}}}});
  }
  return result;
}

}  // namespace

nlohmann::json number_types(const Study& study) {
  const Chart table = exact::settled(chart(study.encoding));
  std::vector<std::vector<Sample>> octaves;
  octaves.reserve(static_cast<std::size_t>(study.octaves));
  for (int k = 0; k < study.octaves; ++k) octaves.push_back(samples(study, table, k));
  return {line<float>(study, table, octaves, "float"),
          line<double>(study, table, octaves, "double"),
          line<long double>(study, table, octaves, "long double"),
          line<recipe::Binary128>(study, table, octaves, "binary128"),
          line<recipe::CppBinFloat50>(study, table, octaves, "cpp_bin_float_50"),
          line<recipe::MpfrFloat50>(study, table, octaves, "mpfr_float_50")};
}

}  // namespace sextant
