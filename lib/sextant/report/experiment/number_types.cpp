#include <random>

#include <nlohmann/json.hpp>

#include "sextant/exact/formula.hpp"
#include "sextant/recipe/bound/arithmetic_cpp_bin_float.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Truth = Interval<400>;

/// A value, its place, and the true value to 1330 bits.
struct Sample {
  Position position;
  std::size_t index;
  Channel channel;
  Rational truth;
};

std::vector<Sample> samples(const ExperimentConfig& experiment, const Chart& chart, int k) {
  std::vector<Sample> list;
  std::vector<Position> positions = octave(experiment, k);
  std::mt19937_64 random(experiment.seed + static_cast<std::uint64_t>(k));
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
json line(const ExperimentConfig& experiment, const Chart& chart,
          const std::vector<std::vector<Sample>>& octaves, const StepCallback& step,
          const char* name) {
  const recipe::ByAngle<T, recipe::PowMultiply> formula(chart.waves);
  json result = {{"type", name}, {"recipe", "pow-multiply"}, {"octaves", json::array()}};
  for (int k = 0; k < experiment.octaves; ++k) {
    step();
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

nlohmann::json number_types(const ExperimentConfig& experiment, const StepCallback& step) {
  const Chart table = exact::settled(chart(experiment.encoding));
  std::vector<std::vector<Sample>> octaves;
  octaves.reserve(static_cast<std::size_t>(experiment.octaves));
  for (int k = 0; k < experiment.octaves; ++k) octaves.push_back(samples(experiment, table, k));
  return {line<float>(experiment, table, octaves, step, "float"),
          line<double>(experiment, table, octaves, step, "double"),
          line<long double>(experiment, table, octaves, step, "long double"),
          line<recipe::Binary128>(experiment, table, octaves, step, "binary128"),
          line<recipe::CppBinFloat50>(experiment, table, octaves, step, "cpp_bin_float_50"),
          line<recipe::MpfrFloat50>(experiment, table, octaves, step, "mpfr_float_50")};
}

}  // namespace sextant
