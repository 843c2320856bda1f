#include "sextant/c/ask.h"

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "c/guard.hpp"
#include "c/handle.hpp"
#include "c/live_model.hpp"
#include "c/ndarray.hpp"
#include "c/structs.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"

namespace sextant::c {
namespace {

using nlohmann::json;

/// Copying deeper JSON could end the stack of a thread.
constexpr int kDeepest = 16;

/// A command, and the JSON object with its options.
struct ParsedRequest {
  std::string command;
  json options = json::object();
  json model = nullptr;
};

/// Reads the JSON of a request.  Throws Error if it is not such an object.
ParsedRequest read_request(const char* text) {
  const auto shallow = [](int depth, json::parse_event_t, json&) {
    if (depth > kDeepest) throw Error("the request is nested too deeply");
    return true;
  };
  const json object = json::parse(text, shallow, false);
  if (!object.is_object()) throw Error("the request is no JSON object");
  ParsedRequest parsed;
  for (const auto& [key, value] : object.items()) {
    if (key == "command" && value.is_string())
      parsed.command = value.get<std::string>();
    else if (key == "options" && value.is_object())
      parsed.options = value;
    else if (key == "model" && value.is_object())
      parsed.model = value;
    else if (key == "command" || key == "options" || key == "model")
      throw Error("the request's " + key + " is of type " + value.type_name() + ", not " +
                  (key == "command" ? "string" : "object"));
    else
      throw Error("the request has an unknown key " + in_quotes(key, 60));
  }
  if (parsed.command.empty()) throw Error("the request has no command");
  return parsed;
}

std::vector<StoredArray> tensors_of(const sextant_request& read) {
  std::vector<StoredArray> arrays;
  for (std::size_t i = 0; i < read.tensor_count; ++i) {
    const std::string member = "request.tensors[" + std::to_string(i) + "]";
    const auto* const* list = &expect(read.tensors, "request.tensors");
    arrays.push_back(stored_array(expect(list[i], member), member));
  }
  return arrays;
}

Request request_of(const sextant_request& read, const json& model) {
  Request request{{}, {}, {}, {}, {read.progress, read.context}};
  const std::vector<StoredArray> tensors = tensors_of(read);
  if (!model.is_null()) request.model = live_model(model, tensors);
  if (model.is_null() && !tensors.empty())
    throw Refused(SEXTANT_BAD_ARGUMENT, "request.tensors are of a model, and the JSON has none");
  if (read.array != nullptr) request.array = stored_array(*read.array, "request.array");
  if (read.other != nullptr) request.other = stored_array(*read.other, "request.other");
  if (read.buffer == nullptr && read.buffer_bytes > 0)
    throw Refused(SEXTANT_BAD_ARGUMENT, "request.buffer is NULL");
  if (read.buffer != nullptr)
    request.buffer = std::span(static_cast<std::byte*>(read.buffer), read.buffer_bytes);
  return request;
}

const Answer& answer_of(const sextant_answer* handle) {
  return expect_handle(handle, "answer").answer;
}

}  // namespace
}  // namespace sextant::c

using namespace sextant;  // this file defines functions that C calls

extern "C" {

sextant_status sextant_ask(const sextant_request* request, sextant_answer** answer) {
  return c::guarded(__func__, [&] {
    c::expect(answer, "answer") = nullptr;
    const sextant_request read = c::read_struct(request, "request");
    const c::ParsedRequest parsed = c::read_request(&c::expect(read.json, "request.json"));
    c::Request asked = c::request_of(read, parsed.model);
    auto handle = std::make_unique<sextant_answer>();
    handle->answer = c::run_command(parsed.command, parsed.options, asked);
    *answer = handle.release();
  });
}

sextant_status sextant_answer_exit_status(const sextant_answer* answer, int* exit_status) {
  return c::guarded(__func__, [&] {
    c::expect(exit_status, "exit_status") = 2;
    *exit_status = c::answer_of(answer).exit_status;
  });
}

sextant_status sextant_answer_json(const sextant_answer* answer, const char** json) {
  return c::guarded(__func__, [&] {
    c::expect(json, "json") = nullptr;
    *json = c::answer_of(answer).json.c_str();
  });
}

sextant_status sextant_answer_words(const sextant_answer* answer, const char** words) {
  return c::guarded(__func__, [&] {
    c::expect(words, "words") = nullptr;
    *words = c::answer_of(answer).words.c_str();
  });
}

sextant_status sextant_answer_warning(const sextant_answer* answer, size_t index,
                                      const char** warning) {
  return c::guarded(__func__, [&] {
    c::expect(warning, "warning") = nullptr;
    *warning = c::expect_item(c::answer_of(answer).warnings, index).c_str();
  });
}

void sextant_answer_free(sextant_answer* answer) { c::free_handle(answer); }
}
