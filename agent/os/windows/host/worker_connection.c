#include "worker_connection.h"

#include <string.h>

#include "pipe.h"
#include "worker_service.h"

#define START_MS 20000 /* the service, from the disk of a slow computer */
#define TALK_MS 10000  /* the start of one program */
#define KILL_MS 7000   /* more than a process may take to go: child_kill */
#define STOP_MS 3000
#define LOOK_MS 50

static BOOL is_passing(DWORD error)
{
    /* Services start by themselves just now; or this one is about to stop. */
    return error == ERROR_SERVICE_DATABASE_LOCKED || error == ERROR_SERVICE_CANNOT_ACCEPT_CTRL;
}

/* Until it runs. Returns an error code of Windows. */
static DWORD start_service(SC_HANDLE service, HANDLE interrupt, ULONGLONG until, DWORD *pid)
{
    BOOL is_started = FALSE;
    do {
        SERVICE_STATUS_PROCESS status;
        DWORD bytes, error;
        if (!QueryServiceStatusEx(service, SC_STATUS_PROCESS_INFO, (BYTE *)&status, sizeof status, &bytes)) return GetLastError();
        *pid = status.dwProcessId;
        if (status.dwCurrentState == SERVICE_RUNNING) return NO_ERROR;
        if (status.dwCurrentState == SERVICE_STOPPED) {
            if (is_started) return status.dwWin32ExitCode != NO_ERROR ? status.dwWin32ExitCode : ERROR_SERVICE_REQUEST_TIMEOUT;
            error = StartServiceW(service, 0, NULL) ? NO_ERROR : GetLastError();
            is_started = error == NO_ERROR;
            if (error != NO_ERROR && error != ERROR_SERVICE_ALREADY_RUNNING && !is_passing(error)) return error;
        }
        if (WaitForSingleObject(interrupt, LOOK_MS) == WAIT_OBJECT_0) return ERROR_CANCELLED;
    } while (GetTickCount64() < until);
    return ERROR_SERVICE_REQUEST_TIMEOUT;
}

static DWORD running_service(HANDLE interrupt, ULONGLONG until, DWORD *pid)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    SC_HANDLE service = manager ? OpenServiceW(manager, worker_service_name, SERVICE_START | SERVICE_QUERY_STATUS) : NULL;
    DWORD error = service ? start_service(service, interrupt, until, pid) : GetLastError();
    if (service) CloseServiceHandle(service);
    if (manager) CloseServiceHandle(manager);
    return error;
}

/* The pipe of exactly this process. It is busy while a worker of before goes. */
static DWORD open_pipe(DWORD pid, HANDLE interrupt, ULONGLONG until, HANDLE *connection)
{
    ULONG server;
    for (;;) {
        DWORD error;
        /* Anonymous: whoever has the pipe cannot act as SYSTEM. */
        *connection = CreateFileW(worker_service_pipe, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING,
                                  FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_ANONYMOUS, NULL);
        if (*connection != INVALID_HANDLE_VALUE) break;
        error = GetLastError();
        if (error != ERROR_PIPE_BUSY && error != ERROR_FILE_NOT_FOUND) return error;
        if (GetTickCount64() >= until) return error;
        if (WaitForSingleObject(interrupt, LOOK_MS) == WAIT_OBJECT_0) return ERROR_CANCELLED;
    }
    if (GetNamedPipeServerProcessId(*connection, &server) && server == pid) return NO_ERROR;
    CloseHandle(*connection);
    return ERROR_BAD_PIPE; /* somebody else's */
}

/* Handles of its own, which its child may inherit. */
static DWORD give_handles(DWORD pid, const WorkerWish *wish, WorkerOrder *order)
{
    HANDLE process = OpenProcess(PROCESS_DUP_HANDLE, FALSE, pid), us = GetCurrentProcess(), given = NULL;
    DWORD error = NO_ERROR;
    if (!process) return GetLastError();
    if (wish->log && DuplicateHandle(us, wish->log, process, &given, 0, TRUE, DUPLICATE_SAME_ACCESS)) order->log = (uintptr_t)given;
    if (DuplicateHandle(us, wish->stream, process, &given, 0, TRUE, DUPLICATE_SAME_ACCESS)) order->stream = (uintptr_t)given;
    else error = GetLastError();
    CloseHandle(process);
    return error;
}

static DWORD hear(const PipeUse *talk, WorkerReport *report)
{
    uint8_t bytes[WORKER_REPORT_BYTES];
    DWORD error = pipe_read_all(talk, bytes, sizeof bytes);
    if (error != NO_ERROR) return error;
    return worker_report_read(report, bytes) ? NO_ERROR : ERROR_INVALID_DATA;
}

static DWORD order_worker(const PipeUse *talk, DWORD pid, const WorkerWish *wish)
{
    WorkerOrder order = {0};
    WorkerReport report;
    Text frame = {0};
    DWORD error;
    memcpy(order.ports, wish->ports, sizeof order.ports);
    error = give_handles(pid, wish, &order);
    if (error == NO_ERROR && !worker_order_write(&frame, &order, wish->arguments)) error = ERROR_NOT_ENOUGH_MEMORY;
    if (error == NO_ERROR) error = pipe_write(talk, frame.text, (DWORD)frame.length);
    text_free(&frame);
    if (error == NO_ERROR) error = hear(talk, &report);
    if (error != NO_ERROR) return error;
    if (report.state == WORKER_STARTED) return NO_ERROR;
    return report.state == WORKER_FAILED && report.number != NO_ERROR ? report.number : ERROR_INVALID_DATA;
}

DWORD worker_connect(const WorkerWish *wish, HANDLE *connection)
{
    ULONGLONG until = GetTickCount64() + START_MS;
    DWORD pid = 0, error = running_service(wish->interrupt, until, &pid);
    if (error == NO_ERROR) error = open_pipe(pid, wish->interrupt, until, connection);
    if (error == NO_ERROR) {
        PipeUse talk = {*connection, CreateEventW(NULL, TRUE, FALSE, NULL), wish->interrupt, TALK_MS};
        error = talk.done ? order_worker(&talk, pid, wish) : GetLastError();
        if (talk.done) CloseHandle(talk.done);
        if (error != NO_ERROR) CloseHandle(*connection);
    }
    return error;
}

DWORD worker_await(HANDLE connection, HANDLE interrupt)
{
    static const uint8_t end = 0;
    HANDLE done = CreateEventW(NULL, TRUE, FALSE, NULL);
    PipeUse life = {connection, done, interrupt, INFINITE}, last = {connection, done, NULL, KILL_MS};
    WorkerReport report = {0};
    DWORD error;
    if (!done) return 1;
    error = hear(&life, &report);
    /* Told to, it says when the worker has gone: the next one finds its ports free. */
    if (error == ERROR_CANCELLED && pipe_write(&last, &end, 1) == NO_ERROR) error = hear(&last, &report);
    CloseHandle(done);
    return error == NO_ERROR && report.state == WORKER_ENDED ? report.number : 1;
}

void worker_service_stop(void)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    SC_HANDLE service = manager ? OpenServiceW(manager, worker_service_name, SERVICE_STOP | SERVICE_QUERY_STATUS) : NULL;
    ULONGLONG until = GetTickCount64() + STOP_MS;
    SERVICE_STATUS status;
    BOOL is_asked = service && ControlService(service, SERVICE_CONTROL_STOP, &status);
    while (is_asked && QueryServiceStatus(service, &status) && status.dwCurrentState != SERVICE_STOPPED && GetTickCount64() < until) Sleep(LOOK_MS);
    if (service) CloseServiceHandle(service);
    if (manager) CloseServiceHandle(manager);
}
