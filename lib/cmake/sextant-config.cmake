# find_package(sextant REQUIRED) finds sextant::sextant and sextant::c_static with what they link,
# sextant::c, and the tool, sextant::sextant-tool. With COMPONENTS:
#
#   c      only sextant::c, a shared library that needs nothing more
#   tool   only sextant::sextant-tool, for sextant_add_conformance_test
#   gmock  also sextant::gmock, which needs GoogleMock, and sextant::sextant
#
# An archive or a .deb of scripts/package has only c and tool.
include(${CMAKE_CURRENT_LIST_DIR}/sextantCTargets.cmake)
set(sextant_c_FOUND TRUE)
include(${CMAKE_CURRENT_LIST_DIR}/sextantToolTargets.cmake OPTIONAL RESULT_VARIABLE sextant_tool)
set(sextant_tool_FOUND FALSE)
if(sextant_tool)
  set(sextant_tool_FOUND TRUE)
endif()
set(sextant_gmock_FOUND FALSE)

set(sextant_needs_cpp TRUE)
if("${sextant_FIND_COMPONENTS}" MATCHES "^(c|tool)(;(c|tool))*$")
  set(sextant_needs_cpp FALSE)
endif()
if(sextant_needs_cpp)
  if(NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/sextantTargets.cmake)
    set(sextant_FOUND FALSE)
    set(sextant_NOT_FOUND_MESSAGE
        "this package has only the interface in C and the tool: ask for COMPONENTS c tool, or build the library in C++ from source and install it with cmake --install")
    return()
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/sextant-dependencies.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/sextantTargets.cmake)
endif()

if("gmock" IN_LIST sextant_FIND_COMPONENTS)
  find_dependency(GTest 1.12)
  include(${CMAKE_CURRENT_LIST_DIR}/sextantGmockTargets.cmake OPTIONAL RESULT_VARIABLE sextant_gmock)
  if(sextant_gmock)
    set(sextant_gmock_FOUND TRUE)
  endif()
endif()
foreach(component IN LISTS sextant_FIND_COMPONENTS)
  if(sextant_FIND_REQUIRED_${component} AND NOT sextant_${component}_FOUND)
    set(sextant_FOUND FALSE)
    set(sextant_NOT_FOUND_MESSAGE "sextant was installed without its component ${component}")
  endif()
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/sextant-conformance.cmake)
