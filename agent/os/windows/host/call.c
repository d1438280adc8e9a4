#include "call.h"

#include <wchar.h>

#include "arguments.h"

#define ARGUMENT_POINTS 4096
#define MOST_ARGUMENTS 32

wchar_t *wide_of(Memory *memory, const char *utf8)
{
    int units = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, NULL, 0);
    wchar_t *wide = units > 0 ? memory_take(memory, (size_t)units * sizeof *wide) : NULL;
    if (!wide || MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, wide, units) != units) return NULL;
    return wide;
}

wchar_t *call_wide(const Call *call, uint32_t object, const char *name, size_t most_points)
{
    char *utf8 = json_text(call->json, json_field(call->json, object, name), most_points, call->memory);
    return utf8 ? wide_of(call->memory, utf8) : NULL;
}

DWORD call_arguments(const Call *call, Text *line)
{
    const Json *json = call->json;
    uint32_t list = json_field(json, call->input, "arguments");
    if (list == JSON_NONE || !json_is(json, list, JSON_ARRAY) || json_count(json, list) > MOST_ARGUMENTS) return CALL_UNFIT;
    for (uint32_t at = json_first(json, list); at != JSON_NONE; at = json_after(json, list, at)) {
        char *argument = json_text(json, at, ARGUMENT_POINTS, call->memory);
        if (!argument) return CALL_UNFIT;
        arguments_add(line, argument);
    }
    return line->failed ? ERROR_NOT_ENOUGH_MEMORY : NO_ERROR;
}

BOOL is_absolute_path(const wchar_t *path)
{
    wchar_t drive = path[0] & 0xFFDF; /* upper case */
    return drive >= 'A' && drive <= 'Z' && path[1] == ':' && path[2] == '\\';
}

void text_wide(Text *text, const wchar_t *wide, size_t most_points)
{
    if (!wide) text_raw(text, "null");
    else text_utf16(text, (const uint16_t *)wide, wcslen(wide), most_points);
}
