#include "mpi/ranks.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <mpi.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant::mpi {
namespace {

using sweep::MissingRange;
using sweep::Record;
using namespace std::chrono_literals;

constexpr int kAsk = 1;   // a record, or nothing at first: requests the next range
constexpr int kHand = 2;  // the first and last row of a range; an empty range ends the sweep
constexpr int kFail = 3;  // an error message

/// A message of this kind from any rank, with the rank; nullopt if there is none.
std::optional<std::pair<int, std::string>> heard(int what) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, what, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, status.MPI_SOURCE, what, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return std::pair{status.MPI_SOURCE, std::move(text)};
}

/// Waits for all ranks: further requests belong to the next sweep.
void meet() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int all = 0; all == 0;) {
    MPI_Test(&request, &all, MPI_STATUS_IGNORE);
    if (all == 0) std::this_thread::sleep_for(1ms);  // a blocking call would use a whole core
  }
}

/// Throws Error unless a record has the rows of the range that this rank received.
void expect_of(const Record& record, const MissingRange& range, int rank) {
  if (record.first == range.first && record.last == range.last) return;
  throw Error(fmt::format("rank {} has measured rows {} to {}, and was asked for {} to {}", rank,
                          record.first, record.last, range.first, range.last));
}

void hand(int rank, const MissingRange& range) {
  const std::array<std::uint64_t, 2> rows = {range.first, range.last};
  MPI_Send(rows.data(), 2, MPI_UINT64_T, rank, kHand, MPI_COMM_WORLD);
}

}  // namespace

Ranks::Ranks(int& argc, char**& argv) {
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Ranks::~Ranks() { MPI_Finalize(); }

void Ranks::tell_the_leader(const std::string& words) const {
  if (leads()) return;
  MPI_Request sent = MPI_REQUEST_NULL;
  MPI_Isend(words.data(), static_cast<int>(words.size()), MPI_CHAR, 0, kFail, MPI_COMM_WORLD,
            &sent);
  std::this_thread::sleep_for(5s);
}

void Ranks::end_all(int status) {
  // MPI ends ranks by signals, including this one: no interruption must be reported.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  MPI_Abort(MPI_COMM_WORLD, status);
  std::abort();
}

void Ranks::lead(const std::vector<MissingRange>& todo, const Make& make, const Add& add) {
  auto next = todo.begin();
  std::future<Record> own;
  std::vector<MissingRange> handed(static_cast<std::size_t>(size_));
  for (int following = size_ - 1; following > 0 || next != todo.end() || own.valid();) {
    bool idle = true;
    if (!own.valid() && next != todo.end()) {
      own = std::async(std::launch::async, make, *next++);
      idle = false;
    }
    if (own.valid() && own.wait_for(0s) == std::future_status::ready) {
      add(own.get(), false);
      idle = false;
    }
    if (const auto failed = heard(kFail))
      throw Error(fmt::format("rank {}: {}", failed->first, failed->second));
    if (const auto asked = heard(kAsk)) {
      const auto& [rank, text] = *asked;
      // A rank that waits gets its next range before its record is written.
      const bool more = next != todo.end();
      const MissingRange before =
          std::exchange(handed[static_cast<std::size_t>(rank)], more ? *next++ : MissingRange{});
      hand(rank, handed[static_cast<std::size_t>(rank)]);
      if (!more) --following;
      if (!text.empty()) {
        const Record record = sweep::read_record(text);
        expect_of(record, before, rank);
        add(record, true);
      }
      idle = false;
    }
    if (idle) std::this_thread::sleep_for(1ms);  // a blocking receive would use a whole core
  }
  meet();
}

void Ranks::follow(const Make& make) {
  std::string text;
  for (;;) {
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, kAsk, MPI_COMM_WORLD);
    std::array<std::uint64_t, 2> rows{};
    MPI_Recv(rows.data(), 2, MPI_UINT64_T, 0, kHand, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rows[0] == rows[1]) break;
    text = to_text(make({rows[0], rows[1]}));
  }
  meet();
}

}  // namespace sextant::mpi
