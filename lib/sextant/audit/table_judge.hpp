#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/claimed_layers.hpp"
#include "sextant/audit/stored_verdict.hpp"
#include "sextant/audit/tensor_name.hpp"

namespace sextant::audit {

/// Adds keys of a claim that may be wrong instead of a tensor: to the tensor's verdict, and to the
/// reason why it fails.
void add_keys(StoredVerdict& verdict, std::vector<ConfigKey> keys, const ClaimedLayers& claim);

/// Removes these keys from the verdict, and their words from its reason.  `source` makes the claim.
void drop_keys(StoredVerdict& verdict, const ModelSource& source);

/// Judges tables of one source, entry by entry.
class TableJudge {
 public:
  /// The arguments must outlive this.
  TableJudge(const ModelSource& source, const std::vector<ClaimedLayers>& claims,
             const StoredOptions& options, const verify::Progress& progress)
      : source_(source), claims_(claims), options_(options), progress_(progress) {}

  /// Sets the positions of the rows, the length of sequences, and the row of padding, for the
  /// tables that are judged next.  Without positions, rows count from 0.  Without a length, it is
  /// that of the context.
  void set_rows(std::optional<Positions> positions, std::optional<Position> length,
                std::optional<std::uint64_t> padding) {
    positions_ = std::move(positions);
    length_ = length;
    padding_ = padding;
  }

  /// Judges a table by the claims for its layers; if there are none, by an encoding that is
  /// identified from its numbers.  `unrotated` says why its layers do not rotate; nullptr if they
  /// rotate or if that is unknown.  Sets the outcome, the reason and the other results.  Throws
  /// Error if the table cannot be read.
  void judge(StoredVerdict& result, const StoredArray& array, const Table& table,
             const TensorMeaning& meaning, const std::vector<ClaimedLayers>& claims,
             const LayerEncoding* unrotated);

  /// The number of tables that failed so far.
  int failing() const { return failing_; }

 private:
  /// Judges a table that is named after positions, in a model that rotates as many channels as the
  /// table has columns.  It may hold [cos | sin], pairs, or [sin | cos]; only the last if the
  /// model's program stores it so, as GPT-J does.  Returns false, and judges nothing, if no layers
  /// rotate that many channels.
  bool judge_absolute(StoredVerdict& result, const StoredArray& array, const Table& table,
                      const TensorMeaning& meaning);
  /// Judges [sines | cosines] of rotary claims, if the program of all of them stores this table so.
  /// Returns false, and judges nothing, if it does not.
  bool judge_sines_first(StoredVerdict& result, const StoredArray& array, const Table& table,
                         const TensorMeaning& meaning, const std::vector<ClaimedLayers>& rotary);
  void judge_by(StoredVerdict& result, const StoredArray& array, const Table& table,
                const TensorMeaning& meaning, const std::vector<ClaimedLayers>& claims);
  /// Adds the keys of the claim that may be wrong instead of the table; none if the table only
  /// exceeds a limit.
  void name_keys(StoredVerdict& result, const Table& table, const Encoding& encoding,
                 const ClaimedLayers& claim);
  /// For a table that fails: lets it pass if it is right for short contexts and then for long ones.
  /// Adds to the reason that it is right for layers of another kind, if it is.
  void explain_failure(StoredVerdict& result, const StoredArray& array, const Table& table,
                       const TensorMeaning& meaning, const std::vector<ClaimedLayers>& tried) const;
  /// Judges a table of layers that do not rotate.  It passes if it is right for the layers that do:
  /// some programs give each layer the same buffer, and do not use it there.
  void judge_unused(StoredVerdict& result, const StoredArray& array, const Table& table,
                    TensorMeaning meaning, const LayerEncoding& unrotated);
  /// The verdict by an encoding.  If the table fails and `explain` is true, faults are searched,
  /// but only in the first kMostSearches failing tables of the source.
  verify::Verdict verdict_on(const Table& table, const Encoding& encoding, Part part,
                             bool explain = true) const;
  /// Fails frequencies in less than 32 bits, and adds the largest error of an angle to the reason.
  void judge_frequencies(StoredVerdict& result, const Table& table, const Encoding& encoding,
                         const ClaimedLayers& claim) const;
  /// Whether the configuration gives the encodings of all layers, and none of them rotates.
  bool says_no_rotation() const;
  /// Judges a tensor whose encoding no source says: looks for one that passes.
  void identify(StoredVerdict& result, const Table& table, const TensorMeaning& meaning);
  /// The same for a table of sines and cosines.  It fails if another part than its name says is
  /// identified.  Returns false, and judges nothing, if no encoding passes.
  bool identify_waves(StoredVerdict& result, const Table& table, const TensorMeaning& meaning);
  /// For a table that is no encoding's, but begins like one.  It fails if some number is not
  /// finite.  Else it is not judged, and the reason says what would explain it as the encoding that
  /// it begins like.
  void explain_unidentified(StoredVerdict& result, const Table& table);
  /// How a table is identified.
  verify::Question identifying(const Table& table) const;

  const ModelSource& source_;
  const std::vector<ClaimedLayers>& claims_;
  const StoredOptions& options_;
  const verify::Progress& progress_;
  mutable int searches_ = 0;                   ///< failing tables so far whose faults were searched
  int failing_ = 0;                            ///< failing tables so far
  std::optional<Positions> positions_ = {};    ///< of the rows of the present table
  std::optional<Position> length_ = {};        ///< of sequences, of that table
  std::optional<std::uint64_t> padding_ = {};  ///< the row of padding of that table
};

}  // namespace sextant::audit
