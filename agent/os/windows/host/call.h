/* One call of the agent while it is carried out, and the Windows text in it. */
#ifndef SCHOOLGATE_CALL_H
#define SCHOOLGATE_CALL_H

#include "platform.h"

#include "json.h"
#include "memory.h"
#include "text.h"

/* The input breaks the call's own rule: the agent is broken, and ends. No error code of Windows has this bit set. */
#define CALL_UNFIT 0x20000001u

typedef struct {
    const Json *json;
    uint32_t input;
    Text *output;   /* one JSON value, when the call succeeds */
    Memory *memory; /* freed when the call is answered */
} Call;

/* Returns NO_ERROR, an error code of Windows, or CALL_UNFIT. */
typedef DWORD (*CallHandler)(Call *call);

/* A field's string as UTF-16, in the call's memory; NULL when it is none, has more code points than that, or there is no memory. */
wchar_t *call_wide(const Call *call, uint32_t object, const char *name, size_t most_points);
/* Adds the field `arguments`, a list of strings, to a command line. Returns NO_ERROR, CALL_UNFIT, or ERROR_NOT_ENOUGH_MEMORY. */
DWORD call_arguments(const Call *call, Text *line);
/* UTF-16 of well-formed UTF-8, in the call's memory; NULL when there is none. */
wchar_t *wide_of(Memory *memory, const char *utf8);
/* Whether it begins with a drive: `C:\…`. */
BOOL is_absolute_path(const wchar_t *path);

/* A JSON string, cut after so many code points; NULL becomes null. */
void text_wide(Text *text, const wchar_t *wide, size_t most_points);

#endif
