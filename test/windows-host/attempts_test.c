/* What the table of attempts promises; with -DFUZZ its entry for fuzzers. */
#include "attempts.h"

#include <stdlib.h>
#include <string.h>

static Attempts attempts;

#ifdef FUZZ
#include "fuzz.h"

const char *const fuzz_seeds[] = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abacadaeafagahaiajakalamanaoap", NULL};
const char *const fuzz_words[] = {"\\", "aa", "bb", NULL};

/* Of four bytes each: what to do, a filter, an address, a port. Each refusal by a filter that is known is in the counts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t added = 0, counted = 0;
    attempts_renew(&attempts);
    attempts_empty(&attempts);
    for (size_t at = 0; at + 4 <= size; at += 4) {
        AttemptKey key = {.filter = data[at + 1] % 16, .family = 4, .address = {data[at + 2]}, .port = data[at + 3]};
        uint16_t program[3] = {data[at], '\\', data[at + 1]};
        if (data[at] % 8 == 0) attempts_filter(&attempts, key.filter, "name");
        else if (data[at] % 64 == 1) attempts_renew(&attempts);
        else added += attempts_add(&attempts, &key, program, data[at] % 4);
    }
    for (size_t i = 0; i < attempts.count; i++) {
        if (!attempts_name(&attempts, attempts.rows[i].key.filter)) abort();
        counted += attempts.rows[i].count;
    }
    for (size_t i = 0; i < attempts.filters; i++) counted += attempts.rest[i];
    if (added != counted) abort();
    return 0;
}
#else
#include "expect.h"

static AttemptKey key_of(uint64_t filter, uint32_t number)
{
    return (AttemptKey){.filter = filter, .family = 4, .address = {(uint8_t)(number >> 8), (uint8_t)number}, .protocol = 17, .port = 53};
}

static bool add(uint64_t filter, uint32_t number)
{
    static const uint16_t program[] = {'c', '\\', 'x'};
    AttemptKey key = key_of(filter, number);
    return attempts_add(&attempts, &key, program, 3);
}

static void test_rows(void)
{
    AttemptKey other = key_of(7, 1);
    other.user_size = 12;
    expect(!add(7, 1), "a filter that is not known counts nothing");
    expect(attempts_filter(&attempts, 7, "dns"), "a filter is taken");
    expect(add(7, 1) && add(7, 1) && add(7, 2), "refusals are counted");
    expect(attempts_add(&attempts, &other, NULL, 0), "and those without a program");
    expect(attempts.count == 3 && attempts.rows[0].count == 2, "by all that tells them apart");
    expect(attempts.rows[0].program_length == 1 && attempts.rows[0].program[0] == 'x', "with the file's name");
    expect(attempts.rows[2].program_length == 0, "which may be unknown");
    attempts.rows[0].count = UINT32_MAX;
    add(7, 1);
    expect(attempts.rows[0].count == UINT32_MAX, "a count stops at its end");
    attempts_empty(&attempts);
    expect(attempts.count == 0 && add(7, 1) && attempts.rows[0].count == 1, "emptied, it counts anew");
}

static void test_flood(void)
{
    attempts_empty(&attempts);
    attempts_filter(&attempts, 8, "doh");
    for (uint32_t i = 0; i < 60000; i++) add(8, i);
    expect(attempts.count == ATTEMPTS_ROWS, "a flood fills the rows and no more");
    expect(attempts.rest[1] == 60000 - ATTEMPTS_ROWS && attempts.rest[0] == 0, "beyond them it is counted by filter");
    add(8, 0);
    expect(attempts.rows[0].count == 2, "a row that is there goes on counting");
    attempts_empty(&attempts);
    expect(attempts.rest[1] == 0, "emptied, nothing is left");
}

static void test_filters(void)
{
    static char name[1000];
    memset(name, 'x', sizeof name - 1);
    attempts_renew(&attempts);
    attempts_filter(&attempts, 9, name);
    expect(strlen(attempts_name(&attempts, 9)) == ATTEMPTS_NAME_ROOM - 1, "a name too long is cut");
    expect(add(7, 1) && strcmp(attempts_name(&attempts, 7), "dns") == 0, "a filter of before counts until it is emptied");
    attempts_empty(&attempts);
    expect(!add(7, 1) && add(9, 1), "and not after");
    for (uint64_t id = 100; id < 100 + ATTEMPTS_FILTERS - 1; id++) attempts_filter(&attempts, id, "many");
    expect(!attempts_filter(&attempts, 1, "one more"), "filters have an end");
    expect(attempts_filter(&attempts, 100, "again"), "one that is known stays");
}

int main(void)
{
    test_rows();
    test_flood();
    test_filters();
    return expect_end();
}
#endif
