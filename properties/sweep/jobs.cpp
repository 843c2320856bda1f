#include "sweep/jobs.hpp"

#include "draw/numbers.hpp"
#include "sextant/sweep/chunk.hpp"

namespace sextant {

draw::Gen<sweep::Job> sweeps() {
  return draw::exec([] {
    sweep::Job job;
    Sinusoidal encoding;
    encoding.dim = *draw::element(2, 6, 16, 34, 66);
    job.encoding = encoding;
    job.recipe = *draw::element<std::string>("exp-log", "pow-divide", "turns", "float64-angle",
                                             "fast-trigonometry", "quarter-turn-cosine");
    const Format store =
        *draw::element_of(std::vector<Format>{kFloat32, kBfloat16, kFloat16, kFloat64});
    const bool wide = store == kFloat64 && job.recipe != "fast-trigonometry";
    job.formats = {wide ? kFloat64 : kFloat32, wide || store != kFloat64 ? store : kFloat32, {}};
    job.positions.first =
        *draw::element<Position>(0, -130, 1000, 1 << 20, 60000, (1 << 24) - 200, 805306000);
    job.positions.count = *draw::full(draw::in_range<std::uint64_t>(1, 700));
    job.positions.step = *draw::element<std::int64_t>(1, -1, 3, 1024);
    job.positions.parts = *draw::element<std::uint64_t>(1, 1, 2, 1000);
    if (*draw::in_range(0, 4) == 0) {
      const auto count = job.positions.count;
      job.positions = Positions::parse_any(*draw::element<std::string>(
          "float32:16777000/16777216:2", "float32:511.99:1000", "float32:2^-30:1000"));
      job.positions.count = count;
    }
    if (*draw::arbitrary<bool>()) job.limits = {1e-5, 3};
    if (*draw::arbitrary<bool>())
      job.rows_apart = job.positions.float32 ? 0 : *draw::element<std::uint64_t>(0, 1, 2, 300);
    return job;
  });
}

sweep::Job small_sweep() {
  sweep::Job job;
  Sinusoidal encoding;
  encoding.dim = 8;
  job.encoding = encoding;
  job.recipe = "exp-log";
  job.positions = Positions::from(0, 300);
  return job;
}

sweep::Record record(std::uint64_t first, std::uint64_t last, const sweep::Job& job) {
  return {first,
          last,
          {sweep::describe(job), sweep::recipe_fingerprint(job), sweep::library_fingerprint()},
          sweep::Sweeper(job).measure(first, last)};
}

}  // namespace sextant
