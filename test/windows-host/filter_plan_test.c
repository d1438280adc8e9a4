/* What the reader of filters promises; with -DFUZZ its entry for fuzzers. */
#include "filter_plan.h"

#include <stdlib.h>
#include <string.h>

static JsonNode nodes[2048];
static PlanFilter filter;

#ifdef FUZZ
#include "fuzz.h"

const char *const fuzz_seeds[] = {
    "{\"name\":\"dns\",\"layer\":\"connect4\",\"life\":\"boot\",\"action\":\"block\",\"weight\":8,\"conditions\":[{\"field\":\"protocol\",\"is\":17},{\"field\":\"remotePort\",\"is\":53}]}",
    "{\"name\":\"doh\",\"layer\":\"connect6\",\"life\":\"persistent\",\"action\":\"hardPermit\",\"weight\":15,\"conditions\":[{\"field\":\"remote\",\"is\":\"2001:db8::/32\"},{\"field\":\"remote\",\"is\":\"::1\"}]}",
    "{\"name\":\"me\",\"layer\":\"accept4\",\"life\":\"session\",\"action\":\"permit\",\"weight\":0,\"conditions\":[{\"field\":\"program\",\"is\":\"C:\\\\a.exe\"},{\"field\":\"user\",\"is\":\"S-1-5-80-1-2\"},{\"field\":\"loopback\",\"is\":true},{\"field\":\"local\",\"is\":\"192.0.2.0/24\"}]}",
    NULL,
};
const char *const fuzz_words[] = {"::", ":", "/", "/128", "/0", "0", "255", "65535", "S-1-", "-", "C:\\\\", "{\"field\":\"remote\",\"is\":\"", "\"}", "4294967295", "bind6", "connect4", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Json json;
    if (!json_read(&json, (const char *)data, size, nodes, 2048) || !plan_filter(&json, 0, &filter)) return 0;
    if (filter.weight > 15 || !filter.name[0] || filter.layer >= LAYER_COUNT || filter.conditions > PLAN_MAX_CONDITIONS) abort();
    for (int i = 0; i < filter.conditions; i++)
        if (filter.condition[i].prefix > (filter.layer % 2 ? 128 : 32)) abort();
    return 0;
}
#else
#include "expect.h"

static bool reads(const char *text)
{
    Json json;
    return json_read(&json, text, strlen(text), nodes, 2048) && plan_filter(&json, 0, &filter);
}

static bool takes(const char *layer, const char *condition)
{
    char text[1024];
    (void)snprintf(text, sizeof text, "{\"name\":\"n\",\"layer\":\"%s\",\"life\":\"boot\",\"action\":\"block\",\"weight\":3,\"conditions\":[%s]}", layer, condition);
    return reads(text);
}

#define IS(field, is) "{\"field\":\"" field "\",\"is\":" is "}"

static void test_conditions(void)
{
    static const struct {
        const char *layer, *condition;
        bool good;
    } cases[] = {
        {"connect4", IS("remote", "\"192.0.2.0/24\""), true},      {"connect4", IS("remote", "\"192.0.2.1/24\""), false},
        {"connect4", IS("remote", "\"192.0.2.01\""), false},       {"connect4", IS("remote", "\"192.0.2.256\""), false},
        {"connect4", IS("remote", "\"192.0.2.1.\""), false},       {"connect4", IS("remote", "\"192.0.2\""), false},
        {"connect4", IS("remote", "\"0.0.0.0/0\""), true},         {"connect4", IS("remote", "\"0.0.0.0/00\""), false},
        {"connect4", IS("remote", "\"0.0.0.0/33\""), false},       {"connect4", IS("remote", "\"0.0.0.0/\""), false},
        {"connect4", IS("remote", "\"::1\""), false},              {"connect6", IS("remote", "\"::1\""), true},
        {"connect6", IS("remote", "\"192.0.2.1\""), false},        {"connect6", IS("remote", "\"2001:db8::/32\""), true},
        {"connect6", IS("remote", "\"2001:db8::1::\""), false},    {"connect6", IS("remote", "\"::\""), true},
        {"connect6", IS("remote", "\"1:2:3:4:5:6:7:8\""), true},   {"connect6", IS("remote", "\"1:2:3:4:5:6:7::\""), true},
        {"connect6", IS("remote", "\"1:2:3:4:5:6:7:8:9\""), false}, {"connect6", IS("remote", "\"1::2:3:4:5:6:7:8\""), false},
        {"connect6", IS("remote", "\"fe80::/129\""), false},       {"connect6", IS("remote", "\"1:2:\""), false},
        {"connect6", IS("remote", "\":1\""), false},               {"connect6", IS("remote", "\":::\""), false},
        {"connect6", IS("remote", "\"12345::\""), false},          {"connect6", IS("remote", "\"::FF\""), false},
        {"connect6", IS("remote", "\"fe80::1%4\""), false},        {"connect6", IS("remote", "\"::ffff:1.2.3.4\""), false},
        {"connect4", IS("remotePort", "53"), false},               {"connect4", IS("protocol", "17") "," IS("remotePort", "53"), true},
        {"connect4", IS("protocol", "256"), false},                {"connect4", IS("protocol", "\"17\""), false},
        {"bind4", IS("protocol", "17") "," IS("remotePort", "53"), false}, {"bind4", IS("remote", "\"192.0.2.1\""), false},
        {"bind4", IS("protocol", "17") "," IS("localPort", "65536"), false}, {"bind6", IS("protocol", "17") "," IS("localPort", "53"), true},
        {"connect4", IS("user", "\"S-1-5-80-1-2-3-4-5\""), true},  {"connect4", IS("user", "\"S-1-5\""), false},
        {"connect4", IS("user", "\"WD\""), false},                 {"connect4", IS("user", "\"S-1-5-18)(A;;GA;;;WD\""), false},
        {"connect4", IS("program", "\"C:\\\\a.exe\""), true},      {"connect4", IS("program", "\"a.exe\""), false},
        {"connect4", IS("program", "\"\\\\\\\\x\\\\a.exe\""), false}, {"connect4", IS("program", "\"C:\\\\\""), false},
        {"connect4", IS("loopback", "true"), true},                {"connect4", IS("loopback", "1"), false},
        {"connect4", IS("mac", "1"), false},                       {"frame4", IS("loopback", "true"), false},
        {"connect4", IS("user", "\"S-1-5-18\"") "," IS("user", "\"S-1-5-19\""), false},
        {"connect4", IS("protocol", "17") "," IS("remotePort", "53") "," IS("protocol", "6"), false},
        {"connect4", IS("protocol", "17") "," IS("protocol", "6") "," IS("remotePort", "53") "," IS("remotePort", "853"), true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect(takes(cases[i].layer, cases[i].condition) == cases[i].good, cases[i].condition);
    expect(takes("connect6", IS("remote", "\"2001:db8::ff00:42:8329\"")) &&
               !memcmp(filter.condition[0].address, "\x20\x01\x0d\xb8\0\0\0\0\0\0\xff\0\0\x42\x83\x29", 16) && filter.condition[0].prefix == 128,
           "an IPv6 address in its bytes");
    expect(takes("connect4", IS("remote", "\"192.0.2.0/25\"")) && !memcmp(filter.condition[0].address, "\xC0\0\2\0", 4) && filter.condition[0].prefix == 25,
           "an IPv4 network in its bytes");
}

static void test_filters(void)
{
    char text[512], longest[65];
    expect(reads("{\"name\":\"n\",\"layer\":\"connect4\",\"life\":\"persistent\",\"action\":\"hardPermit\",\"weight\":15,\"conditions\":[]}") && filter.is_hard && filter.is_permit,
           "a hard permit");
    expect(!reads("{\"name\":\"\",\"layer\":\"connect4\",\"life\":\"boot\",\"action\":\"block\",\"weight\":3,\"conditions\":[]}"), "a filter has a name");
    expect(!reads("{\"name\":\"n\",\"layer\":\"connect4\",\"life\":\"boot\",\"action\":\"block\",\"weight\":16,\"conditions\":[]}"), "weights end at 15");
    expect(!reads("{\"name\":\"n\",\"layer\":\"connect4\",\"life\":\"boot\",\"action\":\"block\",\"weight\":1}"), "a filter has conditions");
    expect(!reads("[]") && !reads("1") && !reads("\"connect4\""), "a filter is an object");
    for (size_t length = 63; length <= 64; length++) {
        memset(longest, 'n', length);
        longest[length] = 0;
        (void)snprintf(text, sizeof text, "{\"name\":\"%s\",\"layer\":\"bind6\",\"life\":\"session\",\"action\":\"permit\",\"weight\":0,\"conditions\":[]}", longest);
        expect(reads(text) == (length == 63), "names end at 63 characters");
    }
}

static void test_most_conditions(void)
{
    static char text[32768];
    for (int count = PLAN_MAX_CONDITIONS; count <= PLAN_MAX_CONDITIONS + 1; count++) {
        size_t at = (size_t)snprintf(text, sizeof text, "{\"name\":\"n\",\"layer\":\"connect4\",\"life\":\"boot\",\"action\":\"block\",\"weight\":3,\"conditions\":[");
        for (int i = 0; i < count; i++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s{\"field\":\"remote\",\"is\":\"198.51.%d.%d\"}", i ? "," : "", i / 256, i % 256);
        (void)snprintf(text + at, sizeof text - at, "]}");
        expect(reads(text) == (count == PLAN_MAX_CONDITIONS), "conditions end at 256");
    }
}

int main(void)
{
    test_conditions();
    test_filters();
    test_most_conditions();
    return expect_end();
}
#endif
