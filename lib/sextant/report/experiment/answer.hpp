#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// The name of the criterion beyond which errors of tables stored in `format` matter.  It is half
/// an ulp of 1 for formats narrower than float32.  For others it is half an ulp of bfloat16 below
/// 1, because models round products to bfloat16.
std::string_view criterion_that_matters(const Format& format);

/// The largest error of a drift series in the octaves that begin below the position `end`: an
/// object with `value` and `position`; null if no error is a number.
nlohmann::json worst_below(const nlohmann::json& series, Position end,
                           const char* measure = "absolute");

/// The answer's rows in its own storage format, as a table: first the titles, then the cells of
/// each row.
std::vector<std::vector<std::string>> answer_table(const nlohmann::json& answer);

/// An error with three digits: 0.00858; or 5.96 × 10⁻⁸ if it is below 0.0001 or at least 10000.
std::string error_in_words(double error);

}  // namespace sextant
