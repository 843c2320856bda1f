#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "sextant/io/output_file.hpp"

namespace sextant::tool {

/// Files of one directory on their way: they get their names together, and unless they do, neither
/// they nor their directories stay.
class OutputFiles {
 public:
  /// `deepest`: a directory that is to be there, and all above it.
  OutputFiles(const std::filesystem::path& root, const std::filesystem::path& deepest)
      : root_(root), directory_(deepest.string()) {}

  void add(const std::filesystem::path& name, const std::string& text) {
    OutputFile& file = files_.emplace_back((root_ / name).string());
    file.write(text);
    file.flush();
  }

  void finish() {
    for (OutputFile& file : files_) file.finish();
    directory_.finish();
  }

 private:
  std::filesystem::path root_;
  UnfinishedDirectory directory_;
  std::deque<OutputFile> files_;
};

}  // namespace sextant::tool
