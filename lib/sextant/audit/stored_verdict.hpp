#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/source.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::audit {

enum class StoredOutcome : unsigned char { passes, fails, not_judged };

/// What a tensor of a file should hold, and whether it does.
struct StoredVerdict {
  std::string path;
  std::string tensor;
  std::vector<std::string> same = {};  ///< other tensors of the file with the same numbers
  std::string layers = {};             ///< kind of layers of the claim; empty: all
  Part part = Part::table;
  std::string format;  ///< as the file names it
  std::vector<std::uint64_t> shape = {};
  StoredOutcome outcome = StoredOutcome::not_judged;
  std::string claim = {};   ///< the encoding that it was judged by, as text; empty if not judged
  bool identified = false;  ///< the claim was found from the numbers, and no file says it
  std::string why = {};     ///< why it fails or was not judged, in one line; empty if it passes
  std::optional<verify::Verdict> verdict = {};  ///< nullopt if it was not judged entry by entry
};

/// An encoding that tensors are judged by.
struct ClaimedLayers {
  const LayerEncoding* encoding = nullptr;
  const ModelSource* source = nullptr;
};

/// How tensors are judged.
struct StoredOptions {
  std::optional<Position> sequence_length = {};
  verify::PassingLimits limits = {};
};

/// The verdict on every tensor of a source whose name says that it holds positions.  A tensor is
/// judged by the claim for its layers; without a claim it is identified.  Tensors of a file that
/// hold the same numbers are judged once.
///
/// Frequencies that are stored in less than float32 fail, because angles are computed from them.
std::vector<StoredVerdict> judge_stored(const ModelSource& source,
                                        const std::vector<ClaimedLayers>& claims,
                                        const StoredOptions& options,
                                        const verify::Progress& progress);

}  // namespace sextant::audit
