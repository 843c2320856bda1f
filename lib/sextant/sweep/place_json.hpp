#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/measure/prefilter/defect_meter.hpp"

// The results at one place as JSON.  Writing and reading are exact.  For other documents the
// readers throw Error or an exception of the JSON library.
namespace sextant::sweep {

/// Writes a number; one that is not finite becomes a text.
nlohmann::json number(double value);
double read_number(const nlohmann::json& value);

/// A position in units of 1/parts is written as a number.
nlohmann::json place(std::uint64_t row, Position position, std::size_t channel,
                     std::uint64_t parts);
Position read_position(const nlohmann::json& value, std::uint64_t parts);

nlohmann::json witness_json(const measure::Witness& w, std::uint64_t parts);
measure::Witness read_witness(const nlohmann::json& object, std::uint64_t parts);

/// null if it is empty.
nlohmann::json max_error_json(const measure::MaxError& maximum, std::uint64_t parts);
measure::MaxError read_max_error(const nlohmann::json& object, std::uint64_t parts);
nlohmann::json defect_json(const measure::MaxDefect& maximum, std::uint64_t parts);
measure::MaxDefect read_defect(const nlohmann::json& object, std::uint64_t parts);

/// Reads a JSON integer ≥ 0.
std::uint64_t count_of(const nlohmann::json& value);

}  // namespace sextant::sweep
