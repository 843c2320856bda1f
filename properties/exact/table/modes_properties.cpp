#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>
#include <xmmintrin.h>

#include "draw/patterns.hpp"
#include "exact/table/tables.hpp"

namespace sextant::exact {
namespace {

constexpr unsigned kModes = 0xe040;  // rounding, flush to zero, denormals are zero

/// Four rounding modes, each with and without the flags for subnormal numbers.
const std::vector<unsigned>& modes() {
  static const std::vector<unsigned> all = {0x0000, 0x2000, 0x4000, 0x6000,
                                            0x8040, 0xa040, 0xc040, 0xe040};
  return all;
}

void set(unsigned mode) { _mm_setcsr((_mm_getcsr() & ~kModes) | mode); }

/// Workers that enter an arena have a mode from then on.
class Everywhere : public tbb::task_scheduler_observer {
 public:
  Everywhere(tbb::task_arena& arena, unsigned mode) : task_scheduler_observer(arena), mode_(mode) {
    observe(true);
  }
  ~Everywhere() override { observe(false); }
  void on_scheduler_entry(bool /*worker*/) override { set(mode_); }

 private:
  unsigned mode_;
};

struct Case {
  Chart chart;
  Format format;
  Positions positions;
};

/// Tables by rotations of each format; one entry by entry, with an amplitude; and listed positions.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> found;
    for (const Format& format : draw::hardware_formats()) {
      found.push_back({chart(Sinusoidal{.dim = 64}), format, Positions::from(16777216, 5000)});
      const Sinusoidal faint{.dim = 8, .scale = power_of_two(-30), .amplitude = Rational(3, 7)};
      found.push_back({chart(faint), format, Positions::from(-40, 80)});
    }
    found.push_back({chart(Sinusoidal{.dim = 64}), kFloat32, Positions::of({3, 1, 1 << 30})});
    return found;
  }();
  return all;
}

std::vector<std::vector<std::byte>> plain_tables() {
  std::vector<std::vector<std::byte>> tables;
  for (const Case& c : cases())
    tables.push_back(written(ExactTable(c.chart, c.format, c.positions)));
  return tables;
}

/// Until a second thread has taken a task: a machine that is busy may start it late.
void wait_for_another(const std::atomic<std::size_t>& threads) {
  if (tbb::info::default_concurrency() < 2) return;
  for (int milliseconds = 0; threads < 2 && milliseconds < 20000; ++milliseconds)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// All tables, each made and written by a task of its own, in an arena whose threads have a mode:
/// by an observer, and by the context that tasks and the tasks within them run in.  Modes that
/// tasks saw around the tables go to `seen`, the number of threads to `threads`.
std::vector<std::vector<std::byte>> tables_under(unsigned mode, std::set<unsigned>& seen,
                                                 std::atomic<std::size_t>& threads) {
  std::vector<std::vector<std::byte>> tables(cases().size());
  std::mutex mutex;
  std::set<std::thread::id> workers;
  tbb::task_arena arena(2);
  const Everywhere everywhere(arena, mode);
  arena.execute([&] {
    set(mode);
    tbb::task_group_context context(
        tbb::task_group_context::isolated,
        tbb::task_group_context::default_traits | tbb::task_group_context::fp_settings);
    tbb::parallel_for(
        std::size_t{0}, cases().size(),
        [&](std::size_t k) {
          const unsigned before = _mm_getcsr() & kModes;
          const Case& c = cases()[k];
          tables[k] = written(ExactTable(c.chart, c.format, c.positions));
          {
            const std::lock_guard lock(mutex);
            seen.insert({before, _mm_getcsr() & kModes});
            workers.insert(std::this_thread::get_id());
            threads = workers.size();
          }
          wait_for_another(threads);
        },
        context);
  });
  return tables;
}

TEST(Modes, OfWorkersDoNotChangeTables) {
  const unsigned before = _mm_getcsr();
  const auto want = plain_tables();
  for (const unsigned mode : modes()) {
    std::set<unsigned> seen;
    std::atomic<std::size_t> threads = 0;
    EXPECT_TRUE(tables_under(mode, seen, threads) == want) << mode;
    EXPECT_EQ(seen, std::set<unsigned>{mode}) << "the mode was there, and was left as it was";
    // Otherwise this says nothing about workers.
    EXPECT_GT(threads, tbb::info::default_concurrency() > 1 ? 1U : 0U);
    _mm_setcsr(before);
  }
}

/// Threads of other programs, each with its own rounding mode, use one table at the same time.
TEST(Modes, OfThreadsThatShareATableDoNotChangeIt) {
  for (const Case& c : cases()) {
    const ExactTable table(c.chart, c.format, c.positions);
    const auto want = written(table);
    std::vector<std::vector<std::byte>> tables(modes().size());
    std::vector<unsigned> left(modes().size());
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < modes().size(); ++k) {
      threads.emplace_back([&, k] {
        set(modes()[k]);
        tables[k] = written(table);
        left[k] = _mm_getcsr() & kModes;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(left, modes());
    for (const auto& got : tables) EXPECT_TRUE(got == want) << c.format;
  }
}

}  // namespace
}  // namespace sextant::exact
