#include "tool/options/report.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <span>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/io/file.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/experiment/foreign_table.hpp"
#include "sextant/report/output/csv.hpp"
#include "sextant/report/output/markdown.hpp"
#include "sextant/report/output/page.hpp"
#include "tool/options/output_files.hpp"

namespace sextant::tool {
namespace {

namespace fs = std::filesystem;

/// The number of octaves [2^k, 2^(k+1)) that cover the positions 1 … most − 1; 62 at most, which is
/// the limit of a report.
int octaves_of(Position most) {
  return std::clamp(static_cast<int>(std::bit_width(magnitude(most - 1))), 1, 62);
}

/// Throws Error for an encoding without waves, because a report is about waves.
void expect_waves(const Encoding& encoding) {
  if (dim_field(encoding) != "dim" || std::holds_alternative<Nope>(encoding))
    throw Error("a report is about waves, not about " + std::string(name(encoding)));
}

}  // namespace

void ReportOptions::add(Command& subcommand) {
  subcommand.add_option(
      "-o,--output", &directory,
      "directory for index.html, evidence.html, report.md, report.json, data/*.csv, figures/*.svg "
      "(report)",
      {.value = "DIR"});
  subcommand.add_option("--recipes", &recipes_, "only these, comma-separated",
                        {.value = "NAMES", .delimiter = ','});
  subcommand.add_option(
      "--formats", &formats_, "only these, comma-separated",
      {.value = "NAMES", .words = {"float16", "bfloat16", "float32", "float64"}, .delimiter = ','});
  subcommand.add_option("--octaves", &octaves_,
                        "octaves of position, from 1 on (41, or as many as a model takes)",
                        {.value = "N"});
  subcommand.add_option(
      "--table", &table.path,
      "also judge this table, as verify does, and show where it is off by how much; its "
      "verdict is printed, and does not change the exit status (verify's does)",
      {.value = "FILE"});
  table.add_reading(subcommand);
  asked.positions.add(subcommand);
  subcommand.add_option("--everything", &everything_,
                        "also the sections that do not depend on the encoding: every encoding "
                        "known by name, attention, statements of texts (takes half a minute)");
  subcommand.add_option("--speed", &speed_,
                        "what scripts/bench measured, to be shown (build/bench/speed.json there)",
                        {.value = "FILE"});
  subcommand.add_option("--mutants", &mutants_,
                        "what scripts/mutants found, to be shown (build/mutants/matrix.json there)",
                        {.value = "FILE"});
  subcommand.add_option(
      "--theorems", &theorems_,
      "what scripts/theorems proved, to be shown (build/theorems/theorems.json there)",
      {.value = "FILE"});
  subcommand.add_option(
      "--sweeps", &sweeps_,
      "what scripts/sweeps measured, to be shown (build/sweeps/sweeps.json there)",
      {.value = "FILE"});
  subcommand.add_option(
      "--confusion", &confusion_,
      "what scripts/confusion found, to be shown (build/confusion/confusion.json there)",
      {.value = "FILE"});
  subcommand.add_option("--exact-page", &exact_page_,
                        "the page of scripts/build --preset web (build/web/index.html there): "
                        "copied beside the report as sextant.html, and linked from its explorer",
                        {.value = "FILE"});
  subcommand.add_option("--commit", &commit_, "the commit to print on the page", {.value = "HASH"});
}

/// Judges a table.  The report is about the encoding by which it was judged.
void ReportOptions::see_table(const GivenTable& given, ExperimentConfig& s) const {
  const auto one = asked.one(given.open, "report --table");
  const verify::JudgedTable judged =
      verify::judged(one.table, verify::named(one.table, one.question), given.progress);
  s.encoding = judged.reading.claim.encoding;
  expect_waves(s.encoding);
  s.table = foreign_table(judged, given.name);
}

void ReportOptions::see_encoding(ExperimentConfig& s) const {
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

/// The end of the positions that the model or --positions gives; nullopt if neither does.
std::optional<Position> ReportOptions::wanted_end(bool of_table) const {
  const std::string& range = asked.positions.positions;
  if (range.empty()) return asked.encoding.positions();
  const Positions rows = read_option("--positions", [&] { return Positions::parse(range); });
  if (!of_table && (rows[0] < 0 || rows[0] > 1 || rows.step != 1))
    throw Error("--positions " + range + ": a report measures whole octaves, from position 1 on: " +
                "say where they end, 0:" + to_text(rows[rows.count - 1] + 1));
  return std::max<Position>({rows[0], rows[rows.count - 1], 1}) + 1;
}

ExperimentConfig ReportOptions::experiment(const std::optional<GivenTable>& given) const {
  ExperimentConfig s;
  if (!octaves_.empty()) {
    s.octaves = read_count("--octaves", octaves_, 62);
  } else if (const auto end = wanted_end(given.has_value())) {
    s.octaves = octaves_of(*end);
    s.context = *end;
  }
  for (const std::string& name : recipes_)
    s.recipes.emplace_back(read_option("--recipes", [&] { return recipe::entry(name).name; }));
  if (!formats_.empty()) s.formats.clear();
  for (const std::string& name : formats_)
    s.formats.push_back(read_table_format("--formats", name));
  if (speed_) s.speed = read_option("--speed", [&] { return read_speed(*speed_); });
  if (mutants_) s.mutants = read_option("--mutants", [&] { return read_mutants(*mutants_); });
  if (theorems_) s.theorems = read_option("--theorems", [&] { return read_theorems(*theorems_); });
  if (sweeps_) s.sweeps = read_option("--sweeps", [&] { return read_sweeps(*sweeps_); });
  if (confusion_)
    s.confusion = read_option("--confusion", [&] { return read_confusion(*confusion_); });
  if (given)
    see_table(*given, s);
  else
    see_encoding(s);
  s.name = asked.encoding.model_name();
  s.everything = everything_;
  s.commit = commit_;
  return s;
}

/// The page of --exact-page.  Throws Error for another file.
std::string ReportOptions::exact_page() const {
  constexpr std::uint64_t kLargest = std::uint64_t{16} << 20;
  InputFile file(*exact_page_);
  std::string text(file.available(kLargest), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  if (text.find(R"(<script type="text/plain" id="wasm">)") == std::string::npos)
    file.fail("not the page of scripts/build --preset web");
  return text;
}

void ReportOptions::try_out() const {
  if (exact_page_) (void)read_option("--exact-page", [&] { return exact_page(); });
  const fs::path root(directory);
  OutputFiles files(root, root / "data");
  for (const char* name : {"index.html", "report.md", "report.json", "data/drift.csv"})
    files.add(name, "");
}

void ReportOptions::write(const nlohmann::json& document) const {
  // All files are computed before one is written.
  const auto tables = csv(document);
  const std::string json = document.dump(1) + "\n";
  const std::string words = markdown(document);
  const std::string html = page(document, exact_page_.has_value());
  const std::optional<std::string> evidence = evidence_page(document);
  const fs::path root(directory);
  OutputFiles files(root, root / "data");
  for (const auto& [name, content] : tables) files.add(fs::path("data") / name, content);
  files.add("report.json", json);
  files.add("report.md", words);
  files.add("index.html", html);
  if (evidence) files.add("evidence.html", *evidence);
  if (exact_page_) files.add(kExactPage, exact_page());
  files.finish();
}

std::string ReportOptions::words(const nlohmann::json& document) const {
  std::string words;
  if (document.contains("table")) words = document["table"]["words"].get<std::string>() + "\n";
  return words + document["answer"]["sentence"].get<std::string>() + "\n" +
         (fs::path(directory) / "index.html").string() + "\n";
}

}  // namespace sextant::tool
