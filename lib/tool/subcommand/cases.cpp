#include "sextant/conformance/cases.hpp"

#include <cerrno>
#include <memory>
#include <span>
#include <system_error>

#include <unistd.h>

#include "sextant/conformance/case_text.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/io/unfinished_file.hpp"
#include "tool/options/conformance.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

/// Writes and clears `text`.  Returns false if the reader of an endless list of cases has closed
/// the pipe.  Throws BrokenPipe if the list is finite, and Error if the write fails otherwise.
bool put(std::string& text, bool forever) {
  const int error = write_all(STDOUT_FILENO, std::as_bytes(std::span(text)));
  text.clear();
  if (error == EPIPE && forever) return false;
  const std::string what =
      "standard output cannot be written: " + std::generic_category().message(error);
  if (error == EPIPE) throw BrokenPipe(what);
  if (error != 0) throw Error(what);
  return true;
}

void write_cases(const CaseOptions& options) {
  const conformance::Cases cases(options.request());
  print_warnings(options.encoding.warnings());
  note_direct_output();
  const auto& [forever, parts] =
      std::pair(cases.request().forever, cases.request().positions.parts);
  std::string text = options.binary ? "" : cases.header() + "\n";
  for (std::uint64_t k = 0; cases.has(k); ++k) {
    if (options.binary)
      conformance::append_record(cases[k], text);
    else
      conformance::append_line(cases[k], parts, text);
    if (text.size() >= kPiece && !put(text, forever)) return;
  }
  put(text, forever);
}

}  // namespace

void add_cases(Command& program) {
  Command& subcommand = program.add_subcommand(
      "cases", "Write positions and channels to ask a program about, hard ones first");
  auto options = std::make_shared<CaseOptions>(subcommand);
  options->add(subcommand);
  subcommand.common = {"--model", "--encoding",  "--dim",    "--base",
                       "--part",  "--positions", "--format", "--level"};
  subcommand.footer =
      "Answers: lines 'position channel value'; a value is 0x3f800000, 0x1p+0 (%a, float.hex) or "
      "1.0\n"
      "Lines 'position channel', after a comment that begins with #.  A program answers each, in "
      "order, with 'position channel value', and sextant judge with the same options judges what "
      "it "
      "says: value is the bit pattern, 0x3f800000, or C99 hexadecimal, 0x1p+0, as printf's %a and "
      "Python's float.hex write it, or a decimal that reads back to the same number, as Python's "
      "and NumPy's print do.\n"
      "First come the places where rounding hangs on least, zero crossings, ends, and powers of "
      "two; then all entries, or as many drawn ones as the level says.  The same options give the "
      "same cases.\n"
      "Examples:\n"
      "  sextant cases --dim 64 --format float32\n"
      "  sextant cases --dim 64 --format float32 | ./program | sextant judge --dim 64 --format "
      "float32\n"
      "  sextant cases --model llama-3.1-8b --part cos --format bfloat16 --level thorough\n"
      "  sextant cases --encoding timesteps --dim 320 --positions 0:1000:1/2 --format float32\n"
      "  sextant cases --dim 64 --format float32 --forever --seed 7 | ./program | sextant judge "
      "--dim 64 --format float32 --forever --seed 7";
  subcommand.run = [options] {
    write_cases(*options);
    return 0;
  };
}

}  // namespace sextant::tool
