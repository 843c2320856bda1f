#include "sextant/verify/verify.hpp"

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/verify/axial.hpp"
#include "tool/axial.hpp"
#include "tool/files.hpp"
#include "tool/options.hpp"
#include "tool/positions.hpp"
#include "tool/progress.hpp"
#include "tool/rotated.hpp"
#include "tool/verbs.hpp"

namespace sextant::tool {
namespace {

/// Throws Error for rows that lie one after the other in a single axis.
void expect_rows(const Table& table, const verify::Question& asked) {
  if (table.shape().size() != 1 || !asked.dim_given) return;
  const auto columns = table.columns();
  const auto width = chart(*asked.encoding, asked.part).width();
  const bool repeated = columns == static_cast<std::uint64_t>(dim(*asked.encoding));
  if (columns == width || repeated || width < 2 || columns % width != 0) return;
  throw Error(
      fmt::format("{}: one row of {} columns does not agree with --dim {}; give it rows: "
                  "np.save(name, array.reshape(-1, {}))",
                  table.name(), columns, dim(*asked.encoding), width));
}

struct VerifyVerb {
  explicit VerifyVerb(CLI::App& verb) : encoding(verb) {}

  EncodingOptions encoding;
  FileOptions file;
  PositionOptions positions;
  InputOptions input;
  std::string computed_in;
  std::string require = "rounding";
  bool json = false;

  verify::Question question() const {
    verify::Question q;
    if (encoding.given()) q.encoding = encoding.encoding();
    q.dim_given = encoding.dim_given();
    q.rows = encoding.rows();
    q.part = encoding.part();
    if (q.part != Part::table && !q.encoding) q.encoding = encoding.encoding();
    positions.ask(q);
    if (!computed_in.empty()) q.computed_in = read_computing_format("--computed-in", computed_in);
    q.required = read_option("--require", [&] { return verify::read_grade(require); });
    return q;
  }

  /// The question about several coordinates, where these are not equal.
  std::optional<verify::AxialQuestion> axial_question() const {
    const auto several = encoding.axial();
    if (!several || encoding.part() == Part::inv_freq) return std::nullopt;
    const bool plain = !positions.first.empty() || !positions.positions.empty();
    if (plain && !positions.file.empty()) return std::nullopt;  // question() says what is wrong
    const auto at = coordinates(*several, {positions.file, plain});
    if (!at) return std::nullopt;
    verify::AxialQuestion q{.encoding = *several, .dim_given = encoding.dim_given()};
    q.part = encoding.part();
    if (!positions.file.empty()) q.coordinates = *at;
    if (!computed_in.empty()) q.computed_in = read_computing_format("--computed-in", computed_in);
    q.required = read_option("--require", [&] { return verify::read_grade(require); });
    return q;
  }

  int judge(const verify::AxialQuestion& asked) const {
    const Table table = open_table(file.file());
    verify::Verdict verdict;
    {
      ProgressLine progress("verifying " + table.name());
      verdict = verify::verify(table, asked, progress.callback());
    }
    return print(std::move(verdict), table.name(), true);
  }

  int run() const {
    if (file.list) {
      print_arrays(file.file(), json);
      return 0;
    }
    input.expect(encoding.part());
    if (encoding.part() == Part::rotated)
      return print(verify_rotated(input, file.file(), question()),
                   file.path == "-" ? "standard input" : in_quotes(file.path), false);
    if (const auto several = axial_question()) return judge(*several);
    const verify::Question asked = question();
    const bool integers = asked.encoding && is_integral(*asked.encoding, asked.part);
    const Table table = open_table(file.file(), integers);
    expect_rows(table, asked);
    verify::Verdict verdict;
    {
      ProgressLine progress("verifying " + table.name());
      verdict = verify::verify(table, asked, progress.callback());
    }
    return print(std::move(verdict), table.name(), false);
  }

  int print(verify::Verdict verdict, const std::string& name, bool several) const {
    for (const std::string& warning : encoding.warnings(several))
      verdict.warnings.push_back(warning);
    if (json)
      fmt::print("{}\n", verify::to_json(verdict).dump(2, ' ', false,
                                                       nlohmann::json::error_handler_t::replace));
    else
      fmt::print("{}", verify::to_words(verdict, name));
    return verdict.passes() ? 0 : 1;
  }
};

}  // namespace

void add_verify(CLI::App& app, int& status) {
  CLI::App* verb =
      app.add_subcommand("verify", "Judge a table: is it right, how far is it off, where, and why");
  auto options = std::make_shared<VerifyVerb>(*verb);
  options->file.add(*verb);
  options->positions.add(*verb);
  options->input.add(*verb);
  verb->add_option(
          "--computed-in", options->computed_in,
          "float32 | float64: the table was computed in it (float32; float64 for float64 tables)")
      ->type_name("F");
  verb->add_option(
          "--require", options->require,
          "worst grade that passes: correctly-rounded | faithful | rounding | explained (rounding)")
      ->type_name("GRADE");
  verb->add_flag("--json", options->json, "print a JSON object");
  verb->footer(
      "Exit status: 0 passes, 1 does not pass, 2 could not be judged.  With no encoding at all, "
      "the table is identified first.\n"
      "Examples:\n"
      "  sextant verify table.npy --dim 512\n"
      "  sextant verify cos.npy --encoding rope --base 500000 --part cos --first 8064 --json\n"
      "  sextant verify bits.npy --format bfloat16 --encoding sinusoidal --require faithful\n"
      "  sextant verify cos.npy --model llama-3.1-8b --part cos\n"
      "  sextant verify cache.safetensors --list\n"
      "  sextant verify cache.safetensors --tensor cos --model llama-3.1-8b --part cos\n"
      "  sextant verify cos.bin --format float32 --shape 4096x128 --encoding rope --part cos\n"
      "  sextant verify cos.npy --config config.json --part cos --seq-len 131072\n"
      "  sextant verify turned.npy --encoding rope --part rotated --input q.npy --first 4096");
  verb->callback([options, &status] { status = options->run(); });
}

}  // namespace sextant::tool
