#include <memory>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/vectors/document.hpp"
#include "tool/options/options.hpp"
#include "tool/options/output_files.hpp"
#include "tool/options/progress.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

constexpr int kMostSearched = 1 << 30;

struct VectorsSubcommand {
  explicit VectorsSubcommand(Command& subcommand) : encoding(subcommand) {}

  EncodingOptions encoding;
  std::string output = "-";
  std::string searched;
  bool all = false;

  std::uint64_t entries() const {
    if (searched.empty()) return vectors::kSearched;
    return static_cast<std::uint64_t>(read_count("--search", searched, kMostSearched));
  }

  std::vector<vectors::Subject> subjects() const {
    if (!encoding.given() && encoding.part() == Part::table) return vectors::usual_subjects();
    if (const auto several = encoding.axial(); several && !of_text(*several))
      throw Error("vectors are of one coordinate: see sextant table for several");
    const Encoding meant = encoding.encoding_with_dim();
    print_warnings(encoding.warnings());
    return vectors::subjects(encoding.model_name(), meant, encoding.part(),
                             encoding.positions().value_or(0));
  }

  void run() const {
    if (all) return write_all();
    const auto wanted = subjects();
    OutputFile file(output);
    file.write(vectors::document(wanted, entries()));
    file.finish();
  }

  /// Writes one file for each preset, and default.json for no preset.
  void write_all() const {
    if (encoding.given()) throw Error("--all is of every preset: it goes with no encoding");
    if (output == "-") throw Error("--all writes a directory: -o DIR is missing");
    const std::uint64_t count = entries();
    OutputFiles files(output, output);
    ProgressLine progress("writing " + output);
    const auto tell = progress.whole();
    files.add("default.json", vectors::document(vectors::usual_subjects(), count));
    double done = 1;
    for (const Model& model : models()) {
      const auto wanted = vectors::subjects(std::string(model.name), read_encoding(model.encoding),
                                            encoding.part(), model.positions);
      files.add(std::string(model.name) + ".json", vectors::document(wanted, count));
      if (tell) tell(++done / static_cast<double>(models().size() + 1));
    }
    files.finish();
  }
};

}  // namespace

void add_vectors(Command& program) {
  Command& subcommand = program.add_subcommand(
      "vectors", "Write a conformance file: true values, and what known faults make of them");
  auto options = std::make_shared<VectorsSubcommand>(subcommand);
  subcommand.add_option("-o,--output", &options->output,
                        "FILE.json, - for standard output, or with --all a directory (-)",
                        {.value = "FILE"});
  subcommand.add_option("--all", &options->all, "a file for every preset of 'sextant list models'");
  subcommand.add_option("--search", &options->searched,
                        "entries searched for those nearest to a tie (2^22)", {.value = "N"});
  subcommand.common = {"--model", "--encoding", "--dim", "--base", "--part", "--output", "--all"};
  subcommand.footer =
      "Without an encoding, the file is of a sinusoidal one and of rotary ones; of a rotary one, "
      "of "
      "its cos, sin and inv_freq. reports/vectors/check_vectors.py runs a function against a "
      "file.\n"
      "Examples:\n"
      "  sextant vectors -o vectors.json\n"
      "  sextant vectors --model llama-3.1-8b --part cos -o llama.json\n"
      "  sextant vectors --dim 512 --search 2^28 -o hard.json\n"
      "  sextant vectors --all -o vectors";
  subcommand.run = [options] {
    options->run();
    return 0;
  };
}

}  // namespace sextant::tool
