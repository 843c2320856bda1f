#pragma once

namespace sextant {

/// When the calling thread ends, MPFR's constants and pools of that thread are freed.
void free_caches_at_thread_exit() noexcept;

}  // namespace sextant
