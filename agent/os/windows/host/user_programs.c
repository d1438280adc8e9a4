#include "user.h"

#include <userenv.h>
#include <wchar.h>
#include <wtsapi32.h>

#include "arguments.h"

#define PATH_POINTS 780
#define LINE_UNITS 32767 /* of a command line: a limit of Windows */
#define NO_SESSION 0xFFFFFFFFu

typedef struct {
    HANDLE process, job; /* process: NULL when the place is free */
    DWORD id;
} Program;

static Program programs[USER_MOST_PROGRAMS];
static DWORD last_id;

static BOOL set_limits(HANDLE job, DWORD flags)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    limits.BasicLimitInformation.LimitFlags = flags;
    return SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
}

static void let_go(Program *program)
{
    /* A browser that it has opened is the user's, and stays. */
    set_limits(program->job, 0);
    CloseHandle(program->job);
    CloseHandle(program->process);
    *program = (Program){0};
}

static DWORD user_token(HANDLE *token)
{
    DWORD session = WTSGetActiveConsoleSessionId();
    if (session == NO_SESSION) return ERROR_NO_SUCH_LOGON_SESSION;
    return WTSQueryUserToken(session, token) ? NO_ERROR : GetLastError();
}

/* In a job before it runs, so that all it starts can be ended with it. */
static DWORD start_in_job(Program *program, HANDLE token, const wchar_t *path, wchar_t *line, DWORD *pid)
{
    wchar_t desktop[] = L"winsta0\\default";
    STARTUPINFOW startup = {.cb = sizeof startup, .lpDesktop = desktop};
    PROCESS_INFORMATION started;
    DWORD flags = CREATE_UNICODE_ENVIRONMENT | CREATE_SUSPENDED | CREATE_NO_WINDOW, error = NO_ERROR;
    void *environment = NULL;
    BOOL is_started;
    if (!CreateEnvironmentBlock(&environment, token, FALSE)) return GetLastError();
    is_started = CreateProcessAsUserW(token, path, line, NULL, NULL, FALSE, flags, environment, NULL, &startup, &started);
    if (!is_started) error = GetLastError();
    DestroyEnvironmentBlock(environment);
    if (!is_started) return error;
    program->job = CreateJobObjectW(NULL, NULL);
    if (!program->job || !set_limits(program->job, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE) || !AssignProcessToJobObject(program->job, started.hProcess))
        error = GetLastError();
    if (error == NO_ERROR) ResumeThread(started.hThread);
    else TerminateProcess(started.hProcess, 1);
    CloseHandle(started.hThread);
    if (error != NO_ERROR) {
        if (program->job) CloseHandle(program->job);
        CloseHandle(started.hProcess);
        *program = (Program){0};
        return error;
    }
    program->process = started.hProcess;
    *pid = started.dwProcessId;
    return NO_ERROR;
}

/* The command line, in the call's memory. NULL with *error: CALL_UNFIT, or a line that is too long. */
static wchar_t *line_of(Call *call, const char *program, DWORD *error)
{
    Text line = {0};
    wchar_t *wide = NULL;
    *error = arguments_begin(&line, program) ? call_arguments(call, &line) : ERROR_INVALID_PARAMETER;
    if (*error == NO_ERROR) {
        wide = wide_of(call->memory, line.text);
        *error = wide ? NO_ERROR : ERROR_NOT_ENOUGH_MEMORY;
    }
    text_free(&line);
    if (wide && wcslen(wide) >= LINE_UNITS) *error = ERROR_FILENAME_EXCED_RANGE;
    return *error == NO_ERROR ? wide : NULL;
}

static Program *free_place(void)
{
    for (int i = 0; i < USER_MOST_PROGRAMS; i++)
        if (!programs[i].process) return &programs[i];
    return NULL;
}

DWORD call_user_start(Call *call)
{
    char *program = json_text(call->json, json_field(call->json, call->input, "program"), PATH_POINTS, call->memory);
    wchar_t *path = program ? wide_of(call->memory, program) : NULL, *line;
    Program *place = free_place();
    HANDLE token;
    DWORD error, pid = 0;
    if (!path) return CALL_UNFIT;
    line = line_of(call, program, &error);
    if (!line) return error;
    if (!is_absolute_path(path)) return ERROR_INVALID_PARAMETER;
    if (!place) return ERROR_NOT_ENOUGH_QUOTA;
    error = user_token(&token);
    if (error != NO_ERROR) return error;
    error = start_in_job(place, token, path, line, &pid);
    CloseHandle(token);
    if (error != NO_ERROR) return error;
    place->id = ++last_id;
    text_raw(call->output, "{\"id\":");
    text_integer(call->output, place->id);
    text_name(call->output, "pid");
    text_integer(call->output, pid);
    text_raw(call->output, "}");
    return NO_ERROR;
}

DWORD call_user_stop(Call *call)
{
    int64_t id;
    DWORD error = NO_ERROR;
    if (!json_integer(call->json, json_field(call->json, call->input, "id"), 0, UINT32_MAX, &id)) return CALL_UNFIT;
    for (int i = 0; i < USER_MOST_PROGRAMS; i++)
        if (programs[i].process && programs[i].id == (DWORD)id && !TerminateJobObject(programs[i].job, 1)) error = GetLastError();
    text_raw(call->output, "null");
    return error;
}

DWORD user_handles(HANDLE handles[USER_MOST_PROGRAMS])
{
    DWORD count = 0;
    for (int i = 0; i < USER_MOST_PROGRAMS; i++)
        if (programs[i].process) handles[count++] = programs[i].process;
    return count;
}

BOOL user_take_ended(DWORD *id, DWORD *code)
{
    for (int i = 0; i < USER_MOST_PROGRAMS; i++) {
        Program *program = &programs[i];
        if (!program->process || WaitForSingleObject(program->process, 0) != WAIT_OBJECT_0) continue;
        *id = program->id;
        if (!GetExitCodeProcess(program->process, code)) *code = 0;
        let_go(program);
        return TRUE;
    }
    return FALSE;
}

void user_stop_all(void)
{
    for (int i = 0; i < USER_MOST_PROGRAMS; i++) {
        if (!programs[i].process) continue;
        TerminateJobObject(programs[i].job, 1);
        let_go(&programs[i]);
    }
}
