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
#include "sextant/report/document/step_callback.hpp"

namespace sextant {

/// The configuration of a report's experiments.
struct ExperimentConfig {
  Encoding encoding = Sinusoidal{.dim = 128};
  std::vector<std::string> recipes;  ///< names of the catalogue; empty: all
  std::vector<Format> formats = {kFloat64, kFloat32, kFloat16, kBfloat16};
  int octaves = 41;               ///< of positions, from [1, 2) on
  int positions_an_octave = 256;  ///< at least; shorter octaves are exhaustive
  /// Safe ranges try every position below 2^this, if tables have at most 128 columns.
  int exhaustive_bits = 20;
  int slow_bits = 14;     ///< the same for tables whose entries are measured without vectors
  int step_octaves = 20;  ///< of steps of sequential recipes
  std::uint64_t seed = 1;
  std::string name;         ///< of the model, if any
  Position context = 0;     ///< how many positions the answer is about; 0: up to 2^17
  bool everything = false;  ///< also what does not depend on the encoding: attention,
                            ///< statements, and every encoding known by name
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

/// The positions measured in the octave [2^k, 2^(k+1)), ascending: all if there are few.  Otherwise
/// its ends, the number after its first, and random ones with odd significands.
std::vector<Position> octave(const ExperimentConfig& experiment, int k);

/// The document's drift and safe_ranges: the largest error of each run in each octave, and the
/// first positions where limits are exceeded.
std::pair<nlohmann::json, nlohmann::json> drift(const ExperimentConfig& experiment,
                                                const ProgressCallback& progress);

/// The answer to the usual question: over a context, which recipes are accurate enough in which
/// format?  From the drift and the safe ranges of a report: the recipe in use (`recipe`,
/// `computed_in`, `format`), a `sentence` on it, and a row for each recipe and format.  A row
/// `holds` if no error beyond half an ulp of 1 was found; its error matters from the first position
/// beyond criterion_that_matters() of answer.hpp.
nlohmann::json answer(const ExperimentConfig& experiment, const nlohmann::json& drift,
                      const nlohmann::json& safe_ranges);

/// The derived bound of every sound recipe in each octave, with the documented accuracy of each
/// library; null where it documents none.
nlohmann::json library_bounds(
    const ExperimentConfig& experiment, const StepCallback& step = [] {});

/// Engines and devices, of a rotary encoding: by engine, format and context, the largest error.  It
/// is measured where the engine's library is that of this machine; otherwise it is the derived
/// bound, if there is one.  Empty for other encodings.
nlohmann::json engines(const ExperimentConfig& experiment, const nlohmann::json& drift,
                       const nlohmann::json& library_bounds);

/// The errors of the sound recipes for every model, program encoding and bias with a name, by
/// octave, below 2¹⁷ or the model's length.  Does not depend on the experiment's encoding.
nlohmann::json encodings(const StepCallback& step = [] {});

/// The same formula in float, double, long double, binary128, cpp_bin_float_50 and MPFR.
nlohmann::json number_types(
    const ExperimentConfig& experiment, const StepCallback& step = [] {});

/// The errors of norm, shift invariance, rotation and composition, by position.
nlohmann::json defects(
    const ExperimentConfig& experiment, const StepCallback& step = [] {});

/// The largest ratio of an error to the bound of each property, part by part, over the sound
/// recipes, and its place.                                        reports/derivations/invariance.md
nlohmann::json bounds(
    const ExperimentConfig& experiment, const StepCallback& step = [] {});

/// The closest pairs of rows of the experiment's encoding, by dim and format.
nlohmann::json nearest_pairs(
    const ExperimentConfig& experiment, const StepCallback& step = [] {});

/// The bits that each recipe has lost in each channel at the last position of every octave, without
/// sequential recipes.                                                                lost_bits.hpp
nlohmann::json lost_bits(
    const ExperimentConfig& experiment, const StepCallback& step = [] {});

/// Pictures show positions 0 … 127, and 64 channels if the encoding allows that.
inline constexpr Position kPicturedRows = 128;
Encoding pictured(const Encoding& encoding);

/// The encoding as heat map, waves and similarity matrix.
nlohmann::json pictures(const ExperimentConfig& experiment);

/// Σ cos(k·ω) over the pairs of the pictured encoding, by offset k, correctly rounded.
nlohmann::json kernel(const ExperimentConfig& experiment);

/// The change of scores and weights of fixed vectors that only the errors of a rotary table cause,
/// at positions up to 10⁷, by format and recipe.  The encoding is always rope dim=128.
nlohmann::json attention(const StepCallback& step = [] {});

/// The result of attention() as a sentence.
std::string attention_sentence(const nlohmann::json& all_series);

/// The machine and software of the report.
nlohmann::json environment();

}  // namespace sextant
