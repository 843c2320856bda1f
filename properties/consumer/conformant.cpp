#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>

#include <sextant/encoding/encoding.hpp>
#include <sextant/exact/entries.hpp>

/// Answers the cases of a sinusoidal table of dim 64 in float32: rightly, or, with arguments,
/// wrongly (`shifted`), not at all (`silent`), or rightly but for its exit status (`dying`).
int main(int count, char** arguments) {
  using namespace sextant;
  const std::string how = count > 1 ? arguments[1] : "rightly";
  const exact::Entries entries(exact::Oracle(chart(Sinusoidal{.dim = 64})), kFloat32);
  for (std::string line; std::getline(std::cin, line);) {
    long long position = 0;
    unsigned channel = 0;
    if (how == "silent" || std::sscanf(line.c_str(), "%lld %u", &position, &channel) != 2) continue;
    const double value = entries.nearest(position + (how == "shifted" ? 1 : 0), channel).value;
    std::printf("%lld %u %a\n", position, channel, value);
  }
  return how == "dying" ? 3 : 0;
}
