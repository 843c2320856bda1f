#include "sextant/verify/verify.hpp"

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/verify/axial.hpp"
#include "sextant/verify/npy.hpp"
#include "tool/axial.hpp"
#include "tool/options.hpp"
#include "tool/progress.hpp"
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
  std::string file;
  std::string first;
  std::string positions;
  std::string positions_file;
  std::string format;
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
    if ((first.empty() ? 0 : 1) + (positions.empty() ? 0 : 1) + (positions_file.empty() ? 0 : 1) >
        1) {
      throw Error("--first, --positions and --positions-file exclude each other");
    }
    if (!first.empty()) q.first = read_option("--first", [&] { return parse_position(first); });
    if (!positions.empty()) {
      q.positions = read_option("--positions", [&] { return Positions::parse(positions); });
    }
    if (!positions_file.empty()) q.positions = read_positions(positions_file);
    if (!computed_in.empty()) q.computed_in = read_computing_format("--computed-in", computed_in);
    q.required = read_option("--require", [&] { return verify::read_grade(require); });
    return q;
  }

  /// The question about several coordinates, where these are not equal.
  std::optional<verify::AxialQuestion> axial_question() const {
    const auto several = encoding.axial();
    if (!several || encoding.part() == Part::inv_freq) return std::nullopt;
    const bool plain = !first.empty() || !positions.empty();
    if (plain && !positions_file.empty()) return std::nullopt;  // question() says what is wrong
    const auto at = coordinates(*several, {positions_file, plain});
    if (!at) return std::nullopt;
    verify::AxialQuestion q{.encoding = *several, .dim_given = encoding.dim_given()};
    q.part = encoding.part();
    if (!positions_file.empty()) q.coordinates = *at;
    if (!computed_in.empty()) q.computed_in = read_computing_format("--computed-in", computed_in);
    q.required = read_option("--require", [&] { return verify::read_grade(require); });
    return q;
  }

  int judge(const verify::AxialQuestion& asked) const {
    const Table table = open_npy(
        file, format.empty() ? std::nullopt : std::optional(read_table_format("--format", format)));
    verify::Verdict verdict;
    {
      ProgressLine progress("verifying " + table.name());
      verdict = verify::verify(table, asked, progress.callback());
    }
    return say(verdict, table.name(), true);
  }

  int run() const {
    if (const auto several = axial_question()) return judge(*several);
    const verify::Question asked = question();
    const bool integers = asked.encoding && is_integral(*asked.encoding, asked.part);
    const Table table = open_npy(
        file, format.empty() ? std::nullopt : std::optional(read_table_format("--format", format)),
        integers);
    expect_rows(table, asked);
    verify::Verdict verdict;
    {
      ProgressLine progress("verifying " + table.name());
      verdict = verify::verify(table, asked, progress.callback());
    }
    return say(verdict, table.name(), false);
  }

  int say(verify::Verdict& verdict, const std::string& name, bool several) const {
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
  verb->add_option(
          "FILE", options->file,
          "a .npy table of rows (positions) and columns (channels), or - for standard input")
      ->required();
  verb->add_option("--first", options->first,
                   "position of row 0 (0, or as the encoding's program has it)")
      ->type_name("P");
  verb->add_option("--positions", options->positions, "positions of the rows: A:B or A:B:STEP")
      ->type_name("RANGE");
  verb->add_option("--positions-file", options->positions_file,
                   "a .npy of integers or floats: the position of every row, or [3, n] coordinates")
      ->type_name("IDS.npy");
  verb->add_option("--format", options->format, "of 16-bit patterns: bfloat16 | float16")
      ->type_name("F");
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
      "  sextant verify cos.npy --config config.json --part cos --seq-len 131072");
  verb->callback([options, &status] { status = options->run(); });
}

}  // namespace sextant::tool
