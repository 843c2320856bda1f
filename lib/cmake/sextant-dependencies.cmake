# What sextant links: read by its own build and by the installed package, so that they agree.
include(CMakeFindDependencyMacro)

find_dependency(Boost 1.74) # headers only
find_dependency(TBB)
find_dependency(fmt 9)
find_dependency(hwy 1.0)
find_dependency(nlohmann_json 3.11)
find_dependency(ZLIB 1.2.9) # crc32_z

# MPFR and GMP have no CMake package; MPFI has no pkg-config file either.
find_dependency(PkgConfig)
if(NOT TARGET PkgConfig::sextant_mpfr)
  pkg_check_modules(sextant_mpfr REQUIRED IMPORTED_TARGET GLOBAL mpfr>=4.1 gmp)
endif()
if(NOT TARGET sextant::mpfi)
  find_path(MPFI_INCLUDE_DIR mpfi.h REQUIRED)
  find_library(MPFI_LIBRARY mpfi REQUIRED)
  add_library(sextant::mpfi UNKNOWN IMPORTED GLOBAL)
  set_target_properties(
    sextant::mpfi
    PROPERTIES IMPORTED_LOCATION ${MPFI_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${MPFI_INCLUDE_DIR}
               INTERFACE_LINK_LIBRARIES PkgConfig::sextant_mpfr)
endif()
