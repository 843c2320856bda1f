#pragma once

#include <nlohmann/json.hpp>

namespace sextant {

/// The same document with each list of at least two objects with the same keys as one object
/// {"packed": keys, "rows": lists of values}: half as many bytes.  Scripts of the page unpack it.
nlohmann::json packed(const nlohmann::json& document);

}  // namespace sextant
