/* What is quoted is taken apart as it was, by the rules of CommandLineToArgvW; numbers and bytes in strings. With -DFUZZ the entry for fuzzers. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "scalars.h"

/* Takes the next argument behind the program apart, as "Parsing C command-line arguments" (Microsoft Learn) says it. */
static const char *next_argument(const char *at, char *out)
{
    bool is_quoted = false;
    while (*at == ' ' || *at == '\t') at++;
    for (; *at && (is_quoted || (*at != ' ' && *at != '\t')); at++) {
        size_t slashes = 0;
        for (; *at == '\\'; at++) slashes++;
        if (*at == '"') {
            for (size_t i = 0; i < slashes / 2; i++) *out++ = '\\';
            if (slashes % 2 == 1) *out++ = '"';
            else if (is_quoted && at[1] == '"') *out++ = *at++;
            else is_quoted = !is_quoted;
        } else {
            for (size_t i = 0; i < slashes; i++) *out++ = '\\';
            if (slashes > 0) {
                at--;
                continue;
            }
            *out++ = *at;
        }
    }
    *out = 0;
    return at;
}

/* Whether both come back, and nothing else. */
static bool survive(const char *first, const char *second)
{
    Text line = {0};
    char *one = malloc(strlen(first) + strlen(second) + 8), *two = malloc(strlen(first) + strlen(second) + 8);
    const char *at;
    bool same;
    if (one == NULL || two == NULL || !arguments_begin(&line, "C:\\Program Files\\a.exe")) abort();
    arguments_add(&line, first);
    arguments_add(&line, second);
    at = line.text + strlen("\"C:\\Program Files\\a.exe\"");
    at = next_argument(at, one);
    at = next_argument(at, two);
    same = *at == 0 && !strcmp(one, first) && !strcmp(two, second);
    free(one);
    free(two);
    text_free(&line);
    return same;
}

#ifdef FUZZ
#include "fuzz.h"

const char *const fuzz_seeds[] = {"plain|two words", "C:\\folder\\|\"quoted\\\"", "|", "https://example.org/?a=%20&b=\"|\\\\\"", NULL};
const char *const fuzz_words[] = {"\\", "\"", "\\\"", "\\\\\"", " ", "\t", "|", "\"\"", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *second;
    uint8_t *bytes = malloc(size + 1);
    size_t count;
    uint64_t number;
    if (text == NULL || bytes == NULL) abort();
    memcpy(text, data, size);
    text[size] = 0;
    (void)decimal_read(text, &number);
    (void)hex_read(text, bytes, &count);
    second = strchr(text, '|');
    if (second != NULL) *second++ = 0;
    if (!survive(text, second != NULL ? second : "")) abort();
    free(text);
    free(bytes);
    return 0;
}
#else
#include "expect.h"

static void test_arguments(void)
{
    static const char *const words[] = {"", "a", "two words", "\"", "\\", "\\\\", "a\\", "a\\\"b", "\\\"", "C:\\Program Files\\", "%PATH%", "a\tb", "\xC3\x85", "\"\"\"", "* ?"};
    Text line = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) expect(survive(words[i], words[j]), words[i]);
    expect(!arguments_begin(&line, "C:\\a\" b.exe"), "a program's path has no quotation mark");
    expect(arguments_begin(&line, "C:\\a b\\"), "it may end in a backslash");
    arguments_add(&line, "c\\");
    expect(!strcmp(line.text, "\"C:\\a b\\\" \"c\\\\\""), "only an argument's last backslashes are doubled");
    text_free(&line);
}

static void test_scalars(void)
{
    uint64_t number;
    uint8_t bytes[8];
    size_t count;
    expect(decimal_read("0", &number) && number == 0, "0");
    expect(decimal_read("18446744073709551615", &number) && number == UINT64_MAX, "the largest number");
    expect(!decimal_read("18446744073709551616", &number) && !decimal_read("99999999999999999999", &number), "a larger one");
    expect(!decimal_read("", &number) && !decimal_read("01", &number) && !decimal_read("-1", &number) && !decimal_read("1 ", &number), "no number");
    expect(hex_read("00ff1a", bytes, &count) && count == 3 && !memcmp(bytes, "\0\xFF\x1A", 3), "bytes");
    expect(hex_read("", bytes, &count) && count == 0, "no bytes");
    expect(!hex_read("0", bytes, &count) && !hex_read("FF", bytes, &count) && !hex_read("0g", bytes, &count), "no hexadecimal digits");
}

int main(void)
{
    test_arguments();
    test_scalars();
    return expect_end();
}
#endif
