#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/report/document/result_file.hpp"

namespace sextant {

/// The configuration of a report's experiments.
struct ExperimentConfig {
  Encoding encoding = Sinusoidal{.dim = 128};
  std::vector<std::string> recipes;  ///< names of the catalogue; empty: all
  std::vector<Format> formats = {kFloat64, kFloat32, kFloat16, kBfloat16};
  int octaves = 41;               ///< of positions, from [1, 2) on
  int positions_an_octave = 256;  ///< at least; octaves no longer than that are exhaustive
  /// Safe ranges try every position below 2^this, if tables have at most 128 columns.
  int exhaustive_bits = 20;
  int slow_bits = 14;     ///< the same for tables whose entries are measured without vectors
  int step_octaves = 20;  ///< of steps of sequential recipes
  std::uint64_t seed = 1;
  std::string name;  ///< of the model, if it is one's
  std::string command, commit;
  Document table;      ///< what foreign_table gives; null: none
  Document speed;      ///< what read_speed gives; null: not run
  Document mutants;    ///< what read_mutants gives; null: not run
  Document theorems;   ///< what read_theorems gives; null: not run
  Document sweeps;     ///< what read_sweeps gives; null: not run
  Document confusion;  ///< what read_confusion gives; null: not run
};

/// Receives the current step, and the fraction of the whole that is done, in [0, 1].
using ProgressCallback = std::function<void(const std::string& what, double fraction)>;

/// Runs every experiment and returns the document of reports/schema/report.schema.json.
nlohmann::json report(const ExperimentConfig& experiment, const ProgressCallback& progress = {});

/// One recipe in one set of compute formats: a curve of the drift figures.
struct DriftRun {
  std::string recipe;
  recipe::ComputeFormats formats;
  bool sound = true;
  bool sequential = false;
};

/// Every recipe and format of an experiment; 16-bit formats and float32 are computed in float32.
std::vector<DriftRun> runs(const ExperimentConfig& experiment);

/// The positions that stand for the octave [2^k, 2^(k+1)): all of it where it is short; else its
/// ends, the number after its first, and random ones with odd significands.  Ascending.
std::vector<Position> octave(const ExperimentConfig& experiment, int k);

/// The document's drift and safe_ranges: the largest error of each run in each octave, and the
/// first positions where limits are exceeded.
std::pair<nlohmann::json, nlohmann::json> drift(const ExperimentConfig& experiment,
                                                const ProgressCallback& progress);

/// What the engines that compute a rotary encoding are off by, the largest of the drift of their
/// recipes by format, in sentences; empty for other encodings.
nlohmann::json engines(const ExperimentConfig& experiment, const nlohmann::json& drift);

/// How far the sound recipes of every model, program encoding and bias that is known by name are
/// off below 2¹⁷, or as far as the model goes; not of the experiment's encoding.
nlohmann::json families();

/// The same formula in float, double, long double, binary128, cpp_bin_float_50 and MPFR.
nlohmann::json number_types(const ExperimentConfig& experiment);

/// Norm, shift invariance, rotation and composition, against position.
nlohmann::json defects(const ExperimentConfig& experiment);

/// How near the sound recipes come to the bound of each property, part by part: the largest ratio
/// found, and where. reports/derivations/invariance.md
nlohmann::json bounds(const ExperimentConfig& experiment);

/// The closest pairs of rows of the experiment's encoding, by dim and format.
nlohmann::json nearest_pairs(const ExperimentConfig& experiment);

/// How many bits of each channel each recipe has lost at the last position of every octave; without
/// the sequential ones.                                                          lost_bits.hpp
nlohmann::json lost_bits(const ExperimentConfig& experiment);

/// What pictures are of: positions 0 … 127, and an encoding with 64 channels, where it can have so
/// few.
inline constexpr Position kPicturedRows = 128;
Encoding pictured(const Encoding& encoding);

/// The encoding as heat map, waves and similarity matrix.
nlohmann::json pictures(const ExperimentConfig& experiment);

/// Σ cos(k·ω) over the pairs of what is pictured, by offset k, correctly rounded.
nlohmann::json kernel(const ExperimentConfig& experiment);

/// How far scores and weights of fixed vectors move because of the table of a rotary encoding
/// alone, at positions up to 10⁷, by format and recipe: not of the experiment's encoding, but of
/// rope dim=128.
nlohmann::json attention();

/// What attention() found, in a sentence.
std::string attention_sentence(const nlohmann::json& all_series);

/// Where the report was made.
nlohmann::json environment();

/// The result in a sentence, from the safe ranges.
std::string headline(const nlohmann::json& safe_ranges);

}  // namespace sextant
