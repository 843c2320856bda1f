#include "sextant/verify/verify.hpp"

#include <cmath>
#include <memory>
#include <span>

#include "c/guard.hpp"
#include "c/handle.hpp"
#include "c/positions.hpp"
#include "c/structs.hpp"
#include "c/words.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::c {
namespace {

/// The caller's numbers, in place.
Table table_of(const sextant_array& array) {
  const Element element = element_of(array.format);
  if (array.column_major != 0 && array.column_major != 1)
    throw Refused(SEXTANT_BAD_ARGUMENT, "array.column_major is neither 0 nor 1");
  const auto* data = static_cast<const std::byte*>(
      &expect(static_cast<const std::byte*>(array.data), "array.data"));
  const std::string name = array.name == nullptr ? "the table" : in_quotes(array.name);
  return Table(std::make_shared<InputFile>(name, std::span(data, array.bytes)),
               {.format = element.format,
                .shape = {array.rows, array.columns},
                .byte_order = kNativeOrder,
                .column_major = array.column_major == 1,
                .integers = element.integers});
}

/// Positions of the caller; only the first one if they are as many as the rows.
void ask_positions(const sextant_positions& read, std::uint64_t rows, verify::Question& asked) {
  const bool range = read.integers == nullptr && read.numbers == nullptr && read.parts <= 1;
  if (range && read.count == 0 && read.step == 0) {
    asked.first = read.first;
    return;
  }
  sextant_positions counted = read;
  if (read.count == 0) counted.count = rows;
  asked.positions = positions_of(counted);
}

Format computing(sextant_format format) {
  const Format read = element_of(format).format;
  if (format == SEXTANT_FLOAT32 || format == SEXTANT_FLOAT64) return read;
  throw Error("question.computed_in is float32 or float64");
}

/// A member for which 0 means unset.
std::optional<double> amount_of(double member, const char* name) {
  if (member == 0) return std::nullopt;
  if (member > 0 && std::isfinite(member)) return member;
  throw Refused(SEXTANT_BAD_ARGUMENT,
                std::string("question.") + name + " is not a number from 0 on");
}

verify::Question question_of(const sextant_encoding* encoding, const sextant_question& read,
                             std::uint64_t rows) {
  verify::Question asked;
  asked.part = part_of(read.part);
  if (encoding != nullptr) {
    const NamedEncoding& named = expect_handle(encoding, "encoding").named;
    asked.encoding = named.encoding;
    asked.dim_given = named.dim_given;
    asked.layout_of_vectors = named.layout_of_vectors;
    asked.rows = named.rows;
  } else if (asked.part != Part::table) {
    throw Error("a part goes with an encoding, which is missing");
  }
  if (read.positions != nullptr)
    ask_positions(read_struct(read.positions, "question.positions"), rows, asked);
  if (read.computed_in != 0) asked.computed_in = computing(read.computed_in);
  if (read.required != 0) asked.required = grade_of(read.required);
  if (read.library != nullptr) asked.library = &recipe::library(read.library);
  if (read.strict != 0 && read.strict != 1)
    throw Refused(SEXTANT_BAD_ARGUMENT, "question.strict is neither 0 nor 1");
  asked.limits = {amount_of(read.max_error, "max_error"), amount_of(read.max_phase, "max_phase"),
                  read.strict == 1};
  if (const auto seconds = amount_of(read.time_limit, "time_limit"))
    asked.deadline = verify::deadline_after(*seconds, asked.required);
  return asked;
}

sextant_verdict* handle_of(verify::Verdict verdict, const std::string& name) {
  auto handle = std::make_unique<sextant_verdict>();
  handle->json = verify::json_text(verdict);
  handle->words = verify::to_words(verdict, name);
  for (const verify::Finding& finding : verdict.findings)
    handle->parameters.push_back(verify::json_text(finding.parameters));
  handle->verdict = std::move(verdict);
  return handle.release();
}

}  // namespace
}  // namespace sextant::c

using namespace sextant;  // of a file of functions that C calls

extern "C" sextant_status sextant_verify(const sextant_encoding* encoding,
                                         const sextant_array* array,
                                         const sextant_question* question,
                                         sextant_verdict** verdict) {
  return c::guarded(__func__, [&] {
    c::expect(verdict, "verdict") = nullptr;
    const sextant_array numbers = c::read_struct(array, "array");
    const sextant_question read =
        question == nullptr ? sextant_question{} : c::read_struct(question, "question");
    const verify::Question asked = c::question_of(encoding, read, numbers.rows);
    const Table table = c::table_of(numbers);
    verify::Verdict found = verify::verify(table, asked);
    if (encoding != nullptr)
      found.warnings.insert(found.warnings.end(), encoding->named.warnings.begin(),
                            encoding->named.warnings.end());
    *verdict = c::handle_of(std::move(found), table.name());
  });
}
