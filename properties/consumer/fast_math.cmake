# Installs the build into a temporary prefix, then builds the program of digests against it with
# -ffast-math, by the library's compiler and by clang++ where there is one.  Such a program flushes
# subnormal numbers from its start on; the library's bits are the same.
set(work ${build}/fast_math)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${bits})
set(want "${output}")
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
find_program(clang clang++)
foreach(by ${compiler} ${clang})
  get_filename_component(name ${by} NAME)
  run(${CMAKE_COMMAND} -S ${source}/properties/consumer -B ${work}/${name} -G ${generator}
      -D CMAKE_CXX_COMPILER=${by} "-D CMAKE_CXX_FLAGS=${flags} -O2 -ffast-math"
      -D CMAKE_PREFIX_PATH=${work}/prefix)
  run(${CMAKE_COMMAND} --build ${work}/${name} --target digests)
  run(${work}/${name}/digests --modes)
  if(NOT output STREQUAL "8040\n")
    message(FATAL_ERROR "-ffast-math by ${by} changed no modes: ${output}")
  endif()
  run(${work}/${name}/digests)
  if(NOT output STREQUAL want)
    message(FATAL_ERROR "with -ffast-math by ${by}:\n${output}and without:\n${want}")
  endif()
endforeach()
