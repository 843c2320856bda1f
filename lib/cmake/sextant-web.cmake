# What the WebAssembly build links: see lib/web.  scripts/setup --web-tools builds the archives, and
# links the headers of Debian's packages, which hold for any machine, into the same folder.
set(web ${CMAKE_CURRENT_SOURCE_DIR}/web)
set(prefix ${CMAKE_BINARY_DIR}/deps)
if(NOT EXISTS ${prefix}/lib/libmpfr.a)
  message(FATAL_ERROR "${prefix} lacks the libraries for WebAssembly: run scripts/setup --web-tools")
endif()

# Before every file, and with WebAssembly's exceptions: those of JavaScript are slow and large.
# The compiler makes vectors of WebAssembly of Highway's portable ones: in Highway 1.0.3, those of
# WebAssembly have no doubles.
add_compile_options(-fwasm-exceptions -msimd128 -DHWY_COMPILE_ONLY_EMU128
                    "SHELL:-include ${web}/standard.hpp")
add_link_options(-fwasm-exceptions)

# An interface target with the include folder of all, and these archives.
function(add_found name)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  list(TRANSFORM ARGN REPLACE "(.+)" "${prefix}/lib/lib\\1.a")
  set_target_properties(${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${prefix}/include
                                           INTERFACE_LINK_LIBRARIES "${ARGN}")
endfunction()
add_found(Boost::headers)
add_found(PkgConfig::sextant_mpfr mpfr gmp)
add_found(fmt::fmt fmt)
add_found(hwy::hwy)
add_found(nlohmann_json::nlohmann_json)
add_found(CLI11::CLI11)
add_found(ZLIB::ZLIB z)

# Serial: a page has no threads without headers that a file or a plain server does not send.
add_library(TBB::tbb INTERFACE IMPORTED GLOBAL)
target_include_directories(TBB::tbb INTERFACE ${web}/serial)

add_library(sextant_intervals STATIC ${web}/mpfi/intervals.cpp ${web}/mpfi/mpfi.cpp)
target_link_libraries(sextant_intervals PUBLIC PkgConfig::sextant_mpfr)
target_include_directories(sextant_intervals PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_features(sextant_intervals PRIVATE cxx_std_20)
add_library(sextant::mpfi ALIAS sextant_intervals)
