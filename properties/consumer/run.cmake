# Installs the build into a temporary prefix, then builds the consumers against it and runs them.
set(work ${build}/consumer)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Runs a program of README.md or the guide, and fails unless it prints what the page says.
set(readme /usr/bin/python3 ${source}/properties/consumer/readme.py)
function(run_as_shown program shown)
  run(${readme} run ${work}/readme/${shown}.out ${program})
endfunction()

file(GLOB pages ${source}/README.md ${source}/reports/guide/*.md)
run(${readme} write ${work}/readme ${pages})
set(configure ${CMAKE_COMMAND} -S ${source}/properties/consumer -G ${generator}
              -D CMAKE_CXX_COMPILER=${compiler} "-D CMAKE_CXX_FLAGS=${flags}")

run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
run(${configure} -B ${work}/installed -D CMAKE_PREFIX_PATH=${work}/prefix
    -D README=${work}/readme)
run(${CMAKE_COMMAND} --build ${work}/installed)
run(${work}/installed/consumer)
if(NOT output STREQUAL "${version}\n")
  message(FATAL_ERROR "the consumer printed '${output}', not '${version}'")
endif()
run_as_shown(${work}/installed/consumer_static rope.c)
run_as_shown(${work}/installed/consumer_gmock rope_test.cpp)
foreach(name rope table judge)
  run_as_shown(${work}/installed/readme_${name} ${name}.cpp)
endforeach()
if(NOT EXISTS ${work}/prefix/bin/sextant)
  message(FATAL_ERROR "the tool was not installed")
endif()
foreach(file man/man1/sextant.1 man/man1/sextant-verify.1 bash-completion/completions/sextant
        zsh/site-functions/_sextant fish/vendor_completions.d/sextant.fish)
  if(NOT EXISTS ${work}/prefix/share/${file})
    message(FATAL_ERROR "share/${file} was not installed")
  endif()
endforeach()

# In C, by CMake and by pkg-config.
run(${CMAKE_COMMAND} -S ${source}/properties/consumer/c -G ${generator} -B ${work}/c
    -D CMAKE_PREFIX_PATH=${work}/prefix -D README_C=${work}/readme/rope.c)
run(${CMAKE_COMMAND} --build ${work}/c)
run_as_shown(${work}/c/consumer_c rope.c)
file(GLOB_RECURSE package ${work}/prefix/*/sextant.pc)
get_filename_component(package_dir ${package} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${package_dir})
run(pkg-config --modversion sextant)
if(NOT output STREQUAL "${version}\n")
  message(FATAL_ERROR "sextant.pc is of version ${output}")
endif()
run(pkg-config --cflags --libs sextant)
separate_arguments(options UNIX_COMMAND "${output}")
run(cc -std=c99 -Wall -Wextra -pedantic -Werror ${work}/readme/rope.c ${options} -o ${work}/rope)
get_filename_component(libraries ${package_dir} DIRECTORY)
set(ENV{LD_LIBRARY_PATH} ${libraries})
run_as_shown(${work}/rope rope.c)

# Of the five programs that answer cases one passes, and what is wrong with each other is said.
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${work}/installed --output-on-failure
                OUTPUT_VARIABLE output RESULT_VARIABLE status)
foreach(said "answers_rightly [. ]*Passed" "answers: unexplained .does not pass."
             "the answers do not pass" "there are no answers to the 4096 cases"
             "the answers could not be judged" "the program ends with '3', although its answers pass"
             "nowhere cannot be run" "20% tests passed, 4 tests failed out of 5")
  if(NOT output MATCHES "${said}")
    message(FATAL_ERROR "conformance tests do not say '${said}': ${output}")
  endif()
endforeach()
foreach(how rightly shifted silent dying)
  if(NOT EXISTS ${work}/installed/answers_${how}.xml)
    message(FATAL_ERROR "answers_${how} has no JUnit file")
  endif()
endforeach()

# Linking here would compile the whole library a second time: one object shows that target, include
# path and options arrive.
unset(ENV{LD_LIBRARY_PATH})
run(${configure} -B ${work}/subdirectory -D SEXTANT_SOURCE=${source})
run(${CMAKE_COMMAND} --build ${work}/subdirectory --target CMakeFiles/consumer.dir/consumer.cpp.o)
