#include "worker_service.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "call.h"
#include "child.h"
#include "held.h"
#include "pipe.h"
#include "program.h"
#include "worker_frame.h"

#ifndef WORKER_COMMAND
#define WORKER_COMMAND L"\"%ls\\schoolgate-agent.exe\""
#endif
/* As agent/os/worker-starter.ts gives them on other systems: the heap of a caching forwarder is kept small. */
#define NODE_OPTIONS L"--max-semi-space-size=1 --max-old-space-size=64 --disable-warning=ExperimentalWarning"
#define ENVIRONMENT_UNITS 2048
#define TALK_MS 5000 /* to the agent's host, which is there, or gone */
#define NOT_HANDED_OVER 75 /* the exit code of a worker that has not got its ports: agent/os/windows/held-sockets.ts */

const wchar_t worker_service_name[] = L"SchoolgateWorker";
const wchar_t worker_service_pipe[] = L"\\\\.\\pipe\\schoolgate-worker";

static SERVICE_STATUS_HANDLE status_handle;
static HANDLE stop, done;
static BOOL holds_ports = TRUE;

static void report_state(DWORD state, DWORD error)
{
    SERVICE_STATUS status = {.dwServiceType = SERVICE_WIN32_OWN_PROCESS, .dwCurrentState = state, .dwWin32ExitCode = error};
    if (state == SERVICE_RUNNING) status.dwControlsAccepted = SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN;
    if (state == SERVICE_STOP_PENDING) status.dwWaitHint = TALK_MS;
    SetServiceStatus(status_handle, &status);
}

static DWORD WINAPI on_control(DWORD control, DWORD type, LPVOID data, LPVOID context)
{
    (void)type;
    (void)data;
    (void)context;
    switch (control) {
    case SERVICE_CONTROL_STOP:
    case SERVICE_CONTROL_SHUTDOWN:
        report_state(SERVICE_STOP_PENDING, NO_ERROR);
        SetEvent(stop);
        return NO_ERROR;
    case SERVICE_CONTROL_INTERROGATE: return NO_ERROR;
    default: return ERROR_CALL_NOT_IMPLEMENTED;
    }
}

/* What one worker is given of the ports: our ends of its channel and of its datagrams, and its own. All NULL: nothing is held. */
typedef struct {
    HANDLE channel, datagrams, their_channel, their_datagrams;
    wchar_t names[HELD_NAMES_UNITS];
} Handover;

static void close_handle(HANDLE *handle)
{
    if (*handle) CloseHandle(*handle);
    *handle = NULL;
}

static DWORD prepare_handover(Handover *handover)
{
    DWORD error;
    *handover = (Handover){0};
    if (held_names(handover->names) == 0) return NO_ERROR;
    if (!child_pipe(&handover->channel, &handover->their_channel)) return GetLastError();
    if (child_pipe(&handover->datagrams, &handover->their_datagrams)) return NO_ERROR;
    error = GetLastError();
    close_handle(&handover->channel);
    close_handle(&handover->their_channel);
    return error;
}

/* Variables as CreateProcessW takes them, in alphabetical order: nothing of the service gets to the worker. False when they do not fit. */
static BOOL make_environment(wchar_t block[ENVIRONMENT_UNITS], const Handover *handover)
{
    wchar_t system[MAX_PATH], root[MAX_PATH], temporary[MAX_PATH];
    DWORD units = GetEnvironmentVariableW(L"TEMP", temporary, MAX_PATH);
    const wchar_t *channel = handover->channel ? L"NODE_CHANNEL_FD=4\nNODE_CHANNEL_SERIALIZATION_MODE=json\n" : L"";
    const wchar_t *held = handover->channel ? L"SCHOOLGATE_HELD=" : L"", *end = handover->channel ? L"\n" : L"";
    int used;
    if (!GetSystemDirectoryW(system, MAX_PATH) || !GetSystemWindowsDirectoryW(root, MAX_PATH)) return FALSE;
    if (units == 0 || units >= MAX_PATH) wcscpy(temporary, root);
    used = swprintf(block, ENVIRONMENT_UNITS - 1, L"%lsNODE_OPTIONS=%ls\nPATH=%ls\n%ls%ls%lsSystemRoot=%ls\nTEMP=%ls\n", channel, NODE_OPTIONS, system, held,
                    handover->names, end, root, temporary);
    if (used < 0) return FALSE;
    for (int i = 0; i < used; i++)
        if (block[i] == '\n') block[i] = 0;
    block[used] = 0;
    return TRUE;
}

/* The program and its arguments, in `memory`. NULL when there is none. */
static wchar_t *worker_line(const char *arguments, const wchar_t *folder, Memory *memory)
{
    wchar_t *behind = wide_of(memory, arguments);
    size_t room = behind ? 2 * wcslen(folder) + 128 + 1 + wcslen(behind) + 1 : 0;
    wchar_t *line = room ? memory_take(memory, room * sizeof *line) : NULL;
    if (!line) return NULL;
    /* A command for tests may name the folder twice. */
    (void)swprintf(line, room, WORKER_COMMAND, folder, folder);
    wcscat(line, L" ");
    wcscat(line, behind);
    return line;
}

static DWORD run_program(Child *child, const WorkerOrder *order, const char *arguments, const Handover *handover)
{
    Memory memory = {0};
    wchar_t environment[ENVIRONMENT_UNITS];
    const wchar_t *folder = program_folder();
    ChildProgram program = {.line = folder ? worker_line(arguments, folder, &memory) : NULL,
                            .folder = folder,
                            .environment = environment,
                            .files = {(HANDLE)(uintptr_t)order->stream, handover->their_channel, handover->their_datagrams},
                            .log = (HANDLE)(uintptr_t)order->log};
    DWORD error = ERROR_NOT_ENOUGH_MEMORY;
    if (program.line && make_environment(environment, handover)) error = child_start(child, &program);
    memory_free(&memory);
    return error;
}

/* Workers open their ports themselves from now on: better than one that cannot start. */
static void give_up_holding(void)
{
    holds_ports = FALSE;
    held_let_go();
}

/* Gives it its ports; it waits for them. */
static DWORD hand_over(const Child *child, const Handover *handover)
{
    PipeUse channel = {handover->channel, done, stop, TALK_MS};
    DWORD error = NO_ERROR;
    if (handover->channel) error = held_give(&channel, child->pid);
    if (handover->channel && error == NO_ERROR) error = held_carry(handover->datagrams);
    return error;
}

static DWORD start_worker(Child *child, const WorkerOrder *order, const char *arguments, Handover *handover)
{
    DWORD error;
    if (holds_ports) held_keep(order->ports);
    error = prepare_handover(handover);
    if (error == NO_ERROR) error = run_program(child, order, arguments, handover);
    if (error == NO_ERROR) {
        error = hand_over(child, handover);
        if (error != NO_ERROR) {
            child_kill(child);
            held_rest();
            give_up_holding();
        }
    }
    close_handle(&handover->their_channel);
    close_handle(&handover->their_datagrams);
    return error;
}

/* The ports wait for the next one. */
static void take_back(Handover *handover, DWORD code)
{
    held_rest();
    close_handle(&handover->channel);
    close_handle(&handover->datagrams);
    if (code == NOT_HANDED_OVER) give_up_holding();
}

static DWORD tell(const PipeUse *talk, WorkerState state, DWORD number)
{
    uint8_t bytes[WORKER_REPORT_BYTES];
    WorkerReport report = {state, number};
    worker_report_write(bytes, &report);
    return pipe_write(talk, bytes, sizeof bytes);
}

/* Until the worker ends, the agent's host wants it to, or the service stops. Returns its exit code. */
static DWORD attend_worker(const PipeUse *talk, Child *child)
{
    OVERLAPPED reading = {.hEvent = talk->done};
    HANDLE waited[3] = {child->process, stop, talk->done};
    uint8_t any;
    DWORD code = 1, got;
    /* Its one byte, or the end of the connection. */
    if (ReadFile(talk->pipe, &any, 1, NULL, &reading) || GetLastError() == ERROR_IO_PENDING) {
        WaitForMultipleObjects(3, waited, FALSE, INFINITE);
        CancelIoEx(talk->pipe, &reading);
        GetOverlappedResult(talk->pipe, &reading, &got, TRUE);
    }
    if (!GetExitCodeProcess(child->process, &code) || code == STILL_ACTIVE) code = 1;
    child_kill(child);
    return code;
}

/* One connection of the agent's host: one worker. */
static void serve(const PipeUse *talk)
{
    static char arguments[WORKER_MOST_ARGUMENT_BYTES + 1];
    uint8_t head[WORKER_ORDER_HEAD_BYTES], any;
    WorkerOrder order;
    Child child;
    Handover handover = {0};
    DWORD error, got, code = 0;
    if (pipe_read_all(talk, head, sizeof head) != NO_ERROR || !worker_order_read(&order, head)) return;
    error = pipe_read_all(talk, arguments, order.arguments_length);
    arguments[order.arguments_length] = 0;
    if (error == NO_ERROR && !worker_arguments_fit(arguments, order.arguments_length)) error = ERROR_INVALID_DATA;
    if (error == NO_ERROR) error = start_worker(&child, &order, arguments, &handover);
    /* The worker has its own. */
    CloseHandle((HANDLE)(uintptr_t)order.stream);
    if (order.log) CloseHandle((HANDLE)(uintptr_t)order.log);
    if (error != NO_ERROR) {
        tell(talk, WORKER_FAILED, error);
    } else {
        tell(talk, WORKER_STARTED, child.pid);
        code = attend_worker(talk, &child);
        tell(talk, WORKER_ENDED, code);
    }
    take_back(&handover, code);
    /* What it has not read yet is lost by a disconnection: it closes first. */
    while (pipe_read(talk, &any, 1, &got) == NO_ERROR) continue;
}

static void WINAPI service_main(DWORD count, LPWSTR *arguments)
{
    HANDLE pipe;
    (void)count;
    (void)arguments;
    status_handle = RegisterServiceCtrlHandlerExW(worker_service_name, on_control, NULL);
    if (!status_handle) return;
    pipe = pipe_listen(worker_service_pipe, PIPE_FOR_MAKER);
    if (pipe == INVALID_HANDLE_VALUE) {
        report_state(SERVICE_STOPPED, GetLastError());
        return;
    }
    /* From here on it can be reached. */
    report_state(SERVICE_RUNNING, NO_ERROR);
    while (WaitForSingleObject(stop, 0) != WAIT_OBJECT_0) {
        PipeUse accept = {pipe, done, stop, INFINITE}, talk = {pipe, done, stop, TALK_MS};
        if (pipe_accept(&accept) == NO_ERROR) serve(&talk);
        DisconnectNamedPipe(pipe);
    }
    CloseHandle(pipe);
    held_let_go();
    report_state(SERVICE_STOPPED, NO_ERROR);
}

int worker_service_run(void)
{
    wchar_t name[sizeof worker_service_name / sizeof *worker_service_name];
    SERVICE_TABLE_ENTRYW table[] = {{name, service_main}, {NULL, NULL}};
    wcscpy(name, worker_service_name);
    stop = CreateEventW(NULL, TRUE, FALSE, NULL);
    done = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!stop || !done) return 1;
    if (StartServiceCtrlDispatcherW(table)) return 0;
    fprintf(stderr, "not started by the Service Control Manager (Windows error %lu)\n", GetLastError());
    return 1;
}
