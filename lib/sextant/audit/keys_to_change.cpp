#include "sextant/audit/keys_to_change.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/audit/deciding_keys.hpp"
#include "sextant/audit/explaining_fields.hpp"
#include "sextant/audit/frequency_row.hpp"
#include "sextant/audit/short_text.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::audit {
namespace {

/// The largest relative error that is allowed for frequencies that programs compute in float32.
constexpr double kOfPrograms = 0x1p-17;

std::vector<ConfigKey> keys_of(const ClaimedLayers& claim, const FieldNames& fields) {
  std::vector<ConfigKey> found;
  for (const ConfigKey& key : claim.encoding->from)
    if (decides(key, fields)) found.push_back(key);
  return found;
}

/// Every field that a key of the claim decides.
FieldNames decided_fields(const ClaimedLayers& claim) {
  FieldNames all;
  for (const ConfigKey& key : claim.encoding->from)
    all.insert(all.end(), key.decides.begin(), key.decides.end());
  return all;
}

/// The key of the number of a query scale that a finding names.  Empty if it names two numbers, of
/// which neither alone explains the table.  Leaves out keys that switch the factor on.
std::vector<ConfigKey> keys_of_query_scale(const FieldNames& parameters,
                                           const ClaimedLayers& claim) {
  if (parameters.size() != 1) return {};
  const bool beta = parameters.front() == "beta";
  if (!beta && parameters.front() != "original-context") return {};
  std::vector<ConfigKey> keys = keys_of(claim, {std::string(beta ? kQueryBeta : kQueryOriginal)});
  std::erase_if(keys, [&](const ConfigKey& key) {
    return decides(key, {std::string(beta ? kQueryOriginal : kQueryBeta)});
  });
  return keys;
}

/// The key for a scaling that a config.json lacks.  Empty if it has one, and for other files.  The
/// key decides nothing yet.
std::vector<ConfigKey> missing_scaling(const ClaimedLayers& claim) {
  if (claim.source->kind != SourceKind::config || has_key(*claim.encoding, "scaling")) return {};
  const auto& from = claim.encoding->from;
  const bool in_parameters = std::any_of(from.begin(), from.end(), [](const ConfigKey& key) {
    return key.key.starts_with("rope_parameters.");
  });
  return {{.key = in_parameters ? "rope_parameters.rope_type" : "rope_scaling", .value = ""}};
}

/// Whether observed frequencies are those of an encoding times one number.
bool are_multiples(const std::vector<double>& seen, const Rotary& encoding) {
  const std::vector<double> claimed = approximate_rotation(encoding).frequencies;
  if (seen.size() != claimed.size() || seen.size() < 2) return false;
  const double factor = seen.front() / claimed.front();
  for (std::size_t pair = 0; pair < seen.size(); ++pair)
    if (differ(seen[pair], factor * claimed[pair], kOfPrograms)) return false;
  return true;
}

}  // namespace

std::vector<ConfigKey> keys_to_change(const Table& row, Part part, const Rotary& encoding,
                                      const ClaimedLayers& claim) {
  std::vector<double> seen = frequencies_in(row, encoding, part);
  while (!seen.empty() && seen.back() == 0) seen.pop_back();
  const auto turns = [](double frequency) { return std::isfinite(frequency) && frequency > 0; };
  if (!std::all_of(seen.begin(), seen.end(), turns)) return {};
  const Allowed allowed{.number = kOfPrograms};
  if (fits(encoding, seen, allowed)) return {};  // single numbers are off, or digits
  FieldNames fields = fitting_fields(encoding, decided_fields(claim), seen, allowed);
  // Some list of divisors would fit any frequencies.
  if (fields.empty() && encoding.context.scaling == Scaling::longrope)
    fields = {encoding.context.length > encoding.context.original ? "long-factor" : "short-factor"};
  const bool unscaled = encoding.context.scaling == Scaling::none;
  if (fields.empty() && unscaled && are_multiples(seen, encoding)) return missing_scaling(claim);
  return keys_of(claim, fields);
}

std::vector<ConfigKey> keys_of_finding(const verify::Verdict& verdict, const Encoding& encoding,
                                       const ClaimedLayers& claim) {
  if (verdict.findings.size() != 1) return {};
  const verify::Finding& finding = verdict.findings.front();
  if (finding.residual) return {};
  FieldNames fields;
  for (const auto& [name, value] : finding.parameters.values()) fields.push_back(name);
  if (std::holds_alternative<QueryScale>(encoding)) return keys_of_query_scale(fields, claim);
  const auto names = [&](const char* field) {
    return std::find(fields.begin(), fields.end(), field) != fields.end();
  };
  const bool kind = names("scaling");
  if (kind && names("base")) return {};  // neither alone explains the table
  if (kind || verify::has(finding.fault, verify::Trait::kNoContext)) fields = {"scaling"};
  const bool scaled = kind || verify::has(finding.fault, verify::Trait::kContext);
  if (scaled && !has_key(*claim.encoding, "scaling")) return missing_scaling(claim);
  const auto* rotary = std::get_if<Rotary>(&encoding);
  if (verify::has(finding.fault, verify::Trait::kAmplitude) && rotary != nullptr)
    fields = fields_of_amplitude(*rotary, decided_fields(claim));
  return keys_of(claim, fields);
}

std::vector<ConfigKey> keys_of_width(const ClaimedLayers& claim) {
  return keys_of(claim, {"dim", std::string(kHead), std::string(kColumns)});
}

std::string words_of_keys(const std::vector<ConfigKey>& keys, const ModelSource& source) {
  if (keys.empty()) return {};
  if (keys.front().decides.empty())
    return fmt::format("{} has no {}, and one would explain the table", source.path,
                       keys.front().key);
  std::string text = fmt::format("{} says", source.path);
  const char* before = " ";
  for (const ConfigKey& key : keys) {
    text += fmt::format("{}{}={}", before, key.key,
                        key.value.empty() ? "default" : shortened(key.value));
    before = ", ";
  }
  return text + (keys.size() == 1 ? ", and another value would explain the table"
                                  : ", and another value of any one of them would explain the "
                                    "table");
}

}  // namespace sextant::audit
