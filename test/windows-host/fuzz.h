/* A module's entry for fuzzers, and what a run begins with. libFuzzer calls LLVMFuzzerTestOneInput; without clang, fuzz_driver.c does. */
#ifndef SCHOOLGATE_FUZZ_H
#define SCHOOLGATE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* NULL ends each list. */
extern const char *const fuzz_seeds[];
extern const char *const fuzz_words[];

#endif
