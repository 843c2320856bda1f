#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/io/output_file.hpp"
#include "sextant/proof/statement/certificate.hpp"
#include "tool/options/options.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/theorems.hpp"
#include "tool/subcommand/certificates.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

using nlohmann::ordered_json;
using proof::Theorem;

struct ProveSubcommand {
  explicit ProveSubcommand(Command& subcommand) : encoding(subcommand) {}

  EncodingOptions encoding;
  std::vector<std::string> what;
  std::string positions;
  std::string method = "automatic";
  std::string count;
  std::string format;
  std::vector<std::string> dims;
  std::string output;
  bool check = false, json = false;

  /// Runs the subcommand and returns its exit status.
  int run() const {
    if (what.empty())
      throw Error(check ? "which certificate? sextant prove --check FILE.json"
                        : "which theorem? See 'sextant prove --help'");
    if (check && !is_theorem(what.front())) {
      if (encoding.given() || !positions.empty() || !dims.empty() || !count.empty() ||
          !format.empty() || !output.empty() || method != "automatic")
        throw Error(
            "--check of a file takes no other options: the certificate says what it is about");
      return check_certificates(what, json);
    }
    expect_sense();
    const TheoremKind& kind = theorem_kind(what.front());
    if (what.size() > 1) throw Error("'" + what[1] + "': one theorem at a time");
    int status = 0;
    std::vector<std::string> files;
    for (const Encoding& meant : encodings(kind)) {
      const Theorem shown = prove(kind, meant);
      files.push_back(certificate_name(kind, meant));
      write(shown, files.back());
      print(shown, files.back());
      std::fflush(stdout);  // keeps the output if the program is interrupted
      if (shown.outcome == proof::TheoremOutcome::open)
        status = 2;
      else if (shown.outcome == proof::TheoremOutcome::fails && status == 0)
        status = 1;
    }
    const int checked = check ? check_certificates(files, json) : 0;
    return checked != 0 ? checked : status;
  }

 private:
  /// Throws Error for options that have no effect here, before anything is proved.
  void expect_sense() const {
    const std::string& first = what.front();
    if (!is_theorem(first) && std::filesystem::exists(first))
      throw Error("'" + first + "' is a file: to check a certificate, sextant prove --check " +
                  first);
    if (encoding.part() != Part::table)
      throw Error("--part: theorems are about whole rows, sines and cosines together");
    if (!count.empty() && first != "near-collisions")
      throw Error("--count goes with near-collisions");
    if (!dims.empty() && encoding.dim_given()) throw Error("--dim or --dims, not both");
    if (check && output == "-") throw Error("--check reads the certificate again: give it a file");
    if (!output.empty() && output != "-" && !output.ends_with(".json"))
      throw Error("'" + output + "': certificates are written as FILE.json, or to -");
  }

  /// The encoding, or one for each width of --dims.
  std::vector<Encoding> encodings(const TheoremKind& kind) const {
    if (kind.needs == Needs::nothing) {
      if (encoding.given() || !positions.empty() || !dims.empty())
        throw Error(kind.name + " is about every encoding and position: it takes no such options");
      return {encoding.encoding()};
    }
    if (dims.empty()) return {encoding.encoding_with_dim()};
    if (dims.size() > 1 && !output.empty())
      throw Error("-o takes one certificate; without it there is one a dim, each by its name");
    std::vector<Encoding> list;
    for (const std::string& text : dims) {
      const std::string dim = text.substr(std::min(text.find_first_not_of(' '), text.size()));
      list.push_back(encoding.encoding());
      read_option("--dims", [&] { return set_field(list.back(), dim_field(list.back()), dim), 0; });
    }
    return list;
  }

  Integer last() const {
    if (positions.empty()) throw Error("--positions 0:N is missing: which positions?");
    return read_option("--positions", [&] {
      const Positions range = Positions::parse(positions);
      if (range.step != 1 || range.parts != 1) throw Error("theorems are about every position");
      if (range.first != 0) throw Error("theorems begin at position 0: write 0:N");
      return Integer(range.count) - 1;
    });
  }

  Theorem prove(const TheoremKind& kind, const Encoding& meant) const {
    ProgressLine progress("proving " + kind.name);
    TheoremRange range;
    if (kind.needs != Needs::nothing)
      range.offsets = {last(), read_option("--method", [&] { return proof::read_method(method); }),
                       progress.callback()};
    if (kind.needs == Needs::rows_in_format) {
      if (format.empty()) throw Error("--format F is missing: rows are distinct in which format?");
      range.format = read_table_format("--format", format);
    } else if (!format.empty()) {
      throw Error("--format goes with distinct-rows");
    }
    range.count =
        static_cast<std::size_t>(read_count("--count", count.empty() ? "8" : count, 10000));
    return kind.prove(meant, range);
  }

  std::string certificate_name(const TheoremKind& kind, const Encoding& meant) const {
    if (!output.empty()) return output;
    std::string name;
    const std::string about = kind.needs == Needs::nothing
                                  ? std::string()
                                  : " " + to_text(meant) + " " + format_name() + " " + positions;
    for (const char c : kind.name + about) {
      const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
      if (plain || (!name.empty() && name.back() != '-')) name += plain ? c : '-';
    }
    return name + ".json";
  }

  /// The name of the format; empty without --format.
  std::string format_name() const {
    return format.empty() ? format : read_table_format("--format", format).name();
  }

  static void write(const Theorem& shown, const std::string& file) {
    OutputFile out(file);
    out.write(shown.certificate->dump(1) + "\n");
    out.finish();
  }

  void print(const Theorem& shown, const std::string& file) const {
    if (output == "-") return;
    if (json) {
      const ordered_json line{{"theorem", shown.name},
                              {"statement", shown.statement},
                              {"outcome", proof::words(shown.outcome)},
                              {"result", shown.result},
                              {"method", shown.method},
                              {"seconds", shown.seconds},
                              {"certificate", file}};
      return fmt::print("{}\n", line.dump());
    }
    fmt::print("{}: {}\n  {}\n  {}\n  by {}, in {:.2f} s\n  certificate {}\n", shown.name,
               proof::words(shown.outcome), shown.statement, shown.result, shown.method,
               shown.seconds, file);
  }
};

std::vector<std::string> theorem_names() {
  std::vector<std::string> names;
  for (const TheoremKind& kind : theorem_kinds()) names.push_back(kind.name);
  return names;
}

std::string footer() {
  std::string text = "Theorems:\n";
  for (const TheoremKind& kind : theorem_kinds())
    text += fmt::format("  {:<17} {}\n", kind.name, kind.about);
  return text +
         "Each leaves a certificate, a JSON file that --check proves again by another route: Arb, "
         "and integers.\n"
         "Where a range is short and rows are wide, --method lattice is the quick one.\n"
         "Exit status: 0 holds or is confirmed, 1 fails or is not, 2 could not be decided.\n"
         "Examples:\n"
         "  sextant prove uniqueness --dim 128 --positions 0:2^40\n"
         "  sextant prove uniqueness --dim 128 --positions 0:2^63 -o d128.json\n"
         "  sextant prove --check d128.json\n"
         "  sextant prove neighbours --dims 32,34,36,64 --positions 0:2^63 --check\n"
         "  sextant prove near-collisions --dim 4 --positions 0:2^63 --count 5\n"
         "  sextant prove distinct-rows --dim 4 --format bfloat16 --positions 0:2^40\n"
         "  sextant prove sixteen-bit --dim 64 --positions 0:2^20\n"
         "  sextant prove shift-invariance";
}

}  // namespace

void add_prove(Command& program) {
  Command& subcommand = program.add_subcommand(
      "prove", "Prove a theorem about every position of a range, or check a certificate");
  auto options = std::make_shared<ProveSubcommand>(subcommand);
  subcommand.add_option("theorem", &options->what, "a theorem; with --check also certificates",
                        {.value = "THEOREM|FILE...", .words = theorem_names()});
  subcommand.add_option("--check", &options->check,
                        "check the certificates given, or the one just made, by another route");
  subcommand.add_option("--positions", &options->positions, "0:N, half-open: offsets are below N",
                        {.value = "RANGE"});
  subcommand.add_option("--dims", &options->dims, "one theorem for each of these widths: 32,64,128",
                        {.value = "D,...", .delimiter = ','});
  subcommand.add_option("--method", &options->method,
                        "automatic | blocks | lattice: automatic takes both where both reach",
                        {.value = "M"});
  subcommand.add_option("--count", &options->count, "of near-collisions: how many (8)",
                        {.value = "N"});
  subcommand.add_option("--format,--dtype", &options->format,
                        "of distinct-rows: float16 | bfloat16 | float32 | float64", {.value = "F"});
  subcommand.add_option(
      "-o,--output", &options->output,
      "the certificate's file, or - for standard output; else one is named after the "
      "theorem, here",
      {.value = "FILE"});
  subcommand.add_option("--json", &options->json, "print an object a line");
  subcommand.common = {"--dim", "--base", "--positions", "--check", "--format", "--output"};
  subcommand.footer = footer();
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
