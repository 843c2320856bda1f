#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "c/watch.hpp"
#include "sextant/audit/source.hpp"
#include "sextant/tensor/stored_array.hpp"

namespace sextant::c {

/// The arrays, the buffer and the progress function of a request.  Their memory is the caller's.
struct Request {
  std::optional<StoredArray> array, other;
  std::optional<audit::ModelSource> model;
  std::optional<std::span<std::byte>> buffer;
  Watch watch;
};

/// The result of a command.
struct Answer {
  int exit_status = 0;                ///< 0 passes, 1 does not pass, 2 could not be judged
  std::string json;                   ///< what the command prints with --json
  std::string words;                  ///< what it prints without --json
  std::vector<std::string> warnings;  ///< those that are not in `json`
};

/// Runs a command of sextant_ask with its options.  Throws Error for an unknown command and for
/// wrong options, and Refused for arrays or a buffer that the command does not take.
Answer run_command(const std::string& command, const nlohmann::json& options, Request& request);

}  // namespace sextant::c
