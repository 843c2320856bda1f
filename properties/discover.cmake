# Writes the list of tests that CTest runs from a test program.  By default each GoogleTest test is
# one CTest test.  Some are combined, because starting the program takes as long as a quick test:
#
# * the quick instances of a parameterised test; if it fails, the output names the instance
# * the quick tests of a suite in `together`, which share most of their work
# * the tests with Full in their names of a suite in `full_together`
#
#   cmake -D program=FILE -D layer=NAME -D output=FILE -D together=SUITE|SUITE
#         -D full_together=SUITE|SUITE -P discover.cmake

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listed
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} does not list its tests")
endif()
string(REGEX REPLACE "[;[]" "?" listed "${listed}")
string(REPLACE "]" "?" listed "${listed}")
string(REPLACE "\n" ";" lines "${listed}")

set(suite "")
set(seen "")
set(text "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE " +#.*$" "" line "${line}")
  if(line MATCHES "^[^ ].*\\.$")
    set(suite "${line}")
    continue()
  elseif(NOT line MATCHES "^  ([^ ]+)$")
    continue()
  endif()
  set(name "${suite}${CMAKE_MATCH_1}")
  set(filter "${name}")
  set(skip " SKIP_REGULAR_EXPRESSION \"\\\\[  SKIPPED \\\\]\"")
  # The name of a test shows how long it takes; the label follows from it.
  set(label quick)
  set(once FALSE)
  if(name MATCHES "Exhaustive")
    set(label exhaustive)
  elseif(full_together AND name MATCHES "^(${full_together})\\..*Full")
    set(label full)
    set(name "${CMAKE_MATCH_1}.Full")
    set(filter "${CMAKE_MATCH_1}.*Full*-*Exhaustive*")
    set(once TRUE)
  elseif(name MATCHES "Full")
    set(label full)
  elseif(together AND name MATCHES "^(${together})\\.")
    set(name "${CMAKE_MATCH_1}")
    set(filter "${name}.*-*Full*:*Exhaustive*")
    set(once TRUE)
  elseif(name MATCHES "^(.*\\.[^/]+)/")
    set(name "${CMAKE_MATCH_1}")
    set(filter "${name}/*")
    set(once TRUE)
  endif()
  if(once)
    set(skip "")
    if(name IN_LIST seen)
      continue()
    endif()
    list(APPEND seen "${name}")
  endif()
  string(APPEND text "add_test([==[${layer}:${name}]==] \"${program}\" [==[--gtest_filter=${filter}]==])\n"
                     "set_tests_properties([==[${layer}:${name}]==] PROPERTIES LABELS ${label}"
                     " TIMEOUT 900 WORKING_DIRECTORY \"${directory}\"${skip})\n")
endforeach()
file(WRITE "${output}" "${text}")
