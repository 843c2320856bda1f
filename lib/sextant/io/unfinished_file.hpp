#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

struct UnfinishedName;

/// A file being written beside its target, under a name of its own, until it becomes the target.
/// Destroyed before that, it is removed.
///
/// Every such name is on one list, and `remove_unfinished_on_signals` removes what is on it.  That
/// is preferred to nameless files (O_TMPFILE), which not every file system has, and which cannot
/// take the place of an existing file without a name in between.  Only SIGKILL or a power cut
/// leaves one behind, and its name tells whose it was.
class UnfinishedFile {
 public:
  /// Creates it in the directory of `target`; throws Error where that cannot be written.
  explicit UnfinishedFile(const std::string& target);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile();

  int descriptor() const { return file_.get(); }
  /// Where it lies, and its target will.
  std::string directory() const;

  /// Gives the file its target's name: whoever opens that finds the old file or the whole new one.
  /// Answers 0 or an error number.
  int finish();

 private:
  std::string target_;
  std::unique_ptr<UnfinishedName> name_;  ///< until it is finished
  Descriptor file_;
};

/// A directory, and those above it that are missing, made for files still unfinished.  Unless
/// `finish` is called, those made here go again, as far as they are empty: on destruction, and on
/// the signals below.
class UnfinishedDirectory {
 public:
  /// Throws Error where it cannot be made, and leaves nothing then.
  explicit UnfinishedDirectory(const std::string& path);
  UnfinishedDirectory(const UnfinishedDirectory&) = delete;
  UnfinishedDirectory& operator=(const UnfinishedDirectory&) = delete;
  ~UnfinishedDirectory();

  void finish() noexcept;

 private:
  UnfinishedDirectory() = default;
  void make(const std::string& path);

  std::vector<std::unique_ptr<UnfinishedName>> made_;  ///< from the topmost on
};

/// To be called before bytes go where nothing takes them back: an interruption then no longer says
/// that nothing was written.
void note_direct_output();

/// To be called by what keeps its work for the next run: what an interruption says of it from now
/// on, rather than whether something was written.  The text outlives the program.
void note_work_that_stays(std::string_view what);

/// To be called once by a program, at its start: SIGINT, SIGTERM and SIGHUP then remove what is
/// unfinished, say on standard error, by the program's name, that it was interrupted, and that
/// nothing was written where that is so, and end it as they always did.  Ignored signals stay
/// ignored.  The name outlives the program.
void remove_unfinished_on_signals(std::string_view program = "sextant");

}  // namespace sextant
