#include "sextant/verify/compare/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/number/text.hpp"
#include "sextant/verify/verdict/verdict_words.hpp"

namespace sextant::verify {
namespace {

constexpr std::array<std::string_view, 6> kOutcomes = {
    "alike", "both-sound", "reference-wrong", "mine-wrong", "both-wrong", "undetermined"};

/// Whether the same faults, with the same parameters, explain both tables.
bool same_mistake(const Verdict& a, const Verdict& b) {
  const auto same = [](const Finding& x, const Finding& y) {
    return x.fault == y.fault && x.parameters == y.parameters;
  };
  return !a.findings.empty() && a.closest() == nullptr && b.closest() == nullptr &&
         std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(),
                    same);
}

/// The first line: which table is wrong.
std::string outcome_words(const Comparison& c) {
  const auto is_wrong = [](const Party& party) {
    return party.at_fault() ? " is at fault" : " does not pass, and no known fault makes it";
  };
  const std::string& his = c.reference.name;
  const std::string& my = c.mine.name;
  switch (c.outcome()) {
    case Outcome::alike:
      return "every number is the same, and both tables are sound";
    case Outcome::both_sound:
      return "neither is wrong: both tables are sound, and their difference is rounding on two "
             "sides";
    case Outcome::undetermined:
      return "no encoding was given, so neither table is at fault: say what they are with "
             "--encoding, --model or --config";
    case Outcome::reference_wrong:
      return "the reference, " + his + "," + is_wrong(c.reference) + "; " + my + " is sound";
    case Outcome::mine_wrong:
      return my + is_wrong(c.mine) + "; the reference, " + his + ", is sound";
    default:
      if (!c.reference.at_fault() || !c.mine.at_fault())
        return "the reference, " + his + "," + is_wrong(c.reference) + "; " + my + is_wrong(c.mine);
      return "both " + his + " and " + my + " are at fault" +
             (same_mistake(c.reference.verdict, c.mine.verdict) ? ", by the same mistake" : "");
  }
}

/// The verdict on one table, and the reasons.
std::string party_words(std::string_view role, const Party& party, bool one_claim) {
  const Verdict& v = party.verdict;
  std::string why;
  if (v.accepted_by) why = ", granted by " + v.accepted_by->recipe;
  if (!v.passes() && (v.findings.empty() || v.closest() != nullptr))
    why = ": no fault that is known makes it";
  if (!one_claim) why += ", taken for " + claim_words(v);
  std::string text = fmt::format("  {:<9} {}, {}: {} ({}){}\n", role, party.name, v.holds,
                                 word(v.grade), v.passes() ? "passes" : "does not pass", why);
  for (const Finding& finding : v.findings) text += finding_words(finding);
  return text;
}

std::string counts_words(const Comparison& c) {
  const PairwiseArbitration& e = c.entries;
  std::string text = differing_words(e);
  if (e.not_finite > 0) text += fmt::format(", {} of them not finite", e.not_finite);
  text += "\n";
  if (e.differing == e.not_finite || !c.one_claim) return text;
  text += fmt::format("  nearer    to the truth is mine at {} of them, the reference at {}",
                      e.mine_nearer, e.reference_nearer);
  if (e.ties > 0) text += fmt::format(", both alike at {}", e.ties);
  if (e.undecided > 0) text += fmt::format(", undecided at {}", e.undecided);
  return text + "\n";
}

std::string place_words(const Comparison& c, const EntryDifference& at) {
  static constexpr std::string_view kWhose[] = {"", " of the reference", " of mine"};
  return fmt::format("at position {}, channel {}{}",
                     readable_fractions(to_text(at.position, c.mine.verdict.parts)), at.channel,
                     kWhose[static_cast<std::size_t>(c.columns)]);
}

std::string largest_words(const Comparison& c) {
  if (!c.largest) return {};
  const auto& [at, split, truth] = *c.largest;
  const std::string numbers =
      fmt::format("reference {}, mine {}",
                  stored_decimal(c.reference.verdict.format, from_double(at.reference)),
                  stored_decimal(c.mine.verdict.format, from_double(at.mine)));
  const double size = std::abs(at.difference());
  if (!c.one_claim)
    return fmt::format("  largest   {:.3g} in row {}, channel {}: {}\n", size, at.row, at.channel,
                       numbers);
  const double share = split.share();
  const bool his = share >= 0.5;
  return fmt::format(
      "  largest   {:.3g} {}: {}, truth {}\n"
      "            the reference errs by {:.3g} there and mine by {:.3g}: {:.4g} % of it is {}\n",
      size, place_words(c, at), numbers, truth, split.first, split.second,
      100 * (his ? share : 1 - share), his ? "the reference's" : "mine");
}

std::string bound_words(const Comparison& c) {
  const PairwiseArbitration& e = c.entries;
  if (!c.sound() || e.bounded + e.unbounded == 0) return {};
  std::string text =
      fmt::format("  bound     the reference's ({}) and mine ({}) together: ", c.reference.allowed,
                  c.mine.allowed);
  if (e.most) {
    text += fmt::format(
        "no difference exceeds them; {:.3g} of them at most, {}: {:.3g} of {:.3g} + {:.3g}",
        e.most->fraction(), place_words(c, e.most->at), std::abs(e.most->at.difference()),
        e.most->reference, e.most->mine);
  }
  if (e.unbounded > 0) {
    text += fmt::format("{}at {} entries that differ they prove nothing", e.most ? "; " : "",
                        e.unbounded);
  }
  return text + "\n";
}

}  // namespace

std::string_view word(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

Outcome Comparison::outcome() const {
  const bool reference_sound = reference.verdict.passes();
  const bool mine_sound = mine.verdict.passes();
  const bool guessed = !mine.verdict.identity.empty();
  if (guessed && !(reference_sound && mine_sound && one_claim)) return Outcome::undetermined;
  if (!reference_sound) return mine_sound ? Outcome::reference_wrong : Outcome::both_wrong;
  if (!mine_sound) return Outcome::mine_wrong;
  return entries.differing == 0 ? Outcome::alike : Outcome::both_sound;
}

std::string differing_words(const PairwiseArbitration& e) {
  return fmt::format(
      "  {} entries, {} differ ({})", e.entries, e.differing,
      percent_words(static_cast<double>(e.differing) / static_cast<double>(e.entries)));
}

std::string to_words(const Comparison& c) {
  std::string text = fmt::format("{}: {}\n", word(c.outcome()), outcome_words(c));
  const bool said = c.mine.verdict.identity.empty();
  if (c.one_claim)
    text += "  judged as " + claim_words(c.mine.verdict) +
            (said ? "" : ": no encoding was given, both tables are taken for it") + "\n";
  text +=
      party_words("reference", c.reference, c.one_claim) + party_words("mine", c.mine, c.one_claim);
  text += counts_words(c) + largest_words(c) + bound_words(c);
  return text + warning_words(c.warnings) +
         warning_words(c.reference.verdict.warnings, "of the reference: ") +
         warning_words(c.mine.verdict.warnings, "of mine: ");
}

}  // namespace sextant::verify
