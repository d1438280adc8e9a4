/* What filters have refused since it was last asked: counted in a table of fixed size, whatever a program does. Portable: no Windows header. */
#ifndef SCHOOLGATE_ATTEMPTS_H
#define SCHOOLGATE_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ATTEMPTS_ROWS 1000
#define ATTEMPTS_FILTERS 8192 /* of a set (4,096), and of the one that it has replaced */
#define ATTEMPTS_NAME_ROOM 253
#define ATTEMPTS_SID_ROOM 68 /* SECURITY_MAX_SID_SIZE */
#define ATTEMPTS_PROGRAM_UNITS 64
#define ATTEMPTS_SLOTS 2048 /* a power of two, more than rows: a search ends at a free one */

/* All of it is compared byte by byte: it begins as zeros. */
typedef struct {
    uint64_t filter;
    uint8_t address[16]; /* in network order; the first 4 of IPv4 */
    uint8_t user[ATTEMPTS_SID_ROOM];
    uint16_t port;
    uint8_t protocol;
    uint8_t user_size; /* 0 = not known */
    uint8_t family;    /* 4, 6; 0 = no address is known */
    uint8_t unused[7];
} AttemptKey;

typedef struct {
    AttemptKey key;
    uint16_t program[ATTEMPTS_PROGRAM_UNITS]; /* file name of the first that tried, UTF-16 */
    uint8_t program_length;
    uint32_t count;
} AttemptRow;

typedef struct {
    uint64_t ids[ATTEMPTS_FILTERS];
    char names[ATTEMPTS_FILTERS][ATTEMPTS_NAME_ROOM];
    uint32_t rest[ATTEMPTS_FILTERS]; /* refused when the rows were full */
    bool is_current[ATTEMPTS_FILTERS];
    size_t filters;
    AttemptRow rows[ATTEMPTS_ROWS];
    size_t count;
    uint16_t slots[ATTEMPTS_SLOTS]; /* index of a row + 1; 0 = free */
} Attempts;

/* The filters of before are let go at the next attempts_empty, unless they are named again. */
void attempts_renew(Attempts *attempts);
/* Counts what this filter refuses from now on. A name too long is cut; false when there are too many filters. */
bool attempts_filter(Attempts *attempts, uint64_t id, const char *name);
/* Counts one refusal; counts stop at 2^32 - 1. False for a filter that is not known. `program` may be a whole path of so many units. */
bool attempts_add(Attempts *attempts, const AttemptKey *key, const uint16_t *program, size_t units);
/* The name of a filter; NULL for one that is not known. */
const char *attempts_name(const Attempts *attempts, uint64_t id);
void attempts_empty(Attempts *attempts);

#endif
