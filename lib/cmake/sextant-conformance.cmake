# A test of CTest that asks a program of yours for values and judges what it answers:
#
#   sextant_add_conformance_test(
#     NAME my_rope
#     ENCODING "--encoding rope --dim 128 --part cos"   # as for sextant cases
#     FORMAT bfloat16
#     COMMAND my_program --some-option                  # a target, or a program
#     [POSITIONS 0:8192] [LEVEL quick|thorough|exhaustive] [SEED 1] [BINARY]
#     [REQUIRE faithful] [COMPUTED_IN float32]          # as for sextant judge
#     [JUNIT rope.xml])
#
# The test fails where any of the three does: sextant cases, the program, or sextant judge.
function(sextant_add_conformance_test)
  cmake_parse_arguments(
    PARSE_ARGV 0 test "BINARY"
    "NAME;ENCODING;FORMAT;POSITIONS;LEVEL;SEED;REQUIRE;COMPUTED_IN;JUNIT" "COMMAND")
  foreach(needed NAME ENCODING FORMAT COMMAND)
    if(NOT DEFINED test_${needed})
      message(FATAL_ERROR "sextant_add_conformance_test: ${needed} is missing")
    endif()
  endforeach()
  if(DEFINED test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sextant_add_conformance_test: what is '${test_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT TARGET sextant::sextant-tool)
    message(FATAL_ERROR "sextant_add_conformance_test needs the installed sextant, with its tool")
  endif()

  set(asked "${test_ENCODING} --format ${test_FORMAT}")
  foreach(option POSITIONS LEVEL SEED)
    if(DEFINED test_${option})
      string(TOLOWER "--${option}" name)
      string(APPEND asked " ${name} ${test_${option}}")
    endif()
  endforeach()
  if(test_BINARY)
    string(APPEND asked " --binary")
  endif()
  set(judged "")
  if(DEFINED test_REQUIRE)
    string(APPEND judged " --require ${test_REQUIRE}")
  endif()
  if(DEFINED test_COMPUTED_IN)
    string(APPEND judged " --computed-in ${test_COMPUTED_IN}")
  endif()
  set(junit "")
  if(DEFINED test_JUNIT)
    get_filename_component(junit "${test_JUNIT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()

  list(POP_FRONT test_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  add_test(NAME ${test_NAME}
           COMMAND ${CMAKE_COMMAND} -D sextant=$<TARGET_FILE:sextant::sextant-tool>
                   -D "asked=${asked}" -D "judged=${judged}" -D "junit=${junit}" -P
                   ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/sextant-conformance-run.cmake -- ${program}
                   ${test_COMMAND})
endfunction()
