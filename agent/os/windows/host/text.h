/* Text that grows, and JSON written into it. After a failed allocation it only remembers that: `failed` is looked at once, at the end. Portable. */
#ifndef SCHOOLGATE_TEXT_H
#define SCHOOLGATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *text; /* with a NUL behind it, once something was added */
    size_t length, room;
    bool failed;
} Text;

void text_free(Text *text);
void text_add(Text *text, const char *bytes, size_t length);
/* As it stands: JSON, or a part of it. */
void text_raw(Text *text, const char *json);
void text_integer(Text *text, int64_t value);
void text_boolean(Text *text, bool value);
/* A JSON string; ill-formed UTF-8 and U+0000 become U+FFFD. NULL becomes null. */
void text_string(Text *text, const char *utf8);
void text_bytes(Text *text, const char *utf8, size_t length);
/* A JSON string of UTF-16, cut after so many code points; lone surrogates and U+0000 become U+FFFD. */
void text_utf16(Text *text, const uint16_t *units, size_t count, size_t most_points);
/* A JSON string of lower-case hexadecimal digits. */
void text_hex(Text *text, const uint8_t *bytes, size_t count);
/* `"name":` with a comma before it unless it is the first of its object. */
void text_name(Text *text, const char *name);
/* A comma unless the list has just begun. */
void text_comma(Text *text);

#endif
