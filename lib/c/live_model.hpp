#pragma once

#include <span>

#include <nlohmann/json_fwd.hpp>

#include "sextant/audit/source.hpp"

namespace sextant::c {

/// The model in memory that `model` of a request describes (ask.h).  `arrays` are the numbers of
/// those of its tensors that have no `why`, in order.  Throws Error for other JSON, and for a
/// number of arrays that differs.
audit::ModelSource live_model(const nlohmann::json& model, std::span<const StoredArray> arrays);

}  // namespace sextant::c
