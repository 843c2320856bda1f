#include "sextant/verify/compare.hpp"

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "tool/axial.hpp"
#include "tool/options.hpp"
#include "tool/pair.hpp"
#include "tool/positions.hpp"
#include "tool/progress.hpp"
#include "tool/verbs.hpp"

namespace sextant::tool {
namespace {

struct CompareVerb {
  explicit CompareVerb(CLI::App& verb) : encoding(verb) {}

  EncodingOptions encoding;
  PairOptions files;
  PositionOptions positions;
  bool json = false;

  verify::Question question() const {
    verify::Question q;
    q.part = encoding.part();
    if (q.part == Part::rotated)
      throw Error("compare takes tables; rotated vectors are judged one by one: sextant verify");
    expect_one_coordinate();
    if (encoding.given() || q.part != Part::table) q.encoding = encoding.encoding();
    q.dim_given = encoding.dim_given();
    q.rows = encoding.rows();
    positions.ask(q);
    return q;
  }

  /// Throws Error for an encoding of several coordinates that are not all equal.
  void expect_one_coordinate() const {
    const auto several = encoding.axial();
    if (!several || encoding.part() == Part::inv_freq) return;
    const bool plain = !positions.first.empty() || !positions.positions.empty();
    if (coordinates(*several, {positions.file, plain}))
      throw Error("compare is for tables of one coordinate; judge each: sextant verify");
  }

  int run() const {
    const verify::Question asked = question();
    const bool integers = asked.encoding && is_integral(*asked.encoding, asked.part);
    const Table reference = open_table(files.reference(), integers);
    const Table mine = open_table(files.mine(), integers);
    verify::Comparison found;
    {
      ProgressLine progress("comparing " + reference.name() + " and " + mine.name());
      found = verify::compare(reference, mine, asked, progress.callback());
    }
    for (const std::string& warning : encoding.warnings()) found.warnings.push_back(warning);
    if (json)
      fmt::print("{}\n", verify::to_json(found).dump(
                             2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    else
      fmt::print("{}", verify::to_words(found));
    return found.sound() ? 0 : 1;
  }
};

}  // namespace

void add_compare(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand(
      "compare", "Two tables that disagree: who is wrong, why, or is it rounding on two sides");
  auto options = std::make_shared<CompareVerb>(*verb);
  options->files.add(*verb);
  options->positions.add(*verb);
  verb->add_flag("--json", options->json, "print a JSON object");
  verb->footer(
      "Both are judged against the truth, and every difference is split into the error of the one "
      "and that of the other.  With no encoding at all, both are taken for what the better one is "
      "identified as.\n"
      "Outcomes: alike and both-sound (exit status 0), reference-wrong, mine-wrong and both-wrong "
      "(1); 2 could not be judged.\n"
      "Examples:\n"
      "  sextant compare torch.npy kernel.npy --dim 512\n"
      "  sextant compare golden.npy device.npy --model llama-3.1-8b --part cos --first 8064\n"
      "  sextant compare bits.npy cos.npy --reference-format bfloat16 --encoding rope --part cos\n"
      "  sextant compare cache.safetensors mine.npy --reference-tensor cos --encoding rope --part "
      "cos --json");
  verb->callback([options, &status] { status = options->run(); });
}

}  // namespace sextant::tool
