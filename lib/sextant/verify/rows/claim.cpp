#include "sextant/verify/rows/claim.hpp"

#include <algorithm>
#include <variant>

#include "sextant/encoding/real/error.hpp"

namespace sextant::verify {
namespace {

bool is_of_wave(const Channel& channel) { return is_wave(channel.function); }

}  // namespace

Format computed_in(const std::optional<Format>& asked, const Format& stored,
                   const std::string& whose, const Format& given) {
  const bool wide = stored == kFloat64 || given == kFloat64;
  const Format compute = asked.value_or(wide ? kFloat64 : kFloat32);
  if (compute.precision < stored.precision)
    throw Error("--computed-in " + compute.name() + " is narrower than " + whose + " " +
                stored.name());
  return compute;
}

const QueryScaleForm* query_scale_of(const Claim& claim) {
  const auto& formula = claim.chart.waves.formula;
  return formula ? std::get_if<QueryScaleForm>(&*formula) : nullptr;
}

bool has_waves(const Chart& chart) {
  return std::any_of(chart.channels.begin(), chart.channels.end(), is_of_wave);
}

bool has_only_waves(const Chart& chart) {
  return std::all_of(chart.channels.begin(), chart.channels.end(), is_of_wave);
}

}  // namespace sextant::verify
