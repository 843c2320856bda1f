#include "sextant/report/document/assets.hpp"

#include <array>

// The assembler includes the files: there is no generated source, and large files do not slow
// compilation.  SEXTANT_REPORTS_DIR is the folder reports/ of the source tree.
#define SEXTANT_ASSET(name, file)                              \
  __asm__(                                                     \
      ".pushsection .rodata\n"                                 \
      ".global sextant_asset_" #name                           \
      "\n"                                                     \
      ".hidden sextant_asset_" #name                           \
      "\n"                                                     \
      "sextant_asset_" #name                                   \
      ":\n"                                                    \
      ".incbin \"" SEXTANT_REPORTS_DIR "/" file                \
      "\"\n"                                                   \
      ".global sextant_asset_" #name                           \
      "_end\n"                                                 \
      ".hidden sextant_asset_" #name                           \
      "_end\n"                                                 \
      "sextant_asset_" #name                                   \
      "_end:\n"                                                \
      ".byte 0\n"                                              \
      ".popsection\n");                                        \
  extern "C" const char sextant_asset_##name[];                \
  extern "C" const char sextant_asset_##name##_end[];          \
  static std::string_view name##_asset() {                     \
    return {sextant_asset_##name, sextant_asset_##name##_end}; \
  }

SEXTANT_ASSET(schema, "schema/report.schema.json")
SEXTANT_ASSET(skeleton, "page/page.html")
SEXTANT_ASSET(style, "page/page.css")
SEXTANT_ASSET(text, "page/text.js")
SEXTANT_ASSET(document, "page/document.js")
SEXTANT_ASSET(element, "page/element.js")
SEXTANT_ASSET(figure, "page/figure.js")
SEXTANT_ASSET(curves, "page/curves.js")
SEXTANT_ASSET(answer_model, "page/answer_model.js")
SEXTANT_ASSET(answer_state, "page/answer_state.js")
SEXTANT_ASSET(answer_words, "page/answer_words.js")
SEXTANT_ASSET(answer_figure, "page/answer_figure.js")
SEXTANT_ASSET(answer, "page/answer.js")
SEXTANT_ASSET(foreign, "page/foreign.js")
SEXTANT_ASSET(safe, "page/safe.js")
SEXTANT_ASSET(drift, "page/drift.js")
SEXTANT_ASSET(engines, "page/engines.js")
SEXTANT_ASSET(types, "page/types.js")
SEXTANT_ASSET(bounds, "page/bounds.js")
SEXTANT_ASSET(pairs, "page/pairs.js")
SEXTANT_ASSET(attention, "page/attention.js")
SEXTANT_ASSET(encodings, "page/encodings.js")
SEXTANT_ASSET(claims, "page/claims.js")
SEXTANT_ASSET(pictures, "page/pictures.js")
SEXTANT_ASSET(kernel, "page/kernel.js")
SEXTANT_ASSET(lost_bits, "page/lost_bits.js")
SEXTANT_ASSET(explorer, "page/explorer.js")
SEXTANT_ASSET(speed, "page/speed.js")
SEXTANT_ASSET(theorems, "page/theorems.js")
SEXTANT_ASSET(sweeps, "page/sweeps.js")
SEXTANT_ASSET(mutants, "page/mutants.js")
SEXTANT_ASSET(confusion, "page/confusion.js")
SEXTANT_ASSET(notes, "page/notes.js")
SEXTANT_ASSET(page, "page/page.js")

#ifdef SEXTANT_HAS_FIGURES
SEXTANT_ASSET(vega, "page/node_modules/vega/build/vega.min.js")
SEXTANT_ASSET(vega_lite, "page/node_modules/vega-lite/build/vega-lite.min.js")
SEXTANT_ASSET(vega_embed, "page/node_modules/vega-embed/build/vega-embed.min.js")
#endif

namespace sextant::assets {

std::string_view skeleton() { return skeleton_asset(); }

std::string_view style() { return style_asset(); }

std::string_view schema() { return schema_asset(); }

std::span<const std::string_view> scripts() {
  static const std::array files = {
      text_asset(),          document_asset(),     element_asset(),      figure_asset(),
      curves_asset(),        answer_model_asset(), answer_state_asset(), answer_words_asset(),
      answer_figure_asset(), answer_asset(),       foreign_asset(),      safe_asset(),
      drift_asset(),         engines_asset(),      types_asset(),        bounds_asset(),
      pairs_asset(),         attention_asset(),    encodings_asset(),    claims_asset(),
      theorems_asset(),      sweeps_asset(),       pictures_asset(),     kernel_asset(),
      lost_bits_asset(),     explorer_asset(),     speed_asset(),        mutants_asset(),
      confusion_asset(),     notes_asset(),        page_asset()};
  return files;
}

std::span<const std::string_view> libraries() {
#ifdef SEXTANT_HAS_FIGURES
  static const std::array files = {vega_asset(), vega_lite_asset(), vega_embed_asset()};
  return files;
#else
  return {};
#endif
}

}  // namespace sextant::assets
