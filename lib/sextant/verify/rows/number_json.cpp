#include "sextant/verify/rows/number_json.hpp"

#include "sextant/number/text.hpp"

namespace sextant::verify {

nlohmann::json number_json(const Format& format, double value) {
  const Number number = from_double(value);
  return {{"bits", bits_text(format, number)},
          {"hex", hex_text(number)},
          {"decimal", shortest_decimal(format, number)}};
}

}  // namespace sextant::verify
