#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "c/watch.hpp"
#include "sextant/tensor/stored_array.hpp"

namespace sextant::c {

/// A request of the interface, whose memory belongs to the caller.
struct Request {
  std::optional<StoredArray> array, other;
  std::optional<std::span<std::byte>> buffer;
  Watch watch;
};

struct Answer {
  int exit_status = 0;
  std::string json;
  std::string words;
  std::vector<std::string> warnings;
};

/// Runs a command of the interface with its options.  Throws Error for an unknown command and for
/// wrong options, and Refused for arrays or a buffer that the command does not take.
Answer run_command(const std::string& command, const nlohmann::json& options, Request& request);

}  // namespace sextant::c
