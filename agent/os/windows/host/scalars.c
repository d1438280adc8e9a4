#include "scalars.h"

bool decimal_read(const char *text, uint64_t *out)
{
    uint64_t value = 0;
    if (text[0] == 0 || (text[0] == '0' && text[1] != 0)) return false;
    for (; *text; text++) {
        uint64_t digit;
        if (*text < '0' || *text > '9') return false;
        digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool hex_read(const char *text, uint8_t *out, size_t *count)
{
    for (*count = 0; *text; text += 2) {
        int high = digit_of(text[0]), low = text[1] ? digit_of(text[1]) : -1;
        if (high < 0 || low < 0) return false;
        out[(*count)++] = (uint8_t)(high << 4 | low);
    }
    return true;
}
