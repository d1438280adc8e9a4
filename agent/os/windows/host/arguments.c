#include "arguments.h"

#include <string.h>

bool arguments_begin(Text *line, const char *program)
{
    if (strchr(program, '"') != NULL) return false;
    text_raw(line, "\"");
    text_raw(line, program);
    text_raw(line, "\"");
    return true;
}

static void backslashes(Text *line, size_t count)
{
    while (count-- > 0) text_raw(line, "\\");
}

void arguments_add(Text *line, const char *argument)
{
    size_t held = 0; /* backslashes that are not written yet */
    if (line->length > 0) text_raw(line, " ");
    text_raw(line, "\"");
    for (const char *at = argument; *at; at++) {
        if (*at == '\\') {
            held++;
            continue;
        }
        backslashes(line, *at == '"' ? 2 * held + 1 : held);
        held = 0;
        text_add(line, at, 1);
    }
    backslashes(line, 2 * held);
    text_raw(line, "\"");
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* One argument at *at, which it moves on, into `out`. Returns its length. Two marks inside quotation marks are one. */
static size_t take_argument(const char **at, char *out)
{
    bool is_quoted = false;
    size_t length = 0;
    while (**at && (is_quoted || !is_blank(**at))) {
        size_t slashes = strspn(*at, "\\");
        bool is_mark = (*at)[slashes] == '"';
        size_t kept = is_mark ? slashes / 2 : slashes;
        memset(out + length, '\\', kept);
        length += kept;
        *at += slashes;
        if (is_mark && slashes % 2 == 0) {
            bool is_pair = is_quoted && (*at)[1] == '"';
            if (is_pair) out[length++] = '"';
            else is_quoted = !is_quoted;
            *at += is_pair ? 2 : 1;
        } else if (is_mark || (slashes == 0 && **at)) {
            out[length++] = *(*at)++;
        }
    }
    out[length++] = 0;
    return length;
}

/* In its name, backslashes stand for themselves. */
static size_t take_program(const char **at, char *out)
{
    bool is_quoted = **at == '"';
    size_t length = strcspn(*at += is_quoted, is_quoted ? "\"" : " \t");
    memcpy(out, *at, length);
    *at += length;
    if (is_quoted && **at) ++*at;
    out[length] = 0;
    return length + 1;
}

char **arguments_split(const char *line, int *count, Memory *memory)
{
    size_t length = strlen(line);
    char **arguments = memory_take(memory, (length / 2 + 2) * sizeof *arguments);
    char *out = memory_take(memory, 2 * length + 2); /* each has a NUL behind it */
    *count = 0;
    if (arguments == NULL || out == NULL) return NULL;
    for (size_t used = take_program(&line, out);; used = take_argument(&line, out)) {
        arguments[(*count)++] = out;
        out += used;
        while (is_blank(*line)) line++;
        if (*line == 0) return arguments;
    }
}
