/*
 * schoolgate-host.exe: the service around the agent on Windows, and all that the agent asks of Windows. It knows no policy: the agent plans, the host acts.
 * The calls are in protocol.ts.
 */
#include "platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "attend.h"
#include "call.h"
#include "install.h"
#include "lock_window.h"
#include "service.h"
#include "session_commands.h"
#include "worker_service.h"

#ifndef VERSION
#define VERSION "0.0.0"
#endif

static int exit_with(const char *what, DWORD error)
{
    if (error == NO_ERROR) return 0;
    fprintf(stderr, "%s: Windows error %lu\n", what, error);
    return 1;
}

static const char any[] = "…";

/* Whether the arguments behind the program are these words; `any` is every one. */
static BOOL are(char **arguments, int count, const char *first, const char *second, const char *third)
{
    const char *words[] = {first, second, third};
    int wanted = third ? 3 : second ? 2 : 1;
    if (count != wanted + 1) return FALSE;
    for (int i = 0; i < wanted; i++)
        if (words[i] != any && strcmp(arguments[i + 1], words[i])) return FALSE;
    return TRUE;
}

/* `session window --text TEXT [-- PROGRAM ARGUMENT…]` */
static int show_window(char **arguments, int count, Memory *memory)
{
    enum { TEXT_AT = 4, PROGRAM_AT = 6 };
    Text line = {0};
    wchar_t *text = wide_of(memory, arguments[TEXT_AT]), *browser = NULL;
    if (count > TEXT_AT + 1) {
        if (count <= PROGRAM_AT || strcmp(arguments[PROGRAM_AT - 1], "--") || !arguments_begin(&line, arguments[PROGRAM_AT])) return exit_with("session window", ERROR_INVALID_PARAMETER);
        for (int i = PROGRAM_AT + 1; i < count; i++) arguments_add(&line, arguments[i]);
        browser = line.failed ? NULL : wide_of(memory, line.text);
        text_free(&line);
        if (!browser) return exit_with("session window", ERROR_NOT_ENOUGH_MEMORY);
    }
    return exit_with("session window", text ? lock_window(text, browser) : ERROR_INVALID_PARAMETER);
}

static int run(char **arguments, int count, Memory *memory)
{
    if (are(arguments, count, "service", "agent", NULL)) return service_run();
    if (are(arguments, count, "service", "worker", NULL)) return worker_service_run();
    if (are(arguments, count, "attend", NULL, NULL)) return attend();
    if (are(arguments, count, "install", NULL, NULL)) return exit_with("install", install());
    if (are(arguments, count, "uninstall", NULL, NULL)) return exit_with("uninstall", uninstall());
    if (are(arguments, count, "session", "lock", NULL)) return exit_with("session lock", session_lock());
    if (are(arguments, count, "session", "open", any)) return exit_with("session open", session_open(wide_of(memory, arguments[3])));
    if (count > 4 && are(arguments, 4, "session", "window", "--text")) return show_window(arguments, count, memory);
    if (are(arguments, count, "version", NULL, NULL)) return printf("%s\n", VERSION) < 0;
#ifdef RECORD
    if (are(arguments, count, "control", any, NULL)) return exit_with("control", install_control(strtoul(arguments[2], NULL, 10)));
#endif
    fprintf(stderr, "usage: schoolgate-host install | uninstall | attend | version | session lock | session open URL | session window --text TEXT [-- BROWSER ARGUMENT...]\n");
    return 2;
}

/* Not by main's own arguments: they are in the code page of the computer, where other characters become quotation marks. */
static char **own_arguments(int *count, Memory *memory)
{
    const wchar_t *wide = GetCommandLineW();
    int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *line = bytes > 0 ? memory_take(memory, (size_t)bytes) : NULL;
    if (!line || WideCharToMultiByte(CP_UTF8, 0, wide, -1, line, bytes, NULL, NULL) != bytes) return NULL;
    return arguments_split(line, count, memory);
}

int main(void)
{
    Memory memory = {0}; /* until the end */
    int count = 0;
    char **arguments;
    /* No planted library. */
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
    arguments = own_arguments(&count, &memory);
    if (!arguments) return exit_with("schoolgate-host", ERROR_NOT_ENOUGH_MEMORY);
    return run(arguments, count, &memory);
}
