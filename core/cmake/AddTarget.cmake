# The CMake functions of the project. A directory calls one of them and names
# its sources; include paths, warnings, the precompiled header and the choice
# of the shared libMLIR are made here, once.

set(KILN_INCLUDES ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}
    ${PROJECT_BINARY_DIR})

# kiln_add_library(<name> <sources..> [MLIR] [DEPENDS <dialect targets..>] [LINK <libraries..>])
# MLIR: the library includes MLIR headers; it gets the shared precompiled
# header and links the shared libMLIR (two copies of MLIR in one process break
# type ids, so the static component libraries are never linked).
function(kiln_add_library name)
  cmake_parse_arguments(ARG "MLIR" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PUBLIC ${KILN_INCLUDES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(ARG_MLIR)
    kiln_use_mlir(${name})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# kiln_use_mlir(<target>): include paths, the shared libMLIR and the precompiled header.
function(kiln_use_mlir name)
  target_include_directories(${name} SYSTEM PRIVATE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_link_libraries(${name} PUBLIC MLIR LLVM)
  if(NOT name STREQUAL KilnPch)
    target_precompile_headers(${name} REUSE_FROM KilnPch)
  endif()
endfunction()

# kiln_add_dialect(<td> <dialect> [PASSES] [ENUMS] [ATTRS] [INTERFACES]): generates <Stem>.{h,cpp}.inc
# files into the matching binary directory. Creates the target Kiln<Stem>Inc.
function(kiln_add_dialect td dialect)
  cmake_parse_arguments(ARG "ENUMS;ATTRS;INTERFACES" "" "" ${ARGN})
  get_filename_component(stem ${td} NAME_WE)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(outputs)
  include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})
  include_directories(${KILN_INCLUDES})
  mlir_tablegen(${stem}.h.inc -gen-op-decls -dialect=${dialect})
  mlir_tablegen(${stem}.cpp.inc -gen-op-defs -dialect=${dialect})
  mlir_tablegen(${stem}Types.h.inc -gen-typedef-decls -typedefs-dialect=${dialect})
  mlir_tablegen(${stem}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${dialect})
  mlir_tablegen(${stem}Dialect.h.inc -gen-dialect-decls -dialect=${dialect})
  mlir_tablegen(${stem}Dialect.cpp.inc -gen-dialect-defs -dialect=${dialect})
  if(ARG_ENUMS)
    mlir_tablegen(${stem}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${stem}Enums.cpp.inc -gen-enum-defs)
  endif()
  if(ARG_ATTRS)
    mlir_tablegen(${stem}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${dialect})
    mlir_tablegen(${stem}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${dialect})
  endif()
  if(ARG_INTERFACES)
    mlir_tablegen(${stem}Interfaces.h.inc -gen-op-interface-decls)
    mlir_tablegen(${stem}Interfaces.cpp.inc -gen-op-interface-defs)
  endif()
  add_public_tablegen_target(Kiln${stem}Inc)
endfunction()

# kiln_add_passes(<td> <name>): Passes.h.inc for a directory's Passes.td; target Kiln<name>PassesInc.
function(kiln_add_passes td name)
  set(LLVM_TARGET_DEFINITIONS ${td})
  include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${name})
  add_public_tablegen_target(Kiln${name}PassesInc)
endfunction()

# kiln_add_target(<name> <compiler sources..> [DEVICE <runtime-side sources..>] [DEPENDS ..] [LINK ..]
#                 [DEVICE_LINK ..]): a target is two libraries; the device side sees the runtime only.
function(kiln_add_target name)
  cmake_parse_arguments(ARG "" "" "DEVICE;DEPENDS;LINK;DEVICE_LINK" ${ARGN})
  if(KILN_CORE)
    kiln_add_library(kiln-target-${name} ${ARG_UNPARSED_ARGUMENTS} MLIR DEPENDS ${ARG_DEPENDS}
                     LINK KilnTarget ${ARG_LINK})
    set_property(GLOBAL APPEND PROPERTY KILN_TARGETS ${name})
    set_property(GLOBAL PROPERTY KILN_TARGET_DIRECTORY_${name} ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  if(ARG_DEVICE)
    kiln_add_library(kiln-device-${name} ${ARG_DEVICE} LINK kiln-runtime ${ARG_DEVICE_LINK})
    set_property(GLOBAL APPEND PROPERTY KILN_DEVICES ${name})
  endif()
endfunction()

# kiln_add_unit_test(<name> <sources..> [MLIR] [LINK ..]): a GoogleTest binary, found by lit through
# its name, which ends in Test.
function(kiln_add_unit_test name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE ${KILN_INCLUDES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/unit)
  if(ARG_MLIR)
    kiln_use_mlir(${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY KILN_UNIT_TESTS ${name})
endfunction()
