// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code of the host out of bytes, and its scratch memory.

#include "kiln/HostLibrary.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace kiln;

namespace {

Bytes pluginBytes() {
  std::ifstream file(std::string(KILN_TEST_PLUGINS) + "/kiln-toy.so", std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

TEST(HostLibraryTest, findsFunctionsOfWhatItLoaded) {
  Result<std::unique_ptr<HostLibrary>> library = HostLibrary::load(pluginBytes());
  ASSERT_TRUE(library) << library.error().message();
  EXPECT_TRUE((*library)->function("kilnDevicePlugin"));
  EXPECT_EQ((*library)->function("scale").error().message(), "the code has no function 'scale'");
}

TEST(HostLibraryTest, refusesWhatIsNoSharedObject) {
  for (Bytes bytes : {Bytes(), Bytes(100, 7)}) {
    Result<std::unique_ptr<HostLibrary>> library = HostLibrary::load(bytes);
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().message().find("cannot load the code: "), 0u) << library.error().message();
  }
}

TEST(HostPagesTest, areZero) {
  Result<std::unique_ptr<HostPages>> pages = HostPages::allocate(100000);
  ASSERT_TRUE(pages);
  for (size_t i = 0; i < 100000; ++i)
    ASSERT_EQ((*pages)->data()[i]++, 0);
  EXPECT_EQ((*HostPages::allocate(0))->data(), nullptr);
}

TEST(HostPagesTest, sayHowManyBytesThereAreNot) {
  EXPECT_EQ(HostPages::allocate(SIZE_MAX / 2)
                .error()
                .message()
                .find("cannot get " + std::to_string(SIZE_MAX / 2) + " bytes of scratch memory: "),
            0u);
}

} // namespace
