#include "sextant/conformance/judge.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "tool/command/usage.hpp"
#include "tool/options/conformance.hpp"
#include "tool/subcommand/junit.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

std::string message(int error) { return std::generic_category().message(error); }

/// Standard input until SIGINT.  The signal is delivered only while next() waits for bytes, so that
/// it cannot be lost between a test of the flag and a wait.
class Answers {
 public:
  Answers() {
    struct sigaction handling {};
    handling.sa_handler = [](int) { interrupted_ = 1; };
    struct sigaction before {};
    ::sigaction(SIGINT, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(SIGINT, &handling, nullptr);
    sigset_t interruption;
    ::sigemptyset(&interruption);
    ::sigaddset(&interruption, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &interruption, &waiting_);
    ::sigdelset(&waiting_, SIGINT);
  }

  static bool interrupted() { return interrupted_ != 0; }

  /// The bytes that are available; empty at the end of input, and after SIGINT.
  std::string_view next() {
    while (!interrupted()) {
      pollfd input{STDIN_FILENO, POLLIN, 0};
      if (::ppoll(&input, 1, nullptr, &waiting_) < 0) {
        if (errno == EINTR) continue;
        throw Error("cannot be read: " + message(errno));
      }
      const ssize_t got = ::read(STDIN_FILENO, piece_.data(), piece_.size());
      if (got >= 0) return {piece_.data(), static_cast<std::size_t>(got)};
      if (errno != EINTR && errno != EAGAIN) throw Error("cannot be read: " + message(errno));
    }
    return {};
  }

 private:
  static inline volatile std::sig_atomic_t interrupted_ = 0;
  sigset_t waiting_{};
  std::array<char, std::size_t{1} << 16> piece_{};
};

struct JudgeSubcommand {
  explicit JudgeSubcommand(Command& subcommand) : cases(subcommand) {}

  CaseOptions cases;
  JunitOption junit;
  std::string computed_in;
  std::string require = "rounding";
  bool json = false;

  conformance::JudgeTerms terms() const {
    conformance::JudgeTerms terms{.binary = cases.binary, .computed_in = {}};
    if (!computed_in.empty())
      terms.computed_in = read_computing_format("--computed-in", computed_in);
    terms.required = read_option("--require", [&] { return verify::read_grade(require); });
    return terms;
  }

  Judged judge() const {
    Answers answers;  // created before any thread that could receive SIGINT
    conformance::Judge judge(cases.request(), terms());
    conformance::Judgement judgement;
    try {
      for (std::string_view bytes; !(bytes = answers.next()).empty();) judge.feed(bytes);
      judgement = judge.finish(Answers::interrupted());
    } catch (const Error& error) {
      throw Error(std::string("standard input: ") + error.what());
    }
    for (const std::string& warning : cases.encoding.warnings())
      judgement.verdict.warnings.push_back(warning);
    return print(judgement);
  }

  Judged print(const conformance::Judgement& judgement) const {
    const std::string words = conformance::to_words(judgement);
    if (json)
      fmt::print("{}\n", conformance::json_text(judgement));
    else
      fmt::print("{}", words);
    if (!judgement.complete()) {
      std::fflush(stdout);
      throw LateError(fmt::format("standard input: interrupted after {} answers of {}",
                                  judgement.answered(), judgement.asked));
    }
    return {judgement.passes() ? 0 : 1, words.substr(0, words.find('\n')), words};
  }

  int run() const {
    return junit.run("judge", to_text(cases.request().encoding) + ", " + cases.format,
                     [&] { return judge(); });
  }
};

}  // namespace

void add_judge(Command& program) {
  Command& subcommand = program.add_subcommand(
      "judge", "Judge the answers of a program to the cases, while they arrive");
  auto options = std::make_shared<JudgeSubcommand>(subcommand);
  options->cases.add(subcommand);
  options->junit.add(subcommand);
  subcommand.add_option(
      "--computed-in", &options->computed_in,
      "float32 | float64: the program computes in it (float32; float64 for float64 answers)",
      {.value = "F"});
  subcommand.add_option(
      "--require", &options->require,
      "worst grade that passes: correctly-rounded | faithful | rounding (rounding)",
      {.value = "GRADE"});
  subcommand.add_option("--json", &options->json, "print a JSON object");
  subcommand.common = {"--model",     "--encoding", "--dim",   "--base",    "--part",
                       "--positions", "--format",   "--level", "--require", "--json"};
  subcommand.footer =
      "Answers: lines 'position channel value'; a value is 0x3f800000, 0x1p+0 (%a, float.hex) or "
      "1.0\n"
      "Reads answers to 'sextant cases' with the same options from standard input: one a case, in "
      "their order.  One that is missing, twice there, out of order or no answer at all is named "
      "by its line, and nothing passes.  Comments, which begin with #, may stand among them; that "
      "of sextant cases must then be of the same cases.  A value is a bit pattern, C99 hexadecimal "
      "(Python's float.hex), or a decimal that reads back to the same number (Python's print).\n"
      "Grades are those of verify, of the entries asked: rounding where one sound recipe's bound "
      "covers each of them.  A fault is not looked for: unexplained answers are for verify, whole "
      "rows of them.  SIGINT ends the reading, and the verdict is on what came so far.\n"
      "Exit status: 0 passes, 1 does not pass, 2 could not be judged.\n"
      "Examples:\n"
      "  sextant cases --dim 64 --format float32 | ./program | sextant judge --dim 64 --format "
      "float32\n"
      "  sextant judge --encoding rope --dim 128 --part cos --format bfloat16 --require faithful "
      "--junit rope.xml < answers.txt";
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
