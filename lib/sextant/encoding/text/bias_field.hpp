#pragma once

#include "sextant/encoding/text/field.hpp"

namespace sextant {

/// The fields of biases and indices. field.hpp lists those of encodings with waves.

inline const Names<BiasForm> kBiasForms = {
    {"keys", BiasForm::keys}, {"distance", BiasForm::distance}, {"causal", BiasForm::causal}};
inline const Names<BiasLayout> kBiasLayouts = {{"by-shape", BiasLayout::by_shape},
                                               {"heads-first", BiasLayout::heads_first},
                                               {"positions-first", BiasLayout::positions_first}};
inline const Names<QueryScale::Form> kQueryScaleForms = {{"steps", QueryScale::Form::steps},
                                                         {"log-n", QueryScale::Form::log_n}};
inline const Names<Kerple::Kernel> kKernels = {{"log", Kerple::Kernel::log},
                                               {"power", Kerple::Kernel::power}};

template <class Visit>
void for_each_field(Alibi& e, Visit&& visit) {
  visit("heads", e.heads, IntegerField{});
  visit("max-bias", e.max_bias, Numeral{});
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
}

template <class Visit>
void for_each_field(Deberta& e, Visit&& visit) {
  visit("num-buckets", e.num_buckets, IntegerField{});
  visit("max-distance", e.max_distance, IntegerField{});
  visit("keys", e.keys, IntegerField{});
}

template <class Visit>
void for_each_field(Shaw& e, Visit&& visit) {
  visit("max-distance", e.max_distance, IntegerField{});
  visit("keys", e.keys, IntegerField{});
}

template <class Visit>
void for_each_field(Swin& e, Visit&& visit) {
  visit("height", e.height, IntegerField{});
  visit("width", e.width, IntegerField{});
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
