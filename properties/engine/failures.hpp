#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rapidcheck/detail/Results.h"

namespace sextant::properties {

/// What failed before, kept between runs: one file a property, so that processes side by side do
/// not meet, in the folder of SEXTANT_FAILURES or else of the build.  A case stays when it passes
/// again: it costs one case, and what failed once may again.  Remove the file to forget it.
class Failures {
 public:
  /// Of the property `id`, which is the name of its test and its number in it.
  Failures(const std::string& program, const std::string& id);

  /// The latest first; a line that cannot be read is said to be wrong, and left out.
  std::vector<rc::detail::Reproduce> past() const;
  /// Adds one, unless it is there; of more than kMost the oldest go.  Written beside and renamed.
  void add(const rc::detail::Reproduce& failure) const;

  const std::filesystem::path& file() const { return file_; }

  static constexpr std::size_t kMost = 16;

 private:
  std::vector<std::string> lines() const;

  std::string id_;
  std::filesystem::path file_;
};

/// A case as RC_PARAMS has it: `reproduce=…`.
std::string reproduction(const std::string& id, const rc::detail::Reproduce& failure);

}  // namespace sextant::properties
