#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/measured.hpp"

namespace sextant::sweep {

/// What a record was measured with.  Only records of equal origins can be merged.
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
/// Reads the result of to_json.  Throws Error for other documents.
Origin read_origin(const nlohmann::json& document);

/// The rows [first, last) of a job, measured.
struct Record {
  std::uint64_t first = 0, last = 0;
  Origin origin;
  Measured measured;
  std::string checksum = {};  ///< of its text; empty before it is written
};

/// Thrown for a complete record of another version of this program, which may measure differently.
class OtherVersion : public Error {
 public:
  using Error::Error;
};

/// Converts a record to one line that ends with its checksum, and back. read_record throws Error if
/// the checksum is wrong or the record is impossible.
std::string to_text(const Record& record);
Record read_record(const std::string& text);
/// The checksum at the end of a text.  Throws Error if it is wrong.
std::string sound_checksum(const std::string& text);

/// The first difference of two different origins: "positions is '0:8', and '0:16'".
std::string difference(const Origin& one, const Origin& other);

}  // namespace sextant::sweep
