#include "unicode.h"

#define REPLACEMENT 0xFFFDu

size_t utf8_length(const unsigned char *bytes, size_t left)
{
    unsigned char first = bytes[0];
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || length > left) return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    if ((first == 0xE0 && bytes[1] < 0xA0) || (first == 0xED && bytes[1] > 0x9F)) return 0;
    if ((first == 0xF0 && bytes[1] < 0x90) || (first == 0xF4 && bytes[1] > 0x8F)) return 0;
    return length;
}

static char continued(uint32_t bits)
{
    return (char)(0x80 | (bits & 0x3F));
}

size_t utf8_put(uint32_t point, char out[4])
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (char)(0xC0 | point >> 6);
        out[1] = continued(point);
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (char)(0xE0 | point >> 12);
        out[1] = continued(point >> 6);
        out[2] = continued(point);
        return 3;
    }
    out[0] = (char)(0xF0 | point >> 18);
    out[1] = continued(point >> 12);
    out[2] = continued(point >> 6);
    out[3] = continued(point);
    return 4;
}

size_t utf8_points(const char *text, size_t length)
{
    size_t points = 0;
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80) points++;
    return points;
}

uint32_t utf16_point(const uint16_t *units, size_t count, size_t *at)
{
    uint32_t high = units[(*at)++], low;
    if (high < 0xD800 || high > 0xDFFF) return high;
    if (high > 0xDBFF || *at == count) return REPLACEMENT;
    low = units[*at];
    if (low < 0xDC00 || low > 0xDFFF) return REPLACEMENT;
    ++*at;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

size_t utf16_points(const uint16_t *units, size_t count)
{
    size_t points = 0;
    for (size_t at = 0; at < count; points++) (void)utf16_point(units, count, &at);
    return points;
}
