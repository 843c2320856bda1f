#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "sextant/sweep/measured.hpp"

namespace sextant::sweep {

/// What a record was measured with: records go together where all of it is the same.
struct Origin {
  nlohmann::json job;   ///< to_json(Job)
  std::string recipe;   ///< recipe_fingerprint
  std::string library;  ///< library_fingerprint

  bool operator==(const Origin&) const = default;
};

/// The rows [first, last) of a job, measured.
struct Record {
  std::uint64_t first = 0, last = 0;
  Origin origin;
  Measured measured;
};

/// One line that ends with its checksum, and back.  read_record throws Error where the checksum is
/// of something else, or what it is of is no record.
std::string to_text(const Record& record);
Record read_record(const std::string& text);

/// What differs between two origins, in words: "job: positions '0:8', and '0:16'".
std::string difference(const Origin& one, const Origin& other);

}  // namespace sextant::sweep
