#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

struct UnfinishedName;

/// A file with a temporary name in its target's directory, until it is renamed to the target.  The
/// destructor removes an unfinished file.
///
/// All such names are on one list, and `remove_unfinished_on_signals` removes these files.
/// Nameless files (O_TMPFILE) are no alternative: some file systems lack them, and they cannot
/// replace an existing file without a temporary name.  A file remains only after SIGKILL, a crash
/// or a power cut.  Its name contains the process id.
class UnfinishedFile {
 public:
  /// Creates it in the directory of `target`.  Throws Error if that cannot be written.
  explicit UnfinishedFile(const std::string& target);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile();

  int descriptor() const { return file_.get(); }
  /// The directory of the file and of its target.
  std::string directory() const;

  /// Renames the file to its target.  A reader finds the old file or the complete new one.  Returns
  /// 0 or an errno.
  int finish();

 private:
  std::string target_;
  std::unique_ptr<UnfinishedName> name_;  ///< until it is finished
  Descriptor file_;
};

/// Creates a directory and its missing parents for files that are still unfinished.  Without
/// `finish`, the created directories are removed if they are empty: by the destructor and by the
/// signals below.
class UnfinishedDirectory {
 public:
  /// Throws Error if it cannot be created; then no created directory remains.
  explicit UnfinishedDirectory(const std::string& path);
  UnfinishedDirectory(const UnfinishedDirectory&) = delete;
  UnfinishedDirectory& operator=(const UnfinishedDirectory&) = delete;
  ~UnfinishedDirectory();

  void finish() noexcept;

 private:
  UnfinishedDirectory() = default;
  void make(const std::string& path);

  std::vector<std::unique_ptr<UnfinishedName>> made_;  ///< the topmost first
};

/// Call it before bytes are written directly.  An interruption then no longer reports that nothing
/// was written.
void note_direct_output();

/// Sets the text that an interruption reports instead of "nothing written", for programs that keep
/// partial results.  The text must outlive the program.
void note_work_that_stays(std::string_view what);

/// Call it once at the start of a program.  SIGINT, SIGTERM and SIGHUP then remove unfinished files
/// and report the interruption on standard error, with the program's name.  They also report if
/// nothing was written.  Then the signal ends the program as usual. Ignored signals stay ignored.
/// The name must outlive the program.
void remove_unfinished_on_signals(std::string_view program = "sextant");

}  // namespace sextant
