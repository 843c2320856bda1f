#include "tool/prove/prove.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/io/output_file.hpp"
#include "sextant/proof/statement/certificate.hpp"
#include "tool/options/progress.hpp"
#include "tool/prove/certificates.hpp"
#include "tool/prove/prove_theorem.hpp"

namespace sextant::tool {
namespace {

using nlohmann::ordered_json;
using proof::Theorem;

class Proof : private ProveOptions {
 public:
  explicit Proof(const ProveOptions& options) : ProveOptions(options) {}

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
    return prove_theorem(kind, meant, range);
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

}  // namespace

int prove(const ProveOptions& options) { return Proof(options).run(); }

}  // namespace sextant::tool
