#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/report/experiment/experiments.hpp"
#include "tool/command/command.hpp"
#include "tool/options/files.hpp"
#include "tool/options/question.hpp"

namespace sextant::tool {

/// The options of a report.
class ReportOptions {
 public:
  /// Adds the options of the encoding to a subcommand.  The object must outlive the parse.
  explicit ReportOptions(Command& subcommand) : asked(subcommand) {}
  /// Adds all other options.
  void add(Command& subcommand);

  /// A table that a report judges, and its name in the report.
  struct GivenTable {
    QuestionOptions::Opened open;
    std::string name;
    verify::Progress progress;
  };
  /// The experiments to run; the table is judged first.  Throws Error if options contradict.
  ExperimentConfig experiment(const std::optional<GivenTable>& given) const;
  /// Throws Error if no report can be written to the directory.
  void try_out() const;
  /// Writes index.html, report.md, report.json and data/*.csv, evidence.html if the document has
  /// records of the project, and sextant.html if --exact-page is given: all or none.
  void write(const nlohmann::json& document) const;
  /// The verdict on the table, if there is one; the answer; and the path of index.html.
  std::string words(const nlohmann::json& document) const;

  QuestionOptions asked;
  FileOptions table;  ///< of --table
  std::string directory = "report";
  bool open_page = false;

 private:
  void see_table(const GivenTable& given, ExperimentConfig& s) const;
  void see_encoding(ExperimentConfig& s) const;
  std::optional<Position> wanted_end(bool of_table) const;
  std::string exact_page() const;

  std::string commit_, octaves_;
  std::vector<std::string> recipes_, formats_;
  bool everything_ = false;
  std::optional<std::string> speed_, mutants_, theorems_, sweeps_, confusion_, exact_page_;
};

}  // namespace sextant::tool
