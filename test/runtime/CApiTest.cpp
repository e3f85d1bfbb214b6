// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: a whole program in C, and what each function refuses.

#include "LaunchFixture.h"

#include "kiln/kiln.h"

using namespace kiln;
using namespace kiln::toy;

KILN_REGISTER_DEVICE(toy, kiln::toy::ToyDriver)

extern "C" int64_t kilnTestAddOne(kiln_device_entry entry, const void *artifact, size_t size, float values[4]);

namespace {
kiln_device_entry entry() { return reinterpret_cast<kiln_device_entry>(&kilnDevice_toy); }

/// Takes an error's text and frees it.
std::string textOf(kiln_error *error) {
  std::string text = error ? kiln_error_message(error) : "no error";
  kiln_error_free(error);
  return text;
}

/// An open device with the kernel add1.
class CApiTest : public ::testing::Test {
protected:
  CApiTest() {
    EXPECT_EQ(textOf(kiln_runtime_create(&runtime)), "no error");
    EXPECT_EQ(textOf(kiln_runtime_add_device(runtime, entry())), "no error");
    EXPECT_EQ(textOf(kiln_device_open(runtime, "toy", nullptr, 0, &device)), "no error");
    load(addInfo());
    EXPECT_EQ(textOf(kiln_buffer_allocate(device, KILN_F32, 16, &buffer)), "no error");
    EXPECT_EQ(textOf(kiln_stream_create(device, &stream)), "no error");
    arguments[0] = {buffer, KILN_BYTES, 0};
    arguments[1] = {nullptr, KILN_I32, 4};
  }

  ~CApiTest() override {
    // In an order that would break handles that did not keep each other.
    kiln_runtime_free(runtime);
    kiln_device_free(device);
    kiln_module_free(module);
    kiln_stream_free(stream);
    kiln_buffer_free(buffer);
    kiln_kernel_free(kernel);
  }

  void load(const LaunchInfo &info) {
    kiln_module_free(module);
    kiln_kernel_free(kernel);
    Bytes bytes = artifactOf(info).serialize();
    EXPECT_EQ(textOf(kiln_module_load(device, bytes.data(), bytes.size(), &module)), "no error");
    EXPECT_EQ(textOf(kiln_kernel_get(module, "add1", &kernel)), "no error");
  }

  std::string launchError() { return textOf(kiln_kernel_launch(kernel, {1, 1, 1}, arguments, 2, nullptr, nullptr)); }

  kiln_runtime *runtime = nullptr;
  kiln_device *device = nullptr;
  kiln_module *module = nullptr;
  kiln_kernel *kernel = nullptr;
  kiln_buffer *buffer = nullptr;
  kiln_stream *stream = nullptr;
  kiln_argument arguments[2] = {};
};

TEST_F(CApiTest, programInCRuns) {
  Bytes artifact = artifactOf(addInfo()).serialize();
  float values[] = {1, 2, 3, 4};
  EXPECT_EQ(kilnTestAddOne(entry(), artifact.data(), artifact.size(), values), 42);
  EXPECT_EQ(values[0], 2);
  EXPECT_EQ(values[3], 5);
}

TEST_F(CApiTest, propertiesAndViewsAreRead) {
  int64_t cores = 0;
  EXPECT_EQ(textOf(kiln_device_property(device, "cores", &cores)), "no error");
  EXPECT_EQ(cores, 4);
  EXPECT_EQ(textOf(kiln_device_property(device, "wings", &cores)), "device 'toy' has no property 'wings'");
  kiln_buffer *view = nullptr;
  EXPECT_EQ(textOf(kiln_buffer_view(buffer, 4, 8, &view)), "no error");
  EXPECT_EQ(kiln_buffer_address(view), kiln_buffer_address(buffer) + 4);
  EXPECT_EQ(kiln_buffer_bytes(view), 8u);
  kiln_buffer_free(view);
  EXPECT_EQ(textOf(kiln_buffer_view(buffer, 4, 16, &view)),
            "cannot view: 16 bytes at byte 4 are outside a buffer of 16 bytes");
}

TEST_F(CApiTest, reportsAreRead) {
  kiln_report *report = nullptr;
  kiln_launch_options options = {1, 10, 20};
  ASSERT_EQ(textOf(kiln_kernel_launch(kernel, {1, 1, 1}, arguments, 2, &options, &report)), "no error");
  EXPECT_EQ(kiln_report_variant(report), 0u);
  ASSERT_EQ(kiln_report_counter_count(report), 2u);
  kiln_counter real = kiln_report_counter(report, 1);
  EXPECT_STREQ(real.name, "utilisation");
  EXPECT_STREQ(real.unit, "%");
  EXPECT_EQ(real.is_real, 1);
  EXPECT_EQ(real.real, 12.5);
  EXPECT_EQ(kiln_report_counter(report, 2).name, nullptr);
  ASSERT_EQ(kiln_report_line_count(report), 1u);
  EXPECT_STREQ(kiln_report_line(report, 0), "hello from toy");
  EXPECT_EQ(kiln_report_line(report, 1), nullptr);
  kiln_report_free(report);
}

TEST_F(CApiTest, specialisationCanBeTurnedOff) {
  LaunchInfo info = addInfo();
  info.variants.insert(info.variants.begin(), info.variants[0]);
  info.variants[0].guard = {Fact::value(1, 4)};
  load(info);
  for (int off : {0, 1}) {
    kiln_launch_options options = {off, 0, 0};
    kiln_report *report = nullptr;
    ASSERT_EQ(textOf(kiln_kernel_launch(kernel, {1, 1, 1}, arguments, 2, &options, &report)), "no error");
    EXPECT_EQ(kiln_report_variant(report), off ? 1u : 0u);
    kiln_report_free(report);
  }
}

TEST_F(CApiTest, streamsRun) {
  float values[] = {1, 2, 3, 4}, result[4] = {};
  kiln_event *launched = nullptr, *recorded = nullptr;
  kiln_report *report = nullptr;
  EXPECT_EQ(textOf(kiln_stream_write(stream, buffer, 0, values, 16, nullptr)), "no error");
  EXPECT_EQ(textOf(kiln_stream_launch(stream, kernel, {1, 1, 1}, arguments, 2, nullptr, &launched)), "no error");
  EXPECT_EQ(textOf(kiln_stream_read(stream, buffer, 0, result, 16, nullptr)), "no error");
  EXPECT_EQ(textOf(kiln_stream_record(stream, &recorded)), "no error");
  EXPECT_EQ(textOf(kiln_stream_wait(stream, launched)), "no error");
  EXPECT_EQ(textOf(kiln_stream_synchronize(stream)), "no error");
  EXPECT_EQ(result[3], 5);
  int64_t before = 0, after = 0;
  EXPECT_EQ(textOf(kiln_event_timestamp(launched, &before)), "no error");
  EXPECT_EQ(textOf(kiln_event_timestamp(recorded, &after)), "no error");
  EXPECT_GE(after, before);
  EXPECT_EQ(textOf(kiln_event_report(launched, &report)), "no error");
  EXPECT_EQ(kiln_report_counter_count(report), 2u);
  kiln_report_free(report);
  kiln_event_free(launched);
  kiln_event_free(recorded);
}

TEST_F(CApiTest, faultsReachTheEvent) {
  load(addInfo("trap"));
  kiln_event *event = nullptr;
  int64_t time = 0;
  ASSERT_EQ(textOf(kiln_stream_launch(stream, kernel, {1, 1, 1}, arguments, 2, nullptr, &event)), "no error");
  std::string text = "kernel 'add1': trap at pc 12: load outside memory";
  EXPECT_EQ(textOf(kiln_event_wait(event)), text);
  EXPECT_EQ(textOf(kiln_event_timestamp(event, &time)), text);
  EXPECT_EQ(textOf(kiln_stream_synchronize(stream)), text);
  kiln_event_free(event);
}

TEST_F(CApiTest, argumentsAreChecked) {
  EXPECT_EQ(launchError(), "no error");
  arguments[1] = {nullptr, KILN_F32, 0};
  EXPECT_EQ(launchError(), "kernel 'add1': argument 'n': expected i32 but got a "
                           "scalar of type f32");
  arguments[1] = {nullptr, KILN_BYTES, 0};
  EXPECT_EQ(launchError(), "argument 1: expected a scalar's type but got KILN_BYTES");
  arguments[1] = {nullptr, static_cast<kiln_type>(99), 0};
  EXPECT_EQ(launchError(), "argument 1: expected a kiln_type but got 99");
  arguments[1] = {nullptr, KILN_I32, 1};
  arguments[0] = {nullptr, KILN_ADDRESS, kiln_buffer_address(buffer)};
  EXPECT_EQ(launchError(), "no error");
  EXPECT_EQ(textOf(kiln_kernel_launch(kernel, {1, 1, 1}, nullptr, 2, nullptr, nullptr)),
            "expected 2 arguments but got NULL");
}

TEST_F(CApiTest, filesLibrariesAndOptionsAreChecked) {
  kiln_option option = {"speed", "9"};
  kiln_device *other = nullptr;
  kiln_module *none = nullptr;
  kiln_buffer *odd = nullptr;
  EXPECT_EQ(textOf(kiln_device_open(runtime, "toy", &option, 1, &other)),
            "cannot open device 'toy': unknown option 'speed'; expected 'broken'");
  EXPECT_EQ(textOf(kiln_module_load_file(device, "/nonexistent", &none)),
            "cannot open '/nonexistent': No such file or directory");
  EXPECT_TRUE(
      textOf(kiln_runtime_load_device(runtime, "/nonexistent.so")).starts_with("cannot load the device library"));
  EXPECT_EQ(textOf(kiln_buffer_allocate(device, static_cast<kiln_type>(99), 4, &odd)),
            "expected a kiln_type but got 99");
  EXPECT_TRUE(textOf(kiln_buffer_allocate(device, KILN_F32, 1 << 30, &odd)).ends_with("out of memory"));
  EXPECT_EQ(textOf(kiln_kernel_get(module, "sub1", &kernel)), "no kernel 'sub1'; the module has add1");
}

TEST_F(CApiTest, nullIsRefusedEverywhere) {
  kiln_option half = {"broken", nullptr};
  kiln_device *none = nullptr;
  std::string texts[] = {
      textOf(kiln_runtime_create(nullptr)),
      textOf(kiln_runtime_add_device(runtime, nullptr)),
      textOf(kiln_runtime_load_device(nullptr, "x")),
      textOf(kiln_device_open(runtime, nullptr, nullptr, 0, nullptr)),
      textOf(kiln_device_open(runtime, "toy", &half, 1, &none)),
      textOf(kiln_device_property(nullptr, "x", nullptr)),
      textOf(kiln_buffer_allocate(nullptr, KILN_F32, 4, nullptr)),
      textOf(kiln_buffer_view(nullptr, 0, 0, nullptr)),
      textOf(kiln_buffer_write(buffer, 0, nullptr, 4)),
      textOf(kiln_buffer_read(buffer, 0, nullptr, 4)),
      textOf(kiln_module_load(device, nullptr, 4, nullptr)),
      textOf(kiln_module_load_file(nullptr, nullptr, nullptr)),
      textOf(kiln_kernel_get(nullptr, "x", nullptr)),
      textOf(kiln_kernel_launch(nullptr, {1, 1, 1}, nullptr, 0, nullptr, nullptr)),
      textOf(kiln_stream_create(nullptr, nullptr)),
      textOf(kiln_stream_launch(nullptr, nullptr, {1, 1, 1}, nullptr, 0, nullptr, nullptr)),
      textOf(kiln_stream_write(stream, buffer, 0, nullptr, 4, nullptr)),
      textOf(kiln_stream_read(stream, buffer, 0, nullptr, 4, nullptr)),
      textOf(kiln_stream_record(nullptr, nullptr)),
      textOf(kiln_stream_wait(nullptr, nullptr)),
      textOf(kiln_stream_synchronize(nullptr)),
      textOf(kiln_event_wait(nullptr)),
      textOf(kiln_event_timestamp(nullptr, nullptr)),
      textOf(kiln_event_report(nullptr, nullptr)),
  };
  for (const std::string &text : texts) {
    EXPECT_TRUE(text.starts_with("expected ") && text.ends_with(" but got NULL")) << text;
  }
  EXPECT_STREQ(kiln_error_message(nullptr), "");
  EXPECT_EQ(kiln_buffer_address(nullptr), 0u);
  EXPECT_EQ(kiln_report_counter_count(nullptr), 0u);
}
} // namespace
