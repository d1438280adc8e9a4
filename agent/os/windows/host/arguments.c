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
