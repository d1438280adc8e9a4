/* What is quoted is taken apart as it was, by the rules of CommandLineToArgvW; numbers and bytes in strings. With -DFUZZ the entry for fuzzers. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "scalars.h"

#define PROGRAM "C:\\Program Files\\a.exe"

/* Whether both come back, and nothing else. */
static bool survive(const char *first, const char *second)
{
    Text line = {0};
    Memory memory = {0};
    char **found;
    int count;
    bool same;
    if (!arguments_begin(&line, PROGRAM)) abort();
    arguments_add(&line, first);
    arguments_add(&line, second);
    found = arguments_split(line.text, &count, &memory);
    same = found != NULL && count == 3 && !strcmp(found[0], PROGRAM) && !strcmp(found[1], first) && !strcmp(found[2], second);
    memory_free(&memory);
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
    Memory memory = {0};
    size_t count;
    int words;
    uint64_t number;
    if (text == NULL || bytes == NULL) abort();
    memcpy(text, data, size);
    text[size] = 0;
    (void)decimal_read(text, &number);
    (void)hex_read(text, bytes, &count);
    if (arguments_split(text, &words, &memory) == NULL || words < 1) abort();
    memory_free(&memory);
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

/* As "Parsing C command-line arguments" (Microsoft Learn) has them. */
static void test_splitting(void)
{
    static const struct {
        const char *line;
        int count;
        const char *words[4];
    } cases[] = {
        {"", 1, {""}},
        {"a.exe", 1, {"a.exe"}},
        {"\"C:\\a b\\\" c", 2, {"C:\\a b\\", "c"}},
        {"C:\\a\"b c", 2, {"C:\\a\"b", "c"}},
        {"p \"abc\" d e", 4, {"p", "abc", "d", "e"}},
        {"p a\\\\b d\"e f\"g h", 4, {"p", "a\\\\b", "de fg", "h"}},
        {"p a\\\\\\\"b c d", 4, {"p", "a\\\"b", "c", "d"}},
        {"p a\\\\\\\\\"b c\" d e", 4, {"p", "a\\\\b c", "d", "e"}},
        {"p \"a\"\"b\"", 2, {"p", "a\"b"}},
        {"p \t a  ", 2, {"p", "a"}},
        {"p \"\"", 2, {"p", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Memory memory = {0};
        int count;
        char **words = arguments_split(cases[i].line, &count, &memory);
        expect(words != NULL && count == cases[i].count, cases[i].line);
        for (int word = 0; word < count && word < 4; word++) expect(!strcmp(words[word], cases[i].words[word]), cases[i].line);
        memory_free(&memory);
    }
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
    test_splitting();
    test_scalars();
    return expect_end();
}
#endif
