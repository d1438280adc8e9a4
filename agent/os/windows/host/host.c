/*
 * schoolgate-host.exe: the service around the agent on Windows, and all that the agent asks of Windows. It knows no policy: the agent plans, the host acts.
 * The calls are in protocol.ts, the reasons in docs/platforms.md.
 */
#include "platform.h"

#include <stdio.h>
#include <wchar.h>

#include "attend.h"
#include "install.h"
#include "service.h"
#include "session_commands.h"

#ifndef VERSION
#define VERSION "0.0.0"
#endif

/* Arguments of ours are taken as they stand: the C runtime would look for files that match a star. */
int _dowildcard = 0;

static int exit_with(const char *what, DWORD error)
{
    if (error == NO_ERROR) return 0;
    fprintf(stderr, "%s: Windows error %lu\n", what, error);
    return 1;
}

static int usage(void)
{
    fprintf(stderr, "usage: schoolgate-host install | uninstall | attend | version | session lock | session open URL\n");
    return 2;
}

static BOOL is(int count, wchar_t **arguments, int at, const wchar_t *word)
{
    return at < count && !wcscmp(arguments[at], word);
}

int wmain(int count, wchar_t **arguments)
{
    /* No planted library. */
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (count == 2 && is(count, arguments, 1, L"version")) {
        printf("%s\n", VERSION);
        return 0;
    }
    if (count == 2 && is(count, arguments, 1, L"attend")) return attend();
    if (count == 2 && is(count, arguments, 1, L"install")) return exit_with("install", install());
    if (count == 2 && is(count, arguments, 1, L"uninstall")) return exit_with("uninstall", uninstall());
    if (count == 3 && is(count, arguments, 1, L"service") && is(count, arguments, 2, L"agent")) return service_run();
    if (count == 3 && is(count, arguments, 1, L"session") && is(count, arguments, 2, L"lock")) return exit_with("session lock", session_lock());
    if (count == 4 && is(count, arguments, 1, L"session") && is(count, arguments, 2, L"open")) return exit_with("session open", session_open(arguments[3]));
#ifdef RECORD
    if (count == 3 && is(count, arguments, 1, L"control")) return exit_with("control", install_control(wcstoul(arguments[2], NULL, 10)));
#endif
    return usage();
}
