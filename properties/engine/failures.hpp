#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rapidcheck/detail/Results.h"

namespace sextant::properties {

/// Failed cases, kept between runs in the folder of SEXTANT_FAILURES, or of the build by default.
/// Each property has its own file, so that parallel processes do not interfere.  A case stays when
/// it passes again, because it costs little and may fail again.  To forget cases, remove the file.
class Failures {
 public:
  /// The failures of the property `id`: the name of its test, and its number in the test.
  Failures(const std::string& program, const std::string& id);

  /// The failed cases, the latest first.  Lines that cannot be read are reported and skipped.
  std::vector<rc::detail::Reproduce> past() const;
  /// Puts a case first.  Only the latest kMost cases are kept.  Writes a temporary file and renames
  /// it.
  void add(const rc::detail::Reproduce& failure) const;

  const std::filesystem::path& file() const { return file_; }

  static constexpr std::size_t kMost = 16;

 private:
  std::vector<std::string> lines() const;

  std::string id_;
  std::filesystem::path file_;
};

/// A case in the syntax of RC_PARAMS: `reproduce=…`.
std::string reproduction(const std::string& id, const rc::detail::Reproduce& failure);

}  // namespace sextant::properties
