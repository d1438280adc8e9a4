/* Changes the seeds of a module at random and gives them to its entry for fuzzers: `fuzz_driver RUNS`. The same numbers each time, so that the gate always comes out the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define MOST_BYTES 4096
#define MOST_CHANGES 6

static uint64_t state = 0x9E3779B97F4A7C15u;

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled"). */
static size_t below(size_t most)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (size_t)((state * 0x2545F4914F6CDD1Du) >> 33) % most;
}

static size_t count_of(const char *const *list)
{
    size_t count = 0;
    while (list[count] != NULL) count++;
    return count;
}

static size_t put(uint8_t *bytes, size_t length, size_t at, const uint8_t *what, size_t count)
{
    if (length + count > MOST_BYTES) return length;
    memmove(bytes + at + count, bytes + at, length - at);
    memcpy(bytes + at, what, count);
    return length + count;
}

static size_t change(uint8_t *bytes, size_t length)
{
    size_t at = below(length + 1), rest = length - at, count = rest > 0 ? 1 + below(rest < 16 ? rest : 16) : 0;
    uint8_t copy[16];
    const char *word;
    switch (below(6)) {
    case 0:
        if (rest > 0) bytes[at] = (uint8_t)below(256);
        return length;
    case 1:
        if (rest > 0) bytes[at] ^= (uint8_t)(1u << below(8));
        return length;
    case 2:
        memmove(bytes + at, bytes + at + count, rest - count);
        return length - count;
    case 3:
        memcpy(copy, bytes + at, count);
        return put(bytes, length, below(length + 1), copy, count);
    case 4:
        word = fuzz_words[below(count_of(fuzz_words))];
        return put(bytes, length, at, (const uint8_t *)word, strlen(word));
    default: return at > 0 && below(8) == 0 ? at : length;
    }
}

int main(int count, char **arguments)
{
    static uint8_t bytes[MOST_BYTES];
    long runs = count > 1 ? strtol(arguments[1], NULL, 10) : 1000;
    size_t seeds = count_of(fuzz_seeds);
    for (long run = 0; run < runs; run++) {
        const char *seed = fuzz_seeds[below(seeds)];
        size_t length = strlen(seed) < MOST_BYTES ? strlen(seed) : MOST_BYTES, changes = run < (long)seeds ? 0 : 1 + below(MOST_CHANGES);
        uint8_t *exact;
        memcpy(bytes, seed, length);
        for (size_t i = 0; i < changes; i++) length = change(bytes, length);
        /* Of its own length: so that reading behind it is seen. */
        exact = malloc(length > 0 ? length : 1);
        if (exact == NULL) return 1;
        memcpy(exact, bytes, length);
        (void)LLVMFuzzerTestOneInput(exact, length);
        free(exact);
    }
    printf("ok\n");
    return 0;
}
