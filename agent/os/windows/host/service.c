#include "service.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wtsapi32.h>

#include "agent_log.h"
#include "child.h"
#include "events.h"
#include "link.h"
#include "program.h"
#include "state_folder.h"
#include "watch.h"
#include "wfp_openings.h"
#include "worker.h"
#include "worker_connection.h"

#ifndef AGENT_COMMAND
#define AGENT_COMMAND L"\"%ls\\schoolgate-agent.exe\" run"
#endif
#define FIRST_BACKOFF_MS 1000
#define LONGEST_BACKOFF_MS 60000
#define STEADY_RUN_MS 60000 /* an agent that ran so long is not at fault for what came before */
/* By numbers of their own, tests of a -DRECORD build do what Wine never does. */
#define CONTROL_RESUME 200
#define CONTROL_LOGON 201

const wchar_t service_name[] = L"SchoolgateAgent";

static SERVICE_STATUS_HANDLE status_handle;
static HANDLE stop;
static Link link;

static void report(DWORD state)
{
    SERVICE_STATUS status = {.dwServiceType = SERVICE_WIN32_OWN_PROCESS, .dwCurrentState = state};
    if (state == SERVICE_RUNNING)
        status.dwControlsAccepted = SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_PRESHUTDOWN | SERVICE_ACCEPT_POWEREVENT | SERVICE_ACCEPT_SESSIONCHANGE;
    if (state == SERVICE_STOP_PENDING) status.dwWaitHint = SERVICE_STOP_HINT_MS;
    SetServiceStatus(status_handle, &status);
}

static void on_power(DWORD type)
{
    switch (type) {
    case PBT_APMSUSPEND: events_post("power", "suspend"); break;
    case PBT_APMRESUMEAUTOMATIC: events_post("power", "resume"); break;
    case PBT_APMPOWERSTATUSCHANGE: events_post("power", "status"); break;
    default: break;
    }
}

static void on_session(DWORD type)
{
    switch (type) {
    case WTS_CONSOLE_CONNECT: events_post("session", "connect"); break;
    case WTS_CONSOLE_DISCONNECT: events_post("session", "disconnect"); break;
    case WTS_SESSION_LOGON: events_post("session", "logon"); break;
    case WTS_SESSION_LOGOFF: events_post("session", "logoff"); break;
    case WTS_SESSION_LOCK: events_post("session", "lock"); break;
    case WTS_SESSION_UNLOCK: events_post("session", "unlock"); break;
    default: break;
    }
}

static DWORD WINAPI on_control(DWORD control, DWORD type, LPVOID data, LPVOID context)
{
    (void)data;
    (void)context;
    switch (control) {
    case SERVICE_CONTROL_STOP:
    case SERVICE_CONTROL_PRESHUTDOWN:
        report(SERVICE_STOP_PENDING);
        events_post("stop", control == SERVICE_CONTROL_STOP ? "stop" : "shutdown");
        SetEvent(stop);
        return NO_ERROR;
    case SERVICE_CONTROL_POWEREVENT: on_power(type); return NO_ERROR;
    case SERVICE_CONTROL_SESSIONCHANGE: on_session(type); return NO_ERROR;
    case SERVICE_CONTROL_INTERROGATE: return NO_ERROR;
#ifdef RECORD
    case CONTROL_RESUME: on_power(PBT_APMRESUMEAUTOMATIC); return NO_ERROR;
    case CONTROL_LOGON: on_session(WTS_SESSION_LOGON); return NO_ERROR;
#endif
    default: return ERROR_CALL_NOT_IMPLEMENTED;
    }
}

/* To be freed. */
static wchar_t *agent_line(const wchar_t *folder)
{
    size_t room = 2 * wcslen(folder) + 128;
    wchar_t *line = malloc(room * sizeof *line);
    /* A command for tests may name the folder twice. */
    if (line) (void)swprintf(line, room, AGENT_COMMAND, folder, folder);
    return line;
}

static DWORD start_agent(Child *child)
{
    const wchar_t *folder = program_folder();
    wchar_t *line = folder ? agent_line(folder) : NULL;
    ChildProgram program = {.line = line, .folder = folder};
    HANDLE ours, theirs;
    DWORD error;
    if (!line) return ERROR_NOT_ENOUGH_MEMORY;
    if (!child_pipe(&ours, &theirs)) {
        error = GetLastError();
        free(line);
        return error;
    }
    program.files[0] = theirs;
    program.log = agent_log_open();
    error = child_start(child, &program);
    if (program.log) CloseHandle(program.log);
    CloseHandle(theirs);
    free(line);
    if (error != NO_ERROR) {
        CloseHandle(ours);
        return error;
    }
    if (link_open(&link, ours)) return NO_ERROR;
    child_kill(child);
    return ERROR_BROKEN_PIPE;
}

/* Runs the agent once. Returns how long, in milliseconds; 0 when it could not be started. */
static ULONGLONG run_agent(void)
{
    ULONGLONG started_at = GetTickCount64();
    Child child;
    if (start_agent(&child) != NO_ERROR) return 0;
    worker_serve(child.job);
    watch_agent(&link, child.process, stop);
    child_kill(&child);
    link_close(&link);
    return GetTickCount64() - started_at;
}

static void WINAPI service_main(DWORD count, LPWSTR *arguments)
{
    DWORD backoff_ms = FIRST_BACKOFF_MS;
    (void)count;
    (void)arguments;
    status_handle = RegisterServiceCtrlHandlerExW(service_name, on_control, NULL);
    if (!status_handle) return;
    report(SERVICE_RUNNING);
    events_watch_network();
    for (;;) {
        if (run_agent() >= STEADY_RUN_MS) backoff_ms = FIRST_BACKOFF_MS;
        if (watch_pause(stop, backoff_ms)) break;
        backoff_ms = backoff_ms * 2 < LONGEST_BACKOFF_MS ? backoff_ms * 2 : LONGEST_BACKOFF_MS;
    }
    wfp_openings_close_all();
    /* Its program is this one, which an update replaces. */
    worker_service_stop();
    report(SERVICE_STOPPED);
}

int service_run(void)
{
    wchar_t name[sizeof service_name / sizeof *service_name];
    SERVICE_TABLE_ENTRYW table[] = {{name, service_main}, {NULL, NULL}};
    wcscpy(name, service_name);
    stop = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!state_folder_name()) return 1;
    /* The agent finds its end of the pipe by it. */
    if (!stop || !events_start() || !link_prepare(&link) || !SetEnvironmentVariableW(L"SCHOOLGATE_HOST_FD", L"3")) return 1;
    if (StartServiceCtrlDispatcherW(table)) return 0;
    fprintf(stderr, "not started by the Service Control Manager (Windows error %lu)\n", GetLastError());
    return 1;
}
