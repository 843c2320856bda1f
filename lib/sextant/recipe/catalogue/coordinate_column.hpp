#pragma once

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "sextant/recipe/bound/converted_position.hpp"
#include "sextant/recipe/catalogue/direct.hpp"

namespace sextant::recipe {

/// A column that holds a coordinate itself, computed in T.           axial.md, (5); recipes.md, (4)
template <class T>
class CoordinateColumn final : public Recipe {
 public:
  static constexpr std::string_view name = "coordinate";

  CoordinateColumn(const Chart& chart, const ComputeFormats& formats, const Positions& positions)
      : channels_(chart.channels),
        zero_row_(chart.waves.zero_row),
        formats_(formats),
        positions_(positions),
        converted_(chart.waves) {}

  void row(std::uint64_t row, std::span<double> values) override {
    const Position p = positions_[row];
    for (std::size_t j = 0; j < channels_.size(); ++j)
      values[j] = is_blank(channels_[j], zero_row_, p)
                      ? 0
                      : stored(formats_, static_cast<double>(converted_(p)));
  }

  Terms terms(std::uint64_t row, std::size_t channel) const override {
    const Position p = positions_[row];
    if (is_blank(channels_[channel], zero_row_, p)) return {};
    if (!converted_.normal(p)) return {.position = std::numeric_limits<double>::infinity()};
    const double size = converted_.magnitude(p);
    Terms terms;
    if (size > 0) terms.position = size * converted_.error(p) * kUpward;
    terms.position += converted_.absolute_error(p);
    if (formats_.store != Arithmetic<T>::format)
      terms.storage = storage_error(formats_.store, (size + terms.position) * kUpward);
    return terms;
  }

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  std::vector<Channel> channels_;
  std::optional<Position> zero_row_;
  ComputeFormats formats_;
  Positions positions_;
  ConvertedPosition<T> converted_;
};

}  // namespace sextant::recipe
