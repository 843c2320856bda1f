include(${CMAKE_CURRENT_LIST_DIR}/sextant-dependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sextantTargets.cmake)
