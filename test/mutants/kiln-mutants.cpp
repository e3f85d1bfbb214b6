// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-mutants: feeds damaged inputs to everything that reads one. Each has to
// end in success or in an error: no crash, no more than 20 s, no more than 2 GiB.
//
//   kiln-mutants ROOT SUBJECT COUNT [SEED]          e.g. kiln-mutants . tile 500
//   kiln-mutants ROOT SUBJECT --write=DIR COUNT [SEED]   writes them, feeds none
//
// A crash prints "SUBJECT mutant N"; with COUNT written as N.. only that one runs.

#include "Mutator.h"
#include "Subjects.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sys/resource.h>
#include <unistd.h>

using namespace kiln;
using namespace kiln::mutants;

namespace {

constexpr unsigned secondsPerMutant = 20;
constexpr rlim_t memoryLimit = rlim_t(2) << 30;

/// What a signal handler prints; there is one run per process.
char current[128] = "";

void onSignal(int signal) {
  const char *what = signal == SIGALRM ? " does not end\n" : " crashes\n";
  (void)!write(STDERR_FILENO, current, std::strlen(current));
  (void)!write(STDERR_FILENO, what, std::strlen(what));
  std::_Exit(2);
}

void setLimits() {
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM})
    std::signal(signal, onSignal);
  rlimit limit = {memoryLimit, memoryLimit};
  setrlimit(RLIMIT_DATA, &limit);
}

int fail(const std::string &text) {
  std::cerr << "kiln-mutants: error: " << text << "\n";
  return 1;
}

std::string mutantOf(const Subject &subject, uint64_t seed, unsigned index) {
  Mutator mutator(seed * 1'000'003 + index);
  const std::vector<std::string> &sources = subject.sources;
  const std::string &source = sources[index % sources.size()];
  return subject.isText ? mutator.mutateText(source, sources[(index * 7 + 3) % sources.size()])
                        : mutator.mutateBytes(source);
}

int writeAll(const Subject &subject, const std::string &directory, unsigned count, uint64_t seed) {
  for (unsigned i = 0; i < count; ++i)
    std::ofstream(directory + "/" + subject.name + "-" + std::to_string(i), std::ios::binary)
        << mutantOf(subject, seed, i);
  return 0;
}

int feedAll(const Subject &subject, unsigned first, unsigned end, uint64_t seed) {
  unsigned accepted = 0, declined = 0;
  for (unsigned i = first; i < end; ++i) {
    std::snprintf(current, sizeof(current), "%s mutant %u of seed %llu", subject.name.c_str(), i,
                  static_cast<unsigned long long>(seed));
    std::string mutant = mutantOf(subject, seed, i);
    alarm(secondsPerMutant);
    Result<Outcome> outcome = subject.feed(mutant, i);
    alarm(0);
    if (!outcome)
      return fail(std::string(current) + ": " + outcome.error().message());
    accepted += *outcome == Outcome::Accepted;
    declined += *outcome == Outcome::Declined;
  }
  std::cout << subject.name << ": " << end - first << " mutants, " << accepted << " accepted, " << declined
            << " declined by a target, " << end - first - accepted - declined << " refused\n";
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::string directory;
  if (words.size() > 2 && words[2].starts_with("--write=")) {
    directory = words[2].substr(8);
    words.erase(words.begin() + 2);
  }
  if (words.size() < 3)
    return fail("expected ROOT SUBJECT COUNT [SEED]");
  unsigned count = std::strtoul(words[2].c_str(), nullptr, 10);
  uint64_t seed = words.size() > 3 ? std::strtoull(words[3].c_str(), nullptr, 10) : 1;
  Result<std::unique_ptr<World>> world = World::create();
  if (!world)
    return fail(world.error().message());
  Result<std::vector<Subject>> subjects = makeSubjects(**world, words[0]);
  if (!subjects)
    return fail(subjects.error().message());
  setLimits();
  for (const Subject &subject : *subjects) {
    if (subject.name != words[1])
      continue;
    if (!directory.empty())
      return writeAll(subject, directory, count, seed);
    bool one = words[2].ends_with("..");
    return feedAll(subject, one ? count : 0, one ? count + 1 : count, seed);
  }
  return fail("no subject is called '" + words[1] + "'");
}
