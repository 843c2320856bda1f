#pragma once

#include "sextant/sweep/worker_group.hpp"

namespace sextant::mpi {

/// The processes of an MPI job.  Rank 0 leads: it hands out chunks one at a time to whoever asks,
/// measures some itself, and alone has the folder.  A rank that is lost ends the job, as MPI does;
/// the same command goes on.
class Ranks final : public sweep::WorkerGroup {
 public:
  /// Begins the job.
  Ranks(int& argc, char**& argv);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  /// Ends it, once all have come here.
  ~Ranks() override;

  bool leads() const override { return rank_ == 0; }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }
  void lead(const std::vector<sweep::MissingRange>& todo, const Make& make,
            const Add& add) override;
  void follow(const Make& make) override;

  /// Has the rank that leads end all with these words, if it is another one and does not end all
  /// for a reason of its own; that is waited for, some seconds.
  void tell_the_leader(const std::string& words) const;
  /// Ends all ranks at once.
  [[noreturn]] static void end_all(int status);

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace sextant::mpi
