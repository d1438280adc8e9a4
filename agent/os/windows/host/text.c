#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unicode.h"

#define REPLACEMENT "\xEF\xBF\xBD"

void text_free(Text *text)
{
    free(text->text);
    *text = (Text){0};
}

void text_add(Text *text, const char *bytes, size_t length)
{
    if (text->failed) return;
    if (text->room - text->length < length + 1) {
        size_t room = (text->room + length + 1) * 2;
        char *grown = realloc(text->text, room);
        if (grown == NULL) {
            text->failed = true;
            return;
        }
        text->text = grown;
        text->room = room;
    }
    memcpy(text->text + text->length, bytes, length);
    text->length += length;
    text->text[text->length] = 0;
}

void text_raw(Text *text, const char *json)
{
    text_add(text, json, strlen(json));
}

void text_integer(Text *text, int64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)value);
    text_add(text, digits, (size_t)length);
}

void text_boolean(Text *text, bool value)
{
    text_raw(text, value ? "true" : "false");
}

/* One character of a JSON string, in well-formed UTF-8. */
static void add_character(Text *text, const char *bytes, size_t length)
{
    unsigned char c = (unsigned char)bytes[0];
    char escaped[8];
    if (c == 0) {
        text_raw(text, REPLACEMENT);
    } else if (c < 0x20 || c == '"' || c == '\\') {
        (void)snprintf(escaped, sizeof escaped, "\\u%04x", c);
        text_raw(text, escaped);
    } else {
        text_add(text, bytes, length);
    }
}

void text_bytes(Text *text, const char *utf8, size_t length)
{
    text_raw(text, "\"");
    for (size_t at = 0; at < length;) {
        size_t used = utf8_length((const unsigned char *)utf8 + at, length - at);
        if (used == 0) {
            text_raw(text, REPLACEMENT);
            at++;
        } else {
            add_character(text, utf8 + at, used);
            at += used;
        }
    }
    text_raw(text, "\"");
}

void text_string(Text *text, const char *utf8)
{
    if (utf8 == NULL) text_raw(text, "null");
    else text_bytes(text, utf8, strlen(utf8));
}

void text_utf16(Text *text, const uint16_t *units, size_t count, size_t most_points)
{
    text_raw(text, "\"");
    for (size_t at = 0, points = 0; at < count && points < most_points; points++) {
        char bytes[4];
        size_t length = utf8_put(utf16_point(units, count, &at), bytes);
        add_character(text, bytes, length);
    }
    text_raw(text, "\"");
}

void text_hex(Text *text, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    text_raw(text, "\"");
    for (size_t i = 0; i < count; i++) {
        char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        text_add(text, pair, sizeof pair);
    }
    text_raw(text, "\"");
}

void text_comma(Text *text)
{
    if (text->length > 0 && strchr("[{:", text->text[text->length - 1]) == NULL) text_raw(text, ",");
}

void text_name(Text *text, const char *name)
{
    text_comma(text);
    text_string(text, name);
    text_raw(text, ":");
}
