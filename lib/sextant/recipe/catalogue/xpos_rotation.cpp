#include "sextant/recipe/catalogue/xpos_rotation.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/direct.hpp"
#include "sextant/recipe/catalogue/xpos_recipe.hpp"

namespace sextant::recipe {
namespace {

Chart without_xpos(Chart chart) {
  chart.waves.xpos = std::nullopt;
  return chart;
}

template <class T>
class XposRotation final : public Recipe {
 public:
  XposRotation(const Chart& chart, const ComputeFormats& formats, const Positions& positions,
               std::unique_ptr<Recipe> waves)
      : waves_(std::move(waves)),
        scales_(xpos_scales(chart), unstored(formats), positions),
        exact_(without_xpos(chart)),
        formats_(formats),
        positions_(positions) {}

  /// The formats of the factors, which are not stored.
  static ComputeFormats unstored(ComputeFormats formats) {
    formats.store = Arithmetic<T>::format;
    formats.storing = Storing::nearest;
    return formats;
  }

  void row(std::uint64_t row, std::span<double> values) override {
    std::vector<double> scales(values.size());
    waves_->row(row, values);
    scales_.row(row, scales);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const T product = static_cast<T>(values[j]) * static_cast<T>(scales[j]);
      values[j] = stored(formats_, static_cast<double>(product));
    }
  }
  bool sequential() const override { return waves_->sequential(); }

  Terms terms(std::uint64_t row, std::size_t channel) const override {
    Terms terms = waves_->terms(row, channel);
    const exact::Near truth =
        exact::near(exact_.ball(positions_[row], exact_.chart().channels[channel]));
    const bool known = truth.low == 0 && truth.radius == 0;
    const double size = std::abs(truth.high) * (known ? 1 : 1 + 0x1p-50) + truth.radius;
    const double own = terms.total(), scale = scales_.size(row, channel);
    const double of_scale = scales_.bound(row, channel);
    const double most = (scale + of_scale) * kUpward;
    for (const auto& [name, part] : Terms::kNames) terms.*part *= most;
    terms.sine += size * of_scale * kUpward;                           // bias.md, (18)
    const bool one = scale == 1 && of_scale == 0;                      // p = centre
    const bool whole = own == 0 && known && (size == 0 || size == 1);  // angle 0
    const double made = (size + own) * most * kUpward;
    if (!one && !whole) terms.sine += storage_error(Arithmetic<T>::format, made);  // (19)
    if (formats_.store != Arithmetic<T>::format && !(one && whole))
      terms.storage = storage_error(formats_.store, (made + terms.total()) * kUpward);  // (20)
    return std::isnan(terms.total()) ? Terms{.power = std::numeric_limits<double>::infinity()}
                                     : terms;
  }

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  std::unique_ptr<Recipe> waves_;
  XposScale<T> scales_;
  exact::Oracle exact_;  ///< of the waves without the scale
  ComputeFormats formats_;
  Positions positions_;
};

template <class T>
std::unique_ptr<Recipe> of(const Chart& chart, const ComputeFormats& formats,
                           const Positions& positions, const PlainMaker& make) {
  return std::make_unique<XposRotation<T>>(
      chart, formats, positions, make(without_xpos(chart), XposRotation<T>::unstored(formats)));
}

}  // namespace

std::unique_ptr<Recipe> with_xpos(const Chart& chart, const ComputeFormats& formats,
                                  const Positions& positions, const PlainMaker& make) {
  if (!chart.waves.xpos) return make(chart, formats);
  return (formats.compute == kFloat64 ? of<double> : of<float>)(chart, formats, positions, make);
}

}  // namespace sextant::recipe
