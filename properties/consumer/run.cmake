# Installs the build into a temporary prefix, then builds the consumer against it and runs it.
set(work ${build}/consumer)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(configure ${CMAKE_COMMAND} -S ${source}/properties/consumer -G ${generator}
              -D CMAKE_CXX_COMPILER=${compiler} "-D CMAKE_CXX_FLAGS=${flags}")

run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
run(${configure} -B ${work}/installed -D CMAKE_PREFIX_PATH=${work}/prefix)
run(${CMAKE_COMMAND} --build ${work}/installed)
run(${work}/installed/consumer)
if(NOT output STREQUAL "${version}\n")
  message(FATAL_ERROR "the consumer printed '${output}', not '${version}'")
endif()
if(NOT EXISTS ${work}/prefix/bin/sextant)
  message(FATAL_ERROR "the tool was not installed")
endif()

# Linking here would compile the whole library a second time: one object shows that target, include
# path and options arrive.
run(${configure} -B ${work}/subdirectory -D SEXTANT_SOURCE=${source})
run(${CMAKE_COMMAND} --build ${work}/subdirectory --target CMakeFiles/consumer.dir/consumer.cpp.o)
