# What every target of the project shares.

add_library(passdelta_options INTERFACE)
target_compile_definitions(passdelta_options INTERFACE
  PASSDELTA_VERSION="${PROJECT_VERSION}")
target_include_directories(passdelta_options INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
target_include_directories(passdelta_options SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_options(passdelta_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${PASSDELTA_WERROR}>:-Werror>)
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(passdelta_options INTERFACE ${llvm_definitions})

# Headers that nearly every file includes: two thirds of the time of a typical
# file go into them, and as much again into GoogleTest in those of the tests.
option(PASSDELTA_PCH "Use precompiled headers" ON)
set(common_headers
  <map> <memory> <optional> <string> <vector>
  <llvm/ADT/ArrayRef.h> <llvm/ADT/DenseMap.h> <llvm/ADT/STLExtras.h>
  <llvm/ADT/SmallVector.h> <llvm/ADT/StringExtras.h> <llvm/ADT/StringMap.h>
  <llvm/ADT/StringRef.h> <llvm/Support/Error.h> <llvm/Support/JSON.h>
  <llvm/Support/raw_ostream.h>)

# add_passdelta_pch(NAME HEADERS... LINK_LIBS LIBS...)
#
# Declares the target that carries a precompiled header, for REUSE_FROM.
function(add_passdelta_pch name)
  cmake_parse_arguments(arg "" "" "LINK_LIBS" ${ARGN})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp
       CONTENT "// Carries the precompiled header.\n")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE passdelta_options ${arg_LINK_LIBS})
  target_precompile_headers(${name} PRIVATE ${arg_UNPARSED_ARGUMENTS})
endfunction()
if(PASSDELTA_PCH)
  add_passdelta_pch(passdelta_pch ${common_headers})
endif()

# add_passdelta_room(NAME SOURCES... LINK_LIBS LIBS...)
#
# Declares the static library PassDelta<NAME> of one room. libLLVM is linked by
# every room (ADT, JSON, YAML); libMLIR only by those that name it. Both are the
# shared libraries: a static MLIR beside them would be a second copy.
function(add_passdelta_room name)
  cmake_parse_arguments(arg "" "" "LINK_LIBS" ${ARGN})
  add_library(PassDelta${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(PassDelta${name} PUBLIC passdelta_options ${arg_LINK_LIBS} LLVM)
  if(PASSDELTA_PCH)
    target_precompile_headers(PassDelta${name} REUSE_FROM passdelta_pch)
  endif()
endfunction()

# add_passdelta_unittest(ROOM SOURCES... LINK_LIBS LIBS...)
#
# Declares the GoogleTest program <ROOM>Tests and registers it with ctest.
function(add_passdelta_unittest room)
  cmake_parse_arguments(arg "" "" "LINK_LIBS" ${ARGN})
  add_executable(${room}Tests ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${room}Tests PRIVATE passdelta_options ${arg_LINK_LIBS} LLVM GTest::gtest_main)
  if(PASSDELTA_PCH)
    target_precompile_headers(${room}Tests REUSE_FROM passdelta_test_pch)
  endif()
  add_test(NAME unit-${room} COMMAND ${room}Tests --gtest_brief=1)
endfunction()
