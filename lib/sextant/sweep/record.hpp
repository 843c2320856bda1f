#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/measured.hpp"

namespace sextant::sweep {

/// What a record was measured with: records go together where all of it is the same.
struct Origin {
  JobDescription job;
  std::string recipe;   ///< recipe_fingerprint
  std::string library;  ///< library_fingerprint

  bool operator==(const Origin&) const = default;
  std::uint64_t rows() const { return job.rows; }
  std::uint64_t columns() const { return job.columns; }
  std::uint64_t parts() const { return job.parts; }
  Positions positions() const { return Positions::parse_any(job.positions); }
  const std::vector<double>& limits() const { return job.limits; }
  bool with_defects() const { return job.rows_apart.has_value(); }
  Format format() const { return Format::named(job.format); }
};
nlohmann::json to_json(const Origin& origin);
/// Throws Error for what to_json did not make of a job.
Origin read_origin(const nlohmann::json& document);

/// The rows [first, last) of a job, measured.
struct Record {
  std::uint64_t first = 0, last = 0;
  Origin origin;
  Measured measured;
  std::string checksum = {};  ///< of its text, once that is known
};

/// A whole record that another version of this program wrote: what measures differently has another
/// version.
class OtherVersion : public Error {
 public:
  using Error::Error;
};

/// One line that ends with its checksum, and back.  read_record throws Error where the checksum is
/// of something else, or what it is of is no record that could be.
std::string to_text(const Record& record);
Record read_record(const std::string& text);
/// The checksum that a text ends with; throws Error where that is of something else.
std::string sound_checksum(const std::string& text);

/// What differs between two origins that are not one, in words: "positions is '0:8', and '0:16'".
std::string difference(const Origin& one, const Origin& other);

}  // namespace sextant::sweep
