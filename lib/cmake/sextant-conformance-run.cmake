# What a test of sextant_add_conformance_test runs:
#
#   cmake -D sextant=TOOL -D asked=OPTIONS -D judged=OPTIONS -D junit=FILE
#         -P sextant-conformance-run.cmake -- PROGRAM [ARGUMENT...]
cmake_minimum_required(VERSION 3.25)

set(program "")
set(after FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(number RANGE ${last})
  if(after)
    list(APPEND program "${CMAKE_ARGV${number}}")
  elseif(CMAKE_ARGV${number} STREQUAL "--")
    set(after TRUE)
  endif()
endforeach()

separate_arguments(asked UNIX_COMMAND "${asked}")
separate_arguments(judged UNIX_COMMAND "${judged}")
if(junit)
  list(APPEND judged --junit "${junit}")
endif()

# The status of each, for a pipe has only that of its last.
execute_process(
  COMMAND ${sextant} cases ${asked}
  COMMAND ${program}
  COMMAND ${sextant} judge ${asked} ${judged}
  RESULTS_VARIABLE statuses)
list(LENGTH statuses started)
if(NOT started EQUAL 3)
  list(GET program 0 name)
  message(FATAL_ERROR "${name} cannot be run: ${statuses}")
endif()
list(GET statuses 0 cases)
list(GET statuses 1 answered)
list(GET statuses 2 verdict)
if(verdict STREQUAL "1")
  message(FATAL_ERROR "the answers do not pass")
elseif(NOT verdict STREQUAL "0")
  message(FATAL_ERROR "the answers could not be judged (sextant judge: ${verdict})")
elseif(NOT answered STREQUAL "0")
  message(FATAL_ERROR "the program ends with '${answered}', although its answers pass")
elseif(NOT cases STREQUAL "0")
  message(FATAL_ERROR "the cases could not all be written (sextant cases: ${cases})")
endif()
