#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/disagreement.hpp"
#include "sextant/audit/stored_verdict.hpp"
#include "sextant/verify/verdict/junit.hpp"

namespace sextant::audit {

/// What to audit, and by which limits.
struct Request {
  std::vector<std::string> paths;           ///< folders and files of one model
  std::vector<ModelSource> in_memory = {};  ///< its sources that are no files
  std::optional<std::string> against = {};  ///< a folder or file whose encodings are right
  /// For scalings that depend on the length of sequences; nullopt: the original context.
  std::optional<Position> sequence_length = {};
  verify::PassingLimits limits = {};  ///< of stored tables
  verify::Progress progress = {};     ///< called while stored tables are judged
};

/// What a model says about positions, what it stores, and whether the two agree.
struct Audit {
  std::vector<ModelSource> sources = {};  ///< those of `against` last
  std::size_t claiming = 0;  ///< index of the source whose encodings are taken as right
  std::vector<StoredVerdict> stored = {};
  std::vector<ModelDisagreement> disagreements = {};
  std::vector<std::string> warnings = {};
  /// One note for each given folder that has Meta's files in a subfolder `original`: the command
  /// that checks them.
  std::vector<std::string> originals = {};
  bool strict = false;  ///< a warning does not pass

  /// The encodings that are taken as right; empty if no source says any.
  const std::vector<LayerEncoding>& encodings() const;
  /// Whether something is wrong: a stored table, or a disagreement; with `strict` also a warning.
  bool wrong() const;
  /// Whether a stored table or an encoding could not be judged.
  bool not_judged() const;
  bool passes() const { return !wrong() && !not_judged(); }
  /// The first thing that could not be judged and why, in one line; empty if all was judged.
  std::string why_not_judged() const;
  /// Notes for people: that nothing is stored, which parts of the model are not judged, which
  /// folders were not read, and after a disagreement which file programs read.
  std::vector<std::string> notes() const;
  /// The exit status: 0 passes, 1 something is wrong, 2 something could not be judged.
  int status() const;
};

/// Audits a model.  Throws Error if a file is missing, damaged or not of a model, or if `against`
/// says nothing about positions.
Audit audit(const Request& request);

/// The JSON object that `sextant check --json` prints, in one line.
std::string json_text(const Audit& audit);
/// A disagreement as lines for a person: both files, their keys and values, and the difference.
std::string to_words(const ModelDisagreement& one);
/// One JUnit case for each tensor in `stored` and `same`, for each source that was compared with
/// the claiming one, and for each kind of layers whose positions are unknown; with `strict` also
/// for each warning.  Empty if there is none of these.
std::vector<verify::JunitCase> junit_cases(const Audit& audit);
/// The audit as lines for a person, the outcome first.  `name` stands for the model there.
std::string to_words(const Audit& audit, const std::string& name);

}  // namespace sextant::audit
