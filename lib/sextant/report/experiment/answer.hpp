#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// The criterion of a storage format beyond which an error matters: half an ulp of 1 in a format of
/// 16 bits; otherwise half an ulp of bfloat16 below 1, because models round products to it.
std::string_view criterion_that_matters(const Format& format);

/// The largest error of a series of drift in the octaves that begin below a position: null, or an
/// object with `value` and `position`.
nlohmann::json worst_below(const nlohmann::json& series, Position end,
                           const char* measure = "absolute");

/// The rows of an answer in its format, as a table for people: titles, then cells.
std::vector<std::vector<std::string>> answer_table(const nlohmann::json& answer);

/// Two digits: 0.0086, or 6.0 × 10⁻⁸ below 0.0001.
std::string error_in_words(double error);

}  // namespace sextant
