#include "certificate/check.hpp"

#include <chrono>
#include <variant>

#include "certificate/arithmetic/document.hpp"
#include "certificate/arithmetic/turns.hpp"
#include "certificate/conclusion.hpp"
#include "certificate/search/blocks.hpp"
#include "certificate/search/lattice.hpp"
#include "certificate/search/prefilter.hpp"
#include "certificate/search/sixteen_bit.hpp"
#include "certificate/statement/certificate.hpp"
#include "certificate/statement/definition.hpp"
#include "certificate/statement/distance.hpp"
#include "certificate/statement/identities.hpp"
#include "certificate/statement/ledger.hpp"

namespace sextant::certificate {
namespace {

/// The data with which a certificate's searches are repeated.
struct Trial {
  const Near& near;
  Turns& turns;
  const Prefilter& prefilter;
  Ledger& ledger;
  const Progress& progress;

  std::string operator()(const Blocks& blocks) const {
    const std::uint64_t intervals = walk_blocks(blocks, near.last, prefilter, ledger, progress);
    return "blocks: " + std::to_string(intervals) + " intervals";
  }
  std::string operator()(const Lattice& lattice) const { return "lattice: " + nodes(lattice); }
  std::string operator()(const ContinuedFraction&) const {
    return "continued-fraction: " + nodes(reduced_pair(near, turns));
  }
  std::string nodes(const Lattice& lattice) const {
    return std::to_string(search_lattice(lattice, near, turns, prefilter, ledger)) + " nodes";
  }
};

/// Shows that the list is complete; returns the method.
std::string complete(const Certificate& c, Turns& turns, const Distance& distance,
                     const Progress& progress) {
  Ledger ledger(c.near, distance);
  ledger.audit();
  const Prefilter prefilter(turns, c.near.threshold);
  std::string how;
  for (const Scheme& scheme : c.near.schemes)
    how += std::visit(Trial{c.near, turns, prefilter, ledger, progress}, scheme) + ", ";
  return how + std::to_string(ledger.settled()) + " offsets evaluated";
}

/// A certificate's unknown encoding name, as one line that is safe for a terminal.
std::string called(std::string name) {
  constexpr std::size_t kShown = 100;
  const bool whole = name.size() <= kShown;
  if (!whole) name.resize(kShown);
  for (char& c : name)
    if (c < ' ' || c > '~') c = '?';
  return "what is called '" + name + (whole ? "'" : "...'");
}

std::string confirm(const Node& root, Checked& checked, const Progress& progress) {
  if (is_identity(root)) return confirm_identity(root);
  if (is_sixteen_bit(root)) return confirm_sixteen_bit(root, progress);
  const Certificate c = read_certificate(root);
  const auto meant = defined(c.encoding, c.frequencies.size());
  if (meant) expect_listed(*meant, c);
  checked.defined = meant.has_value();
  if (!meant) checked.listed = {c.encoding, root.member("frequencies").as_json()};
  const bool plain = c.rows || !meant || fmpq_is_one(meant->amplitude.get()) != 0;
  Turns turns(meant ? meant->frequencies : c.frequencies);
  const Distance distance(turns);
  const std::string how = complete(c, turns, distance, progress);
  return c.name + " of " + (meant ? meant->name : called(c.encoding)) + ", offsets 1 to " +
         c.near.last.text() + ": " + conclude(c, turns, distance) + "; frequencies " +
         (meant ? "by the definition; " : "as listed; ") +
         (plain ? "" : "distances in units of the amplitude; ") + how;
}

}  // namespace

Checked check_certificate(std::istream& in, const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  const Document document(in);
  Checked checked;
  try {
    checked.what = confirm(document.root(), checked, progress);
    checked.confirmed = true;
  } catch (const Refused& e) {
    checked.what = e.what();
  }
  checked.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return checked;
}

}  // namespace sextant::certificate
