#pragma once

#include "sextant/encoding/text/field.hpp"

namespace sextant {

/// The fields of biases and indices. field.hpp lists those of encodings with waves.

inline const Names<BiasForm> kBiasForms = {
    {"keys", BiasForm::keys}, {"distance", BiasForm::distance}, {"causal", BiasForm::causal}};
inline const Names<BiasLayout> kBiasLayouts = {{"by-shape", BiasLayout::by_shape},
                                               {"heads-first", BiasLayout::heads_first},
                                               {"positions-first", BiasLayout::positions_first}};
inline const Names<XposColumns> kXposColumns = {{"pairs", XposColumns::pairs},
                                                {"interleaved", XposColumns::interleaved},
                                                {"half-split", XposColumns::half_split}};
inline const Names<QueryScale::Form> kQueryScaleForms = {{"steps", QueryScale::Form::steps},
                                                         {"log-n", QueryScale::Form::log_n}};
inline const Names<Kerple::Kernel> kKernels = {{"log", Kerple::Kernel::log},
                                               {"power", Kerple::Kernel::power}};

/// Heads A:B, half-open, or `all`.
struct HeadRangeField {
  void read(std::string_view field, std::string_view text, HeadRange& value) const {
    const auto colon = text.find(':');
    if (text != "all" && colon == std::string_view::npos) {
      throw Error("--" + std::string(field) + " takes heads FIRST:END, not '" + std::string(text) +
                  "'");
    }
    value = {};
    if (text == "all") return;
    IntegerField{}.read(field, text.substr(0, colon), value.first);
    IntegerField{}.read(field, text.substr(colon + 1), value.end);
    if (value.first < 0 || value.end <= value.first) {
      throw Error("--" + std::string(field) +
                  " takes heads FIRST:END with FIRST before END, not '" + std::string(text) + "'");
    }
  }
  std::string write(const HeadRange& value) const {
    return value == HeadRange{} ? "all"
                                : std::to_string(value.first) + ":" + std::to_string(value.end);
  }
};

template <class Visit>
void for_each_field(Alibi& e, Visit&& visit) {
  visit("heads", e.heads, IntegerField{});
  visit("max-bias", e.max_bias, Numeral{});
  visit("head-range", e.shard, HeadRangeField{});
  visit("form", e.form, Words<BiasForm>{kBiasForms});
  visit("layout", e.layout, Words<BiasLayout>{kBiasLayouts});
}

template <class Visit>
void for_each_field(Kerple& e, Visit&& visit) {
  visit("form", e.kernel, Words<Kerple::Kernel>{kKernels});
  visit("r1", e.r1, Numerals{});
  visit("r2", e.r2, Numerals{});
  visit("layout", e.layout, Words<BiasLayout>{kBiasLayouts});
}

template <class Visit>
void for_each_field(T5& e, Visit&& visit) {
  visit("num-buckets", e.num_buckets, IntegerField{});
  visit("max-distance", e.max_distance, IntegerField{});
  visit("bidirectional", e.bidirectional, Words<bool>{kYesNo});
  visit("keys", e.keys, IntegerField{});
  visit("first-key", e.first_key, IntegerField{});
}

template <class Visit>
void for_each_field(Deberta& e, Visit&& visit) {
  visit("num-buckets", e.num_buckets, IntegerField{});
  visit("max-distance", e.max_distance, IntegerField{});
  visit("keys", e.keys, IntegerField{});
  visit("first-key", e.first_key, IntegerField{});
}

template <class Visit>
void for_each_field(Shaw& e, Visit&& visit) {
  visit("max-distance", e.max_distance, IntegerField{});
  visit("keys", e.keys, IntegerField{});
  visit("first-key", e.first_key, IntegerField{});
}

template <class Visit>
void for_each_field(Swin& e, Visit&& visit) {
  visit("frames", e.frames, IntegerField{});
  visit("height", e.height, IntegerField{});
  visit("width", e.width, IntegerField{});
  visit("class-token", e.class_token, Words<bool>{kYesNo});
}

template <class Visit>
void for_each_field(SwinCoordinates& e, Visit&& visit) {
  visit("height", e.height, IntegerField{});
  visit("width", e.width, IntegerField{});
  visit("pretrained-window", e.pretrained_window, IntegerField{});
}

template <class Visit>
void for_each_field(Xpos& e, Visit&& visit) {
  visit("dim", e.dim, IntegerField{});
  visit("scale-base", e.scale_base, Numeral{});
  visit("gamma", e.gamma, Numeral{});
  visit("centre", e.centre, Numeral{});
  visit("origin", e.origin, Numeral{});
  visit("form", e.of, Words<Xpos::Of>{kXposOf});
  visit("layout", e.layout, Words<XposColumns>{kXposColumns});
}

template <class Visit>
void for_each_field(QueryScale& e, Visit&& visit) {
  visit("form", e.form, Words<QueryScale::Form>{kQueryScaleForms});
  visit("original-context", e.original, Numeral{});
  visit("beta", e.beta, Numeral{});
  visit("origin", e.origin, Numeral{});
}

template <class Visit>
void for_each_field(Nope& e, Visit&& visit) {
  visit("dim", e.dim, IntegerField{});
}

}  // namespace sextant
