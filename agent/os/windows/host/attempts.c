#include "attempts.h"

#include <string.h>

_Static_assert(sizeof(AttemptKey) == 8 + 16 + ATTEMPTS_SID_ROOM + 12, "no padding");
_Static_assert(ATTEMPTS_ROWS < ATTEMPTS_SLOTS && ATTEMPTS_ROWS < UINT16_MAX, "a free slot is always found");

/* ATTEMPTS_FILTERS when it is not known. A set has some hundreds. */
static size_t find_filter(const Attempts *attempts, uint64_t id)
{
    for (size_t i = 0; i < attempts->filters; i++)
        if (attempts->ids[i] == id) return i;
    return ATTEMPTS_FILTERS;
}

void attempts_renew(Attempts *attempts)
{
    memset(attempts->is_current, 0, sizeof attempts->is_current);
}

bool attempts_filter(Attempts *attempts, uint64_t id, const char *name)
{
    size_t at = find_filter(attempts, id), length = strlen(name);
    if (at == ATTEMPTS_FILTERS) {
        if (attempts->filters == ATTEMPTS_FILTERS) return false;
        at = attempts->filters++;
        attempts->rest[at] = 0;
    }
    if (length >= ATTEMPTS_NAME_ROOM) length = ATTEMPTS_NAME_ROOM - 1;
    attempts->ids[at] = id;
    attempts->is_current[at] = true;
    memcpy(attempts->names[at], name, length);
    attempts->names[at][length] = 0;
    return true;
}

const char *attempts_name(const Attempts *attempts, uint64_t id)
{
    size_t at = find_filter(attempts, id);
    return at == ATTEMPTS_FILTERS ? NULL : attempts->names[at];
}

/* FNV-1a. Who finds keys of one slot makes a search of 1,000 rows out of it, no more. */
static size_t slot_of(const AttemptKey *key)
{
    const uint8_t *bytes = (const uint8_t *)key;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof *key; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash % ATTEMPTS_SLOTS;
}

static void write_program(AttemptRow *row, const uint16_t *program, size_t units)
{
    size_t from = units, length;
    while (from > 0 && program[from - 1] != '\\') from--;
    length = units - from;
    if (length > ATTEMPTS_PROGRAM_UNITS) length = ATTEMPTS_PROGRAM_UNITS;
    if (length > 0) memcpy(row->program, program + from, length * sizeof *program);
    row->program_length = (uint8_t)length;
}

static void count_up(uint32_t *count)
{
    if (*count < UINT32_MAX) ++*count;
}

bool attempts_add(Attempts *attempts, const AttemptKey *key, const uint16_t *program, size_t units)
{
    size_t filter = find_filter(attempts, key->filter), slot = slot_of(key);
    AttemptRow *row;
    if (filter == ATTEMPTS_FILTERS) return false;
    for (; attempts->slots[slot] != 0; slot = (slot + 1) % ATTEMPTS_SLOTS) {
        row = &attempts->rows[attempts->slots[slot] - 1];
        if (memcmp(&row->key, key, sizeof *key) != 0) continue;
        count_up(&row->count);
        return true;
    }
    if (attempts->count == ATTEMPTS_ROWS) {
        count_up(&attempts->rest[filter]);
        return true;
    }
    row = &attempts->rows[attempts->count++];
    attempts->slots[slot] = (uint16_t)attempts->count;
    *row = (AttemptRow){.key = *key, .count = 1};
    write_program(row, program, units);
    return true;
}

void attempts_empty(Attempts *attempts)
{
    size_t kept = 0;
    for (size_t i = 0; i < attempts->filters; i++) {
        if (!attempts->is_current[i]) continue;
        attempts->ids[kept] = attempts->ids[i];
        attempts->is_current[kept] = true;
        if (kept != i) memcpy(attempts->names[kept], attempts->names[i], sizeof attempts->names[i]);
        kept++;
    }
    attempts->filters = kept;
    memset(attempts->rest, 0, sizeof attempts->rest);
    memset(attempts->slots, 0, sizeof attempts->slots);
    attempts->count = 0;
}
