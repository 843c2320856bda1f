#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "sextant/io/output_file.hpp"

namespace sextant::tool {

/// Writes several files of one directory under temporary names. finish() gives all of them their
/// names.  Without finish(), the files are removed, and also the directories that were created for
/// them.
class OutputFiles {
 public:
  /// `deepest` is a directory that is created if missing, with all its parents.
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
