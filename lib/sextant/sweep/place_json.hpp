#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/measure/prefilter/defect_meter.hpp"

// What was found at one place, as JSON, exactly both ways.  What reads throws Error, or what the
// JSON library throws, for anything that was not written so.
namespace sextant::sweep {

/// Numbers that are not finite are texts.
nlohmann::json number(double value);
double read_number(const nlohmann::json& value);

/// Positions count parts of 1/parts, and are written as the numbers they are.
nlohmann::json place(std::uint64_t row, Position position, std::size_t channel,
                     std::uint64_t parts);
Position read_position(const nlohmann::json& value, std::uint64_t parts);

nlohmann::json witness_json(const measure::Witness& w, std::uint64_t parts);
measure::Witness read_witness(const nlohmann::json& object, std::uint64_t parts);

/// null where there is none.
nlohmann::json max_error_json(const measure::MaxError& maximum, std::uint64_t parts);
measure::MaxError read_max_error(const nlohmann::json& object, std::uint64_t parts);
nlohmann::json defect_json(const measure::MaxDefect& maximum, std::uint64_t parts);
measure::MaxDefect read_defect(const nlohmann::json& object, std::uint64_t parts);

/// A JSON integer that is no less than 0.
std::uint64_t count_of(const nlohmann::json& value);

}  // namespace sextant::sweep
