#include <algorithm>
#include <bit>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/experiment/command.hpp"
#include "sextant/report/experiment/experiments.hpp"
#include "sextant/report/experiment/foreign_table.hpp"
#include "sextant/report/output/csv.hpp"
#include "sextant/report/output/markdown.hpp"
#include "sextant/report/output/page.hpp"
#include "tool/options/files.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/question.hpp"
#include "tool/subcommand/figures.hpp"
#include "tool/subcommand/output_files.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

namespace fs = std::filesystem;

/// Throws Error if a report cannot be written, before any work is done.
void try_out(const fs::path& root) {
  OutputFiles files(root, root / "data");
  for (const char* name : {"index.html", "report.md", "report.json", "data/drift.csv"})
    files.add(name, "");
}

/// The number of octaves [2^k, 2^(k+1)) that cover the positions 1 … most − 1; 62 at most, which is
/// the limit of a report.
int octaves_of(Position most) {
  return std::clamp(static_cast<int>(std::bit_width(magnitude(most - 1))), 1, 62);
}

struct ReportSubcommand {
  explicit ReportSubcommand(Command& subcommand) : asked(subcommand) {}

  QuestionOptions asked;
  FileOptions table;
  std::vector<std::string> arguments;  ///< arguments of the command line, which repeats the run
  std::string directory = "report";
  std::string commit;
  std::vector<std::string> recipes, formats;
  std::string octaves;
  std::optional<std::string> speed, mutants, theorems, sweeps, confusion;

  /// Throws Error for an encoding without waves, because a report is about waves.
  static void expect_waves(const Encoding& encoding) {
    if (dim_field(encoding) != "dim" || std::holds_alternative<Nope>(encoding))
      throw Error("a report is about waves, not about " + std::string(name(encoding)));
  }

  /// Judges the table of --table.  The report is about the encoding for which the table is taken.
  void see_table(ExperimentConfig& s) const {
    const std::string name = table.path == "-" ? "standard input" : in_quotes(table.path);
    ProgressLine progress("judging " + name);
    const auto one = asked.one([this](bool integers) { return open_table(table.file(), integers); },
                               "report --table");
    const verify::JudgedTable judged =
        verify::judged(one.table, verify::named(one.table, one.question), progress.callback());
    s.encoding = judged.reading.claim.encoding;
    expect_waves(s.encoding);
    s.table = foreign_table(judged, name);
  }

  void see_encoding(ExperimentConfig& s) const {
    const EncodingOptions& encoding = asked.encoding;
    if (encoding.given()) {
      s.encoding = encoding.encoding();
      expect_waves(s.encoding);
      if (!encoding.dim_given()) set_field(s.encoding, "dim", "128");
    }
    // Errors in parameters are found before anything is written.
    const Part part = encoding.part();
    (void)chart(s.encoding, part);
    if (part != Part::table)
      throw Error("a report is about whole tables, not about --part " + std::string(name(part)));
    const PositionOptions& positions = asked.positions;
    if (table.tensor || !table.format.empty() || !table.shape.empty() || !positions.first.empty() ||
        !positions.file.empty())
      throw Error("--tensor, --format, --shape, --first and --positions-file go with --table");
  }

  /// The number of octaves of a report; nullopt if neither an option nor the model gives it.
  std::optional<int> wanted_octaves() const {
    if (!octaves.empty()) return read_count("--octaves", octaves, 62);
    const std::string& range = asked.positions.positions;
    if (range.empty()) {
      const auto most = asked.encoding.positions();
      return most ? std::optional(octaves_of(*most)) : std::nullopt;
    }
    const Positions rows = read_option("--positions", [&] { return Positions::parse(range); });
    if (table.path.empty() && (rows[0] < 0 || rows[0] > 1 || rows.step != 1))
      throw Error("--positions " + range +
                  ": a report measures whole octaves, from position 1 on: " +
                  "say where they end, 0:" + to_text(rows[rows.count - 1] + 1));
    return octaves_of(std::max<Position>({rows[0], rows[rows.count - 1], 1}) + 1);
  }

  ExperimentConfig experiment() const {
    ExperimentConfig s;
    if (const auto most = wanted_octaves()) s.octaves = *most;
    for (const std::string& name : recipes) {
      s.recipes.emplace_back(read_option("--recipes", [&] { return recipe::entry(name).name; }));
    }
    if (!formats.empty()) s.formats.clear();
    for (const std::string& name : formats)
      s.formats.push_back(read_table_format("--formats", name));
    if (speed) s.speed = read_option("--speed", [&] { return read_speed(*speed); });
    if (mutants) s.mutants = read_option("--mutants", [&] { return read_mutants(*mutants); });
    if (theorems) s.theorems = read_option("--theorems", [&] { return read_theorems(*theorems); });
    if (sweeps) s.sweeps = read_option("--sweeps", [&] { return read_sweeps(*sweeps); });
    if (confusion)
      s.confusion = read_option("--confusion", [&] { return read_confusion(*confusion); });
    if (table.path.empty())
      see_encoding(s);
    else
      see_table(s);
    s.name = asked.encoding.model_name();
    s.commit = commit;
    s.command = command_line(arguments);
    return s;
  }

  void run() const {
    if (directory.empty()) throw Error("--output is empty: name a directory, or . for this one");
    const fs::path root(directory);
    const ExperimentConfig wanted = experiment();
    print_warnings(asked.encoding.warnings());
    try_out(root);
    nlohmann::json document;
    {
      ProgressLine progress("measuring");
      document = report(wanted, progress.phases());
    }
    // All files are computed before one is written.
    const auto tables = csv(document);
    const std::string json = document.dump(1) + "\n";
    const std::string words = markdown(document);
    const std::string html = page(document);
    OutputFiles files(root, root / "data");
    for (const auto& [name, content] : tables) files.add(fs::path("data") / name, content);
    files.add("report.json", json);
    files.add("report.md", words);
    files.add("index.html", html);
    files.finish();
    const std::string missing = draw_figures(root);
    if (!missing.empty()) print_warnings({missing});
    if (document.contains("table"))
      fmt::print("{}\n", document["table"]["words"].get<std::string>());
    fmt::print("{}\n{}\n", document["headline"]["sentence"].get<std::string>(),
               (root / "index.html").string());
  }
};

}  // namespace

void add_report(Command& program, std::span<char* const> arguments) {
  Command& subcommand = program.add_subcommand(
      "report", "Measure every recipe up to position 2^41, and draw the errors");
  auto options = std::make_shared<ReportSubcommand>(subcommand);
  options->arguments = {"sextant"};
  options->arguments.insert(options->arguments.end(), arguments.begin(), arguments.end());
  subcommand.add_option(
      "-o,--output", &options->directory,
      "directory for index.html, report.md, report.json, data/*.csv, figures/*.svg (report)",
      {.value = "DIR"});
  subcommand.add_option("--recipes", &options->recipes, "only these, comma-separated",
                        {.value = "NAMES", .delimiter = ','});
  subcommand.add_option(
      "--formats", &options->formats, "only these, comma-separated",
      {.value = "NAMES", .words = {"float16", "bfloat16", "float32", "float64"}, .delimiter = ','});
  subcommand.add_option("--octaves", &options->octaves,
                        "octaves of position, from 1 on (41, or as many as a model takes)",
                        {.value = "N"});
  subcommand.add_option(
      "--table", &options->table.path,
      "also judge this table, as verify does, and show where it is off by how much; its "
      "verdict is printed, and does not change the exit status (verify's does)",
      {.value = "FILE"});
  options->table.add_reading(subcommand);
  options->asked.positions.add(subcommand);
  subcommand.add_option("--speed", &options->speed,
                        "what scripts/bench measured, to be shown (build/bench/speed.json there)",
                        {.value = "FILE"});
  subcommand.add_option("--mutants", &options->mutants,
                        "what scripts/mutants found, to be shown (build/mutants/matrix.json there)",
                        {.value = "FILE"});
  subcommand.add_option(
      "--theorems", &options->theorems,
      "what scripts/theorems proved, to be shown (build/theorems/theorems.json there)",
      {.value = "FILE"});
  subcommand.add_option(
      "--sweeps", &options->sweeps,
      "what scripts/sweeps measured, to be shown (build/sweeps/sweeps.json there)",
      {.value = "FILE"});
  subcommand.add_option(
      "--confusion", &options->confusion,
      "what scripts/confusion found, to be shown (build/confusion/confusion.json there)",
      {.value = "FILE"});
  subcommand.add_option("--commit", &options->commit, "the commit to print on the page",
                        {.value = "HASH"});
  subcommand.common = {"--output", "--model", "--encoding", "--dim",     "--base",
                       "--table",  "--part",  "--recipes",  "--formats", "--octaves"};
  subcommand.footer =
      "Examples:\n"
      "  sextant report -o build/report\n"
      "  sextant report --dim 64 --base 500000 --recipes exp-log,turns --formats float32,bfloat16 "
      "-o mine\n"
      "  sextant report --model llama-3.1-8b -o llama\n"
      "  sextant report --dim 128 --positions 0:131072 -o long\n"
      "  sextant report --table cos.npy --model llama-3.1-8b --part cos -o theirs\n"
      "  sextant report diff released/report.json report/report.json";
  add_report_diff(subcommand);
  subcommand.run = [options] {
    options->run();
    return 0;
  };
}

}  // namespace sextant::tool
