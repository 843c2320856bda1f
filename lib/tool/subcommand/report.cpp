#include "tool/options/report.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/report/experiment/command.hpp"
#include "tool/options/progress.hpp"
#include "tool/subcommand/figures.hpp"
#include "tool/subcommand/other_program.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

ExperimentConfig experiment(const ReportOptions& options) {
  const FileOptions& table = options.table;
  if (table.path.empty()) return options.experiment(std::nullopt);
  const std::string name = table.path == "-" ? "standard input" : in_quotes(table.path);
  ProgressLine progress("judging " + name);
  const auto open = [&](bool integers) { return open_table(table.file(), integers); };
  return options.experiment(ReportOptions::GivenTable{open, name, progress.callback()});
}

void run(const ReportOptions& options, const std::string& command) {
  if (options.directory.empty())
    throw Error("--output is empty: name a directory, or . for this one");
  ExperimentConfig wanted = experiment(options);
  wanted.command = command;
  print_warnings(options.asked.encoding.warnings());
  options.try_out();
  nlohmann::json document;
  {
    ProgressLine progress("measuring");
    document = report(wanted, progress.phases());
  }
  options.write(document);
  const std::string missing = draw_figures(options.directory);
  if (!missing.empty()) print_warnings({missing});
  fmt::print("{}", options.words(document));
  if (!options.open_page) return;
  std::fflush(stdout);
  const std::string unopened = open_for_user(options.directory + "/index.html");
  if (!unopened.empty()) print_warnings({unopened});
}

}  // namespace

void add_report(Command& program, std::span<char* const> arguments) {
  Command& subcommand = program.add_subcommand(
      "report", "Measure every recipe up to position 2^41, and draw the errors");
  auto options = std::make_shared<ReportOptions>(subcommand);
  std::vector<std::string> words = {"sextant"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  options->add(subcommand);
  subcommand.add_option("--open", &options->open_page, "open the page in a browser");
  subcommand.common = {"--output", "--model",   "--encoding", "--dim",     "--base", "--table",
                       "--part",   "--recipes", "--formats",  "--octaves", "--open"};
  subcommand.footer =
      "Examples:\n"
      "  sextant report -o build/report\n"
      "  sextant report --dim 64 --base 500000 --recipes exp-log,turns --formats float32,bfloat16 "
      "-o mine\n"
      "  sextant report --model llama-3.1-8b -o llama --open\n"
      "  sextant report --dim 128 --positions 0:131072 -o long\n"
      "  sextant report --table cos.npy --model llama-3.1-8b --part cos -o theirs\n"
      "  sextant report diff released/report.json report/report.json";
  add_report_diff(subcommand);
  subcommand.run = [options, words] {
    run(*options, command_line(words));
    return 0;
  };
}

}  // namespace sextant::tool
