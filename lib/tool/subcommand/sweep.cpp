#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/global_control.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/io/unfinished_file.hpp"
#include "sextant/sweep/sweep_driver.hpp"
#include "tool/options/options.hpp"
#include "tool/options/progress.hpp"
#include "tool/subcommand/subcommands.hpp"
#include "tool/subcommand/sweep_folder.hpp"

namespace sextant::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostShards = 1000000;

/// A shard in the form I/N, such as 0/4 … 3/4.
sweep::Shard read_shard(const std::string& text) {
  sweep::Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool two = index.ptr != end && *index.ptr == '/';
  const auto count = two ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (index.ec == std::errc::invalid_argument || !two || count.ec == std::errc::invalid_argument ||
      count.ptr != end)
    throw Error("--shard " + text + " is not of the form I/N, as 0/4 to 3/4");
  if (count.ec != std::errc() || shard.count < 1 || shard.count > kMostShards)
    throw Error(fmt::format("--shard {}: there are 1 to {} shards", text, kMostShards));
  if (index.ec != std::errc()) shard.index = shard.count;
  if (shard.index >= shard.count)
    throw Error(fmt::format("--shard {}: of {} shards the first is 0/{}, the last {}/{}", text,
                            shard.count, shard.count, shard.count - 1, shard.count));
  return shard;
}

struct SweepSubcommand {
  SweepSubcommand(Command& subcommand, sweep::WorkerGroup& all)
      : encoding(subcommand), workers(all) {}

  EncodingOptions encoding;
  sweep::WorkerGroup& workers;
  std::string recipe, format = "float32", computed_in, positions, directory, shard = "0/1";
  std::string chunk, threads, defects;
  std::vector<std::string> beyond;

  sweep::Job job() const {
    sweep::Job job;
    job.encoding = encoding.encoding_with_dim();
    job.part = encoding.part();
    job.positions = read_option("--positions", [&] { return Positions::parse_any(positions); });
    const Format store = read_table_format("--format", format);
    const Format usual = store == kFloat64 ? kFloat64 : kFloat32;
    job.formats = {
        computed_in.empty() ? usual : read_computing_format("--computed-in", computed_in),
        store,
        {}};
    job.limits = limits();
    if (!defects.empty()) job.rows_apart = read_rows_apart();
    if (job.rows_apart.value_or(0) >= job.positions.count && workers.leads())
      print_warnings(
          {fmt::format("--defects {}: of {} rows none are that far apart, and only norms "
                       "are measured",
                       defects, job.positions.count)});
    return job;
  }

  std::uint64_t read_rows_apart() const {
    const Position rows = read_option("--defects", [&] { return parse_position(defects); });
    if (rows < 0 || rows > static_cast<Position>(sweep::Job::kFarthest))
      throw Error(fmt::format("--defects {}: 0 to {} rows", defects, sweep::Job::kFarthest));
    return static_cast<std::uint64_t>(rows);
  }

  /// The limits in increasing order, each once.
  std::vector<double> limits() const {
    std::set<double> all;
    for (const std::string& text : beyond) {
      const Rational limit = read_option("--beyond", [&] { return parse_rational(text); });
      const auto value = static_cast<double>(limit);
      if (!(value > 0) || !std::isfinite(value))
        throw Error("--beyond " + text + ": a limit of |error| is above 0, within float64's range");
      all.insert(value);
    }
    return {all.begin(), all.end()};
  }

  /// Recipes that --recipe all leaves out.
  struct LeftOut {
    std::vector<std::string> sequential, impossible;
  };

  /// The recipes to sweep: the one given or, for `all`, those that can be swept.  The remaining
  /// ones are added to `others`.
  std::vector<std::string> recipes(const sweep::Job& job, LeftOut& others) const {
    if (recipe != "all") {
      expect_not_of_all(directory);
      return {recipe};
    }
    expect_not_of_one(directory);
    std::vector<std::string> names;
    for (const recipe::Entry& entry : recipe::catalogue(job.chart())) {
      auto& list = entry.sequential                             ? others.sequential
                   : !recipe::possible(entry.name, job.formats) ? others.impossible
                                                                : names;
      list.emplace_back(entry.name);
    }
    if (names.empty()) throw Error("--recipe all: none makes this in these formats");
    return names;
  }

  static std::vector<std::string> warnings(const LeftOut& others) {
    std::vector<std::string> lines;
    for (const auto& [names, why] :
         {std::pair{&others.sequential, "their rows follow from each other"},
          {&others.impossible, "they do not compute in these formats"}}) {
      if (!names->empty())
        lines.push_back(fmt::format("left out, as {}: {}", why, fmt::join(*names, ", ")));
    }
    return lines;
  }

  void run() const {
    std::unique_ptr<tbb::global_control> limit;
    if (!threads.empty())
      limit = std::make_unique<tbb::global_control>(
          tbb::global_control::max_allowed_parallelism,
          static_cast<std::size_t>(read_count("--threads", threads, 1024)));
    sweep::SweepDriver driver;
    driver.job = job();
    driver.shard = read_shard(shard);
    LeftOut others;
    const std::vector<std::string> names = recipes(driver.job, others);
    if (workers.leads()) print_warnings(encoding.warnings());
    for (const std::string& name : names) {
      driver.job.recipe = name;
      sweep::expect_possible(driver.job);
    }
    if (workers.leads()) print_warnings(warnings(others));
    const std::size_t columns = driver.job.chart().width();
    if (!chunk.empty())
      driver.chunk = static_cast<std::uint64_t>(read_count("--chunk", chunk, 1 << 30));
    for (const std::string& name : names) {
      driver.job.recipe = name;
      const fs::path folder = recipe == "all" ? fs::path(directory) / name : fs::path(directory);
      if (workers.leads())
        run(driver, columns, folder);
      else
        driver.follow(workers);
    }
  }

  void run(sweep::SweepDriver& driver, std::size_t columns, const fs::path& folder) const {
    note_work_that_stays("what is measured stays, and the same command goes on");
    ProgressLine progress("sweeping " + driver.job.recipe);
    driver.begun = [&](std::uint64_t rows, const std::vector<sweep::Damage>& damaged) {
      for (const sweep::Damage& one : damaged)
        print_warnings({in_quotes(one.file) + " is damaged (" + one.why +
                        "): its rows are to be measured again; it is " + in_quotes(one.now) +
                        " now"});
      progress.begin_rows(rows, columns);
    };
    driver.done = [&](std::uint64_t rows) { progress.add_rows(rows); };
    const auto end = driver.run(folder, workers);
    progress.end();
    print_result(end.folder, end.whole);
  }
};

}  // namespace

void add_sweep(Command& program, sweep::WorkerGroup& workers) {
  Command& subcommand = program.add_subcommand(
      "sweep", "Measure every row that a recipe makes, in chunks that can be resumed and merged");
  auto options = std::make_shared<SweepSubcommand>(subcommand, workers);
  subcommand.add_option("--recipe", &options->recipe,
                        "whose rows: 'sextant list recipes', or all, each in a folder of its own",
                        {.value = "NAME", .required = true});
  subcommand.add_option("--positions", &options->positions,
                        "A:B or A:B:STEP, half-open, within ±2^63; or float32:A:B, all numbers of "
                        "float32 there, from 2^-39 on",
                        {.value = "RANGE", .required = true});
  subcommand.add_option("--format,--dtype", &options->format,
                        "float16 | bfloat16 | float32 | float64 (float32)", {.value = "F"});
  subcommand.add_option("--computed-in", &options->computed_in,
                        "the format that the recipe computes in: float32 | float64",
                        {.value = "F"});
  subcommand.add_option("-o,--output", &options->directory,
                        "the folder of the records and the result",
                        {.value = "DIR", .required = true});
  subcommand.add_option("--beyond", &options->beyond,
                        "a limit of |error|: tells where it is first exceeded; may be repeated",
                        {.value = "LIMIT"});
  subcommand.add_option(
      "--defects", &options->defects,
      "also by how much rows break identities: the norm of each pair, and of rows "
      "ROWS apart, 1 to 1024, distance and rotation; 0: the norm alone",
      {.value = "ROWS"});
  subcommand.add_option(
      "--shard", &options->shard,
      fmt::format("this process's part: I/N, as 0/4 to 3/4, N at most {} (0/1)", kMostShards),
      {.value = "I/N"});
  subcommand.add_option(
      "--chunk", &options->chunk,
      "rows of a chunk, 1 to 2^30, so that there are at most 2^24 chunks (about a "
      "second's work, or what the folder's chunks have)",
      {.value = "ROWS"});
  subcommand.add_option("--threads", &options->threads,
                        "at most, 1 to 1024 (as many as there are cores)", {.value = "N"});
  add_sweep_merge(subcommand, workers.leads());
  subcommand.common = {"--recipe", "--model",     "--encoding", "--dim",    "--base",
                       "--part",   "--positions", "--format",   "--output", "--beyond"};
  subcommand.footer =
      "Each chunk is a record in DIR/records, written whole or not at all; DIR/sweep.json is there "
      "once none is missing.  The same command goes on where it was stopped, and measures damaged "
      "records again.  Processes with different shards may share DIR, or be merged later.  What "
      "one "
      "that was killed had not finished, DIR/records/.sextant-*.unfinished, goes when a sweep "
      "there "
      "finds it an hour later.\n"
      "An entry is faithful if it is one of the two numbers of the format between which the truth "
      "lies; only the truth is, if the format has it.  Reported is where limits of |error| fail "
      "first: half-ulp-of-1, 2^-24 of float32 and 2^-8 of bfloat16, what rounding alone costs from "
      "1 to 2; 1e-3; half-bfloat16-ulp, 2^-9, what storing numbers below 1 in bfloat16 costs.\n"
      "Examples:\n"
      "  sextant sweep --dim 128 --recipe exp-log --positions 0:2^20 -o exp-log\n"
      "  sextant sweep --model llama-3.1-8b --part cos --recipe pow-reciprocal --format bfloat16 "
      "--positions 0:131072 -o llama\n"
      "  sextant sweep --encoding timesteps --dim 320 --recipe exp-log --positions float32:1:1000 "
      "--beyond 1e-5 -o timesteps\n"
      "  sextant sweep --model llama-3.1-8b --recipe pow-reciprocal --positions 0:131072 "
      "--defects 1 -o identities\n"
      "  sextant sweep --dim 128 --recipe all --positions 0:2^24 --shard 3/64 -o all\n"
      "  sextant sweep merge one two three -o together";
  subcommand.run = [options] {
    expect_a_folder(options->directory);
    options->run();
    return 0;
  };
}

}  // namespace sextant::tool
