#include "sextant/exact/formula.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/truth.hpp"
#include "sextant/report/experiment/study.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// K(k) = Σ cos(k·scale·ω_i) over the pairs, which the dot product of two rows k apart is where a
/// row holds the sine and the cosine of every pair, and the amplitude is 1.
class KernelTruth final : public exact::Truth {
 public:
  KernelTruth(const Waves& waves, Position offset)
      : waves_(waves), steps_(to_rational(offset) * waves.scale) {}

  std::optional<Rational> rational() const override {
    if (steps_ != 0) return std::nullopt;
    return Rational(waves_.pairs());
  }
  /// Nothing is claimed of sums: Ziv's loop has a cap.
  bool may_be_rational() const override { return true; }

  exact::Enclosure enclosure(int rung) const override {
    return on_rung(rung, [&]<class I>(std::type_identity<I>) -> exact::Enclosure {
      I sum(0);
      for (int pair = 0; pair < waves_.pairs(); ++pair)
        sum += cos(I(enclose<I>(steps_) * exact::frequency<I>(waves_, pair)));
      return {lower_end(sum), upper_end(sum)};
    });
  }

 private:
  const Waves& waves_;
  Rational steps_;
};

}  // namespace

json kernel(const Study& study) {
  const Encoding small = pictured(study.encoding);
  const exact::Oracle oracle(chart(small));
  json offsets = json::array(), values = json::array();
  for (Position k = 0; k < kPicturedRows; ++k) {
    offsets.push_back(to_text(k));
    values.push_back(to_double(nearest(kFloat64, KernelTruth(oracle.waves(), k)).number));
  }
  return {{"encoding", to_text(small)},
          {"pairs", oracle.waves().pairs()},
          {"offsets", offsets},
          {"values", values}};
}

}  // namespace sextant
