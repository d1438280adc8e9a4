/* Numbers and bytes as the protocol writes them in strings. Portable. */
#ifndef SCHOOLGATE_SCALARS_H
#define SCHOOLGATE_SCALARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decimal digits without a leading zero, at most 2^64 - 1. */
bool decimal_read(const char *text, uint64_t *out);
/* Lower-case hexadecimal digits, two a byte. `out` has room for half as many bytes as `text` has characters. */
bool hex_read(const char *text, uint8_t *out, size_t *count);

#endif
