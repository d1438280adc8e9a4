/* What the reader and the writer of JSON promise; with -DFUZZ their entry for fuzzers. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

#define ROOM 4096

static JsonNode nodes[ROOM];

#ifdef FUZZ
#include "fuzz.h"

const char *const fuzz_seeds[] = {
    "{\"call\":7,\"name\":\"wfp.replace\",\"input\":{\"ports\":[53,853],\"who\":\"\\u00c5sa\",\"twice\":1,\"twice\":2}}",
    "[[],{},\"\\ud83d\\ude00\\n\\\\\",-12,0,true,false,null]",
    " [1 , -2 ,{\"a\" : [true,false,null]}] ",
    "\"\xC3\x85 \xF0\x9F\x8E\x92\"",
    NULL,
};
const char *const fuzz_words[] = {"{", "}", "[", "]", ",", ":", "\"", "\\u", "\\ud83d", "null", "true", "-1", "999999999999999", "\xE2\x82\xAC", "{\"a\":", NULL};

/* Whatever is read can be walked and written, and what was written is read as the same. Nothing is deeper than JSON_MAX_DEPTH. */
static void write_node(const Json *json, uint32_t node, Text *out)
{
    Memory memory = {0};
    char *string;
    int64_t value = 0;
    switch (json->nodes[node].kind) {
    case JSON_STRING:
        string = json_text(json, node, SIZE_MAX, &memory);
        if (string == NULL && node != 0) abort();
        text_string(out, string == NULL ? "" : string);
        memory_free(&memory);
        break;
    case JSON_INTEGER:
        if (node != 0 && !json_integer(json, node, INT64_MIN, INT64_MAX, &value)) abort();
        text_integer(out, value);
        break;
    case JSON_ARRAY:
        text_raw(out, "[");
        for (uint32_t at = json_first(json, node); at != JSON_NONE; at = json_after(json, node, at)) {
            text_comma(out);
            write_node(json, at, out);
        }
        text_raw(out, "]");
        break;
    case JSON_OBJECT:
        text_raw(out, "{");
        for (uint32_t at = json_first(json, node); at != JSON_NONE; at = json_after(json, node, at + 1)) {
            text_comma(out);
            write_node(json, at, out);
            text_raw(out, ":");
            write_node(json, at + 1, out);
        }
        text_raw(out, "}");
        break;
    case JSON_NULL: text_raw(out, "null"); break;
    case JSON_TRUE: text_raw(out, "true"); break;
    case JSON_FALSE: text_raw(out, "false"); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static JsonNode again[ROOM];
    Json json, second;
    Text first = {0}, other = {0};
    if (!json_read(&json, (const char *)data, size, nodes, ROOM)) return 0;
    (void)json_field(&json, 0, "name");
    write_node(&json, 0, &first);
    if (first.failed || !json_read(&second, first.text, first.length, again, ROOM)) abort();
    write_node(&second, 0, &other);
    if (other.failed || strcmp(first.text, other.text) != 0) abort();
    text_free(&first);
    text_free(&other);
    return 0;
}
#else
#include "expect.h"

static bool reads(const char *text)
{
    Json json;
    return json_read(&json, text, strlen(text), nodes, ROOM);
}

static void test_documents(void)
{
    static const char *const good[] = {
        "{}", "[]", "null", " [1 , -2,{\"a\":[true,false,null]}] ", "\"\\u00e9\\ud83d\\ude00\\n\"", "0", "-0", "[[[[]]]]", "[{},[],1]", "[[[[[[[[[[[[]]]]]]]]]]]]",
    };
    static const char *const bad[] = {
        "", "{", "[1,]", "[,]", "{\"a\"}", "{\"a\":1,}", "01", "1.5", "1e3", "1234567890123456", "-", "\"\\ud83d\"", "\"\\udc00\"", "\"\\u0000\"", "\"\x01\"",
        "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "nul", "[1]x", "{a:1}", "[1 2]", "\"a", "[1}", "{\"a\":1]", "]", "[[[[[[[[[[[[[]]]]]]]]]]]]]",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) expect(reads(good[i]), good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) expect(!reads(bad[i]), bad[i]);
    Json json;
    expect(!json_read(&json, "[1]\0", 4, nodes, ROOM), "a NUL is no blank");
}

static void test_fields(void)
{
    const char *call = "{\"call\":7,\"name\":\"wfp.replace\",\"input\":{\"ports\":[53,853],\"who\":\"\\u00c5sa\",\"on\":false,\"twice\":1,\"twice\":2}}";
    static const char *const words[] = {"wfp.held", "wfp.replace"};
    Json json;
    Memory memory = {0};
    int64_t value;
    bool truth = true;
    char out[32], *text;
    expect(json_read(&json, call, strlen(call), nodes, ROOM), "a call is read");
    uint32_t name = json_field(&json, 0, "name"), input = json_field(&json, 0, "input");
    uint32_t ports = json_field(&json, input, "ports"), first = json_first(&json, ports), who = json_field(&json, input, "who");
    expect(json_integer(&json, json_field(&json, 0, "call"), 0, 100, &value) && value == 7, "its number");
    expect(!json_integer(&json, json_field(&json, 0, "call"), 0, 6, &value), "a number out of bounds is none");
    expect(json_equals(&json, name, "wfp.replace") && !json_equals(&json, name, "wfp"), "its name");
    expect(json_word(&json, name, words, 2) == 1 && json_word(&json, who, words, 2) == -1, "which word it is");
    expect(json_integer(&json, first, 0, 65535, &value) && value == 53, "the first of a list");
    expect(json_after(&json, ports, json_after(&json, ports, first)) == JSON_NONE, "a list ends");
    expect(json_count(&json, ports) == 2 && json_count(&json, input) == 0, "the elements of a list");
    expect(json_string(&json, who, out, sizeof out) && !strcmp(out, "\xC3\x85sa"), "escapes are resolved");
    expect(!json_string(&json, who, out, 4), "a string that does not fit is none");
    text = json_text(&json, who, 3, &memory);
    expect(text != NULL && !strcmp(text, "\xC3\x85sa"), "a string of as many code points as there may be");
    expect(json_text(&json, who, 2, &memory) == NULL, "a string of more is none");
    expect(json_text(&json, ports, 9, &memory) == NULL, "a list is no string");
    expect(json_boolean(&json, json_field(&json, input, "on"), &truth) && !truth, "a truth value");
    expect(!json_boolean(&json, who, &truth), "a string is no truth value");
    expect(json_field(&json, input, "twice") == JSON_NONE, "a name given twice is none");
    expect(json_field(&json, input, "none") == JSON_NONE, "a name that is not there");
    expect(!json_read(&json, call, strlen(call), nodes, 5), "more nodes than room are refused");
    memory_free(&memory);
}

static void test_writing(void)
{
    static const uint16_t units[] = {'a', 0xD83C, 0xDF92, 0xDC00, 0xD800, 'b', 0, 0xC5};
    static const uint8_t bytes[] = {0, 0xAB, 0xFF};
    Text text = {0};
    text_raw(&text, "{");
    text_name(&text, "a");
    text_string(&text, "\"\x01\xFF\xC3\x85");
    text_name(&text, "b");
    text_integer(&text, -5);
    text_raw(&text, "}");
    expect(!strcmp(text.text, "{\"a\":\"\\u0022\\u0001\xEF\xBF\xBD\xC3\x85\",\"b\":-5}"), "what is written");
    expect(reads(text.text), "can be read");
    text_free(&text);
    text_utf16(&text, units, sizeof units / sizeof *units, 100);
    expect(!strcmp(text.text, "\"a\xF0\x9F\x8E\x92\xEF\xBF\xBD\xEF\xBF\xBD" "b\xEF\xBF\xBD\xC3\x85\""), "UTF-16 with lone surrogates and a NUL");
    text_free(&text);
    text_utf16(&text, units, sizeof units / sizeof *units, 2);
    expect(!strcmp(text.text, "\"a\xF0\x9F\x8E\x92\""), "UTF-16 is cut behind a code point");
    text_free(&text);
    text_bytes(&text, "a\0b", 3);
    expect(!strcmp(text.text, "\"a\xEF\xBF\xBD" "b\""), "a NUL in a string");
    text_free(&text);
    text_hex(&text, bytes, sizeof bytes);
    expect(!strcmp(text.text, "\"00abff\""), "bytes");
    text_free(&text);
    text_string(&text, NULL);
    expect(!strcmp(text.text, "null"), "no string is null");
    text_free(&text);
}

int main(void)
{
    test_documents();
    test_fields();
    test_writing();
    return expect_end();
}
#endif
