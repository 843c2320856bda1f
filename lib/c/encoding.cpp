#include "sextant/c/encoding.h"

#include <memory>

#include "c/guard.hpp"
#include "c/handle.hpp"
#include "c/words.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::c {
namespace {

/// A handle of an encoding.  Throws Error if the stated fields are invalid.
sextant_encoding* handle_of(NamedEncoding named) {
  auto handle = std::make_unique<sextant_encoding>();
  handle->text = to_text(named.encoding);
  handle->named = std::move(named);
  return handle.release();
}

}  // namespace
}  // namespace sextant::c

using namespace sextant;  // of a file of functions that C calls

extern "C" {

sextant_status sextant_encoding_parse(const char* text, sextant_encoding** encoding) {
  return c::guarded(__func__, [&] {
    c::expect(encoding, "encoding") = nullptr;
    *encoding = c::handle_of(named_encoding(&c::expect(text, "text")));
  });
}

sextant_status sextant_encoding_of_model(const char* preset, sextant_encoding** encoding) {
  return c::guarded(__func__, [&] {
    c::expect(encoding, "encoding") = nullptr;
    *encoding = c::handle_of(encoding_of_model(&c::expect(preset, "preset")));
  });
}

sextant_status sextant_encoding_of_config(const char* config, size_t length, const char* layer_type,
                                          sextant_encoding** encoding) {
  return c::guarded(__func__, [&] {
    c::expect(encoding, "encoding") = nullptr;
    InputFile file("the config", std::as_bytes(std::span(&c::expect(config, "config"), length)));
    *encoding = c::handle_of(encoding_of_config(file, layer_type == nullptr ? "" : layer_type));
  });
}

sextant_status sextant_encoding_with(const sextant_encoding* encoding, const char* field,
                                     const char* value, sextant_encoding** changed) {
  return c::guarded(__func__, [&] {
    c::expect(changed, "changed") = nullptr;
    NamedEncoding copy = c::expect_handle(encoding, "encoding").named;
    set_field(copy, &c::expect(field, "field"), &c::expect(value, "value"));
    *changed = c::handle_of(std::move(copy));
  });
}

sextant_status sextant_encoding_text(const sextant_encoding* encoding, const char** text) {
  return c::guarded(__func__, [&] {
    c::expect(text, "text") = nullptr;
    *text = c::expect_handle(encoding, "encoding").text.c_str();
  });
}

sextant_status sextant_encoding_warning(const sextant_encoding* encoding, size_t index,
                                        const char** warning) {
  return c::guarded(__func__, [&] {
    c::expect(warning, "warning") = nullptr;
    *warning = c::expect_item(c::expect_handle(encoding, "encoding").named.warnings, index).c_str();
  });
}

sextant_status sextant_encoding_columns(const sextant_encoding* encoding, sextant_part part,
                                        size_t* columns) {
  return c::guarded(__func__, [&] {
    c::expect(columns, "columns") = 0;
    const NamedEncoding& named = c::expect_handle(encoding, "encoding").named;
    *columns = chart(expect_width(named), c::part_of(part)).width();
  });
}

void sextant_encoding_free(sextant_encoding* encoding) { c::free_handle(encoding); }
}
