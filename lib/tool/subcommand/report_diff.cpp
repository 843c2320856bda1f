#include "sextant/report/document/report_diff.hpp"

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "tool/options/options.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

/// The path of a report's document: report.json if `path` is a folder.
std::string document(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_directory(path, none) ? path + "/report.json" : path;
}

struct ReportDiffSubcommand {
  std::string before, after;
  std::string allow = "1";
  std::string most = "20";
  bool longer = false;
  bool json = false;

  int run() const {
    const Rational factor = read_option("--allow", [&] { return parse_rational(allow); });
    if (factor < 1) throw Error("--allow " + allow + " is less than 1");
    const DiffTolerance tolerance{static_cast<double>(factor), longer};
    if (std::isinf(tolerance.factor)) throw Error("--allow " + allow + " would allow anything");
    const int lines = read_count("--lines", most, 1000000);
    const auto was = read_report(document(before));
    const auto found = report_diff(was, read_report(document(after)), tolerance);
    if (json)
      fmt::print("{}\n", found.dump(2));
    else
      fmt::print("{}", to_words(found, static_cast<std::size_t>(lines)));
    return found["grew"] == 0 ? 0 : 1;
  }
};

}  // namespace

void add_report_diff(Command& report) {
  Command& subcommand = report.add_subcommand(
      "diff", "What changed between two reports: exit status 1 if a measured maximum grew");
  auto options = std::make_shared<ReportDiffSubcommand>();
  subcommand.add_option("before", &options->before, "the earlier report.json, or its folder",
                        {.required = true});
  subcommand.add_option("after", &options->after, "the later report.json, or its folder",
                        {.required = true});
  subcommand.add_option("--allow", &options->allow,
                        "how many times as large a maximum may be and not count as grown (1)",
                        {.value = "FACTOR"});
  subcommand.add_option(
      "--allow-longer-searches", &options->longer,
      "of drift and safe ranges: a value that only a longer search may have found has not grown");
  subcommand.add_option("--lines", &options->most,
                        "of each kind of change, how many are printed (20)", {.value = "N"});
  subcommand.add_option("--json", &options->json, "print a JSON object, with every change");
  subcommand.footer =
      "Says first whether the answer changed.  Largest errors are compared octave by octave, and "
      "the first positions where a limit is exceeded: an earlier one is worse.  A maximum of "
      "samples may grow by a longer search alone, which is noted beside it.  The sections compared "
      "are drift, safe ranges, number types, defects, bounds, attention, engines and encodings; "
      "kernels, lost bits, nearest pairs and a table's errors are not compared.  Reports of "
      "different encodings cannot be compared (exit status 2); "
      "what only one of them measures is reported, and changes no exit status.\n"
      "Examples:\n"
      "  sextant report diff released/report.json build/report/report.json\n"
      "  sextant report diff old.json new.json --allow 1.05 --json";
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
