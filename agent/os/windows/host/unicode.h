/* Well-formed UTF-8 and UTF-16, as the Unicode Standard has them (version 15, section 3.9). Portable. */
#ifndef SCHOOLGATE_UNICODE_H
#define SCHOOLGATE_UNICODE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the UTF-8 sequence at `bytes`; 0 when it is ill-formed (table 3-7) or cut off. `left` is at least 1. */
size_t utf8_length(const unsigned char *bytes, size_t left);
/* Writes a code point below 0x110000. Returns its bytes. */
size_t utf8_put(uint32_t point, char out[4]);
/* Code points of well-formed UTF-8. */
size_t utf8_points(const char *text, size_t length);
/* The code point at `*at`, which it moves on; a lone surrogate is U+FFFD. */
uint32_t utf16_point(const uint16_t *units, size_t count, size_t *at);
/* Code points of so many units. */
size_t utf16_points(const uint16_t *units, size_t count);

#endif
