#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/expression.hpp"
#include "sextant/proof/statement/near.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// An expression as certificates write it: "a/b", ["pi"], ["log", E], ["power", E, "p/q"],
/// ["sum", E, E], ["product", E, E].  Decisions must be settled.
nlohmann::ordered_json to_json(const Expression& e);
nlohmann::ordered_json to_json(const OffsetDistance& near);
nlohmann::ordered_json to_json(const std::vector<OffsetDistance>& found);

/// The beginning of every certificate: its kind, the encoding, and the frequencies.
nlohmann::ordered_json certificate_of(const std::string& kind, const Encoding& encoding,
                                      const Offsets& offsets);

/// Writes the statement and its outcome into the certificate, with the time in seconds and the
/// version of the program.
void conclude(Theorem& theorem, double seconds);

std::string_view words(TheoremOutcome outcome);

/// Six significant digits, such as `6.95954e-13`, if the enclosure determines them; else its ends.
std::string figure(const OffsetDistance& near);

}  // namespace sextant::proof
