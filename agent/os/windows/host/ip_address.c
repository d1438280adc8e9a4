#include "ip_address.h"

#include <string.h>

bool ip4_read(const char *text, uint8_t out[4])
{
    for (int i = 0; i < 4; i++) {
        int value = 0, digits = 0;
        for (; *text >= '0' && *text <= '9' && digits < 4; text++, digits++) value = value * 10 + (*text - '0');
        if (digits == 0 || digits > 3 || value > 255 || (digits > 1 && text[-digits] == '0')) return false;
        out[i] = (uint8_t)value;
        if (*text != (i < 3 ? '.' : 0)) return false;
        text++;
    }
    return true;
}

/* One to four hexadecimal digits at *text, which it moves on. -1 when there are none. */
static int read_group(const char **text)
{
    int value = 0, digits = 0;
    for (; digits < 4; ++*text, digits++) {
        char c = **text;
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) break;
        value = value * 16 + digit;
    }
    return digits > 0 ? value : -1;
}

bool ip6_read(const char *text, uint8_t out[16])
{
    uint8_t bytes[16];
    size_t at = 0, gap = sizeof bytes + 1; /* where `::` stands; behind the end: nowhere */
    if (text[0] == ':' && text[1] == ':') {
        gap = 0;
        text += 2;
    }
    while (*text) {
        int group = at < sizeof bytes ? read_group(&text) : -1;
        if (group < 0) return false;
        bytes[at++] = (uint8_t)(group >> 8);
        bytes[at++] = (uint8_t)group;
        if (*text == 0) break;
        if (*text++ != ':' || *text == 0) return false;
        if (*text != ':') continue;
        if (gap <= sizeof bytes) return false;
        gap = at;
        text++;
    }
    if (gap > sizeof bytes ? at != sizeof bytes : at > sizeof bytes - 2) return false;
    if (gap > at) gap = at;
    memset(out, 0, sizeof bytes);
    memcpy(out, bytes, gap);
    memcpy(out + sizeof bytes - (at - gap), bytes + gap, at - gap);
    return true;
}

static bool read_prefix(const char *text, int most, int *out)
{
    int value = 0;
    if (text[0] == 0 || strlen(text) > 3 || (text[0] == '0' && text[1] != 0)) return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        value = value * 10 + (*text - '0');
    }
    *out = value;
    return value <= most;
}

bool network_read(const char *text, bool is_six, uint8_t address[16], uint8_t *prefix)
{
    char host[48];
    const char *slash = strchr(text, '/');
    size_t length = slash != NULL ? (size_t)(slash - text) : strlen(text);
    int bits = is_six ? 128 : 32, kept = bits;
    if (length >= sizeof host) return false;
    memcpy(host, text, length);
    host[length] = 0;
    if (slash != NULL && !read_prefix(slash + 1, bits, &kept)) return false;
    if (is_six ? !ip6_read(host, address) : !ip4_read(host, address)) return false;
    for (int bit = kept; bit < bits; bit++)
        if (address[bit / 8] & (0x80 >> bit % 8)) return false;
    *prefix = (uint8_t)kept;
    return true;
}
