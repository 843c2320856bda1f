#include <algorithm>
#include <cctype>

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/proof/certificate.hpp"
#include "sextant/proof/uniqueness.hpp"
#include "sextant/verify/file_output.hpp"
#include "tool/options.hpp"
#include "tool/progress.hpp"
#include "tool/verbs.hpp"

namespace sextant::tool {
namespace {

using nlohmann::ordered_json;
using proof::Theorem;

struct ProveVerb {
  explicit ProveVerb(CLI::App& verb) : encoding(verb) {}

  EncodingOptions encoding;
  std::string theorem;
  std::string positions;
  std::string method = "automatic";
  std::string count = "8";
  std::vector<std::string> dims;
  std::string output;
  bool json = false;

  /// The exit status.
  int run() const {
    if (theorem.empty()) throw Error("which theorem? uniqueness, neighbours or near-collisions");
    int status = 0;
    for (const Encoding& meant : encodings()) {
      const Theorem shown = prove(meant);
      const std::string file = certificate_name(meant);
      write(shown, file);
      print(shown, file);
      if (shown.outcome != proof::Outcome::holds) status = 1;
    }
    return status;
  }

 private:
  /// One, or one a width.
  std::vector<Encoding> encodings() const {
    if (dims.empty()) return {encoding.encoding_with_dim()};
    std::vector<Encoding> list;
    for (const std::string& dim : dims) {
      list.push_back(encoding.encoding());
      read_option("--dims", [&] { return set_field(list.back(), dim_field(list.back()), dim), 0; });
    }
    if (list.size() > 1 && !output.empty())
      throw Error("-o takes one certificate; without it there is one a dim, each by its name");
    return list;
  }

  Integer last() const {
    if (positions.empty()) throw Error("--positions 0:N is missing: offsets are below N");
    return read_option("--positions", [&] {
      const Positions range = Positions::parse(positions);
      if (range.step != 1 || range.parts != 1) throw Error("theorems are about every position");
      return Integer(range.count) - 1;
    });
  }

  Theorem prove(const Encoding& meant) const {
    ProgressLine progress("proving " + theorem + " of " + to_text(meant));
    const proof::Range range{last(),
                             read_option("--method", [&] { return proof::read_method(method); }),
                             progress.callback()};
    if (theorem == "uniqueness") return proof::uniqueness(meant, range);
    if (theorem == "neighbours") return proof::neighbours(meant, range);
    if (theorem == "near-collisions")
      return proof::near_collisions(meant, range,
                                    static_cast<std::size_t>(read_count("--count", count, 10000)));
    throw Error("there is no theorem '" + theorem + "': uniqueness, neighbours or near-collisions");
  }

  std::string certificate_name(const Encoding& meant) const {
    if (!output.empty()) return output;
    std::string name;
    for (const char c : theorem + " " + to_text(meant) + " " + positions) {
      const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
      if (plain || (!name.empty() && name.back() != '-')) name += plain ? c : '-';
    }
    return name + ".json";
  }

  static void write(const Theorem& shown, const std::string& file) {
    OutputFile out(file);
    out.write(shown.certificate.dump(1) + "\n");
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

void add_prove(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("prove", "Prove a theorem about every position of a range");
  auto options = std::make_shared<ProveVerb>(*verb);
  verb->add_option("theorem", options->theorem, "uniqueness | neighbours | near-collisions")
      ->type_name("THEOREM");
  verb->add_option("--positions", options->positions, "0:N, half-open: the offsets 1 ... N - 1")
      ->type_name("RANGE");
  verb->add_option("--dims", options->dims, "one theorem for each of these widths: 32,64,128")
      ->delimiter(',')
      ->type_name("D,...");
  verb->add_option("--method", options->method,
                   "automatic | blocks | lattice: automatic takes both where both reach")
      ->type_name("M");
  verb->add_option("--count", options->count, "of near-collisions: how many (8)")->type_name("N");
  verb->add_option("-o,--output", options->output,
                   "the certificate's file, or - for standard output; else one is named after the "
                   "theorem, here")
      ->type_name("FILE");
  verb->add_flag("--json", options->json, "print one object instead of lines");
  verb->footer(
      "Exit status: 0 holds, 1 fails, 2 could not be decided.\n"
      "Examples:\n"
      "  sextant prove uniqueness --dim 128 --positions 0:2^40\n"
      "  sextant prove uniqueness --dim 128 --positions 0:2^63 -o d128.json\n"
      "  sextant prove neighbours --dims 32,34,36,64 --positions 0:2^63\n"
      "  sextant prove near-collisions --dim 4 --positions 0:2^63 --count 5");
  verb->callback([options, &status] { status = options->run(); });
}

}  // namespace sextant::tool
