#pragma once

#include "sextant/sweep/worker_group.hpp"

namespace sextant::mpi {

/// The processes of an MPI job.  Rank 0 hands out chunks, one at a time, to the ranks that ask.  It
/// also measures chunks itself, and it alone accesses the folder.  If a rank is lost, MPI ends the
/// job; running the same command again continues it.
class Ranks final : public sweep::WorkerGroup {
 public:
  /// Initialises MPI.
  Ranks(int& argc, char**& argv);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  /// Finalises MPI; waits for all ranks.
  ~Ranks() override;

  bool leads() const override { return rank_ == 0; }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }
  void lead(const std::vector<sweep::MissingRange>& todo, const Make& make,
            const Add& add) override;
  void follow(const Make& make) override;

  /// Sends this message to rank 0, which then ends all ranks, and waits 5 s for that.  Returns at
  /// once on rank 0.
  void tell_the_leader(const std::string& words) const;
  /// Ends all ranks at once.
  [[noreturn]] static void end_all(int status);

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace sextant::mpi
