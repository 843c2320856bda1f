# find_package(sextant REQUIRED) finds sextant::sextant, sextant::c_static and what they link, and
# sextant::c. Of COMPONENTS, c is the last alone, a shared library that needs nothing more, and gmock
# is sextant::gmock, which needs GoogleMock, besides the first.
set(sextant_c_FOUND TRUE)
set(sextant_gmock_FOUND FALSE)
include(${CMAKE_CURRENT_LIST_DIR}/sextantCTargets.cmake)

if(NOT "${sextant_FIND_COMPONENTS}" STREQUAL "c")
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
