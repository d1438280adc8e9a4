#include "worker.h"

#include <stdlib.h>
#include <string.h>

#include "agent_log.h"
#include "pipe.h"
#include "worker_connection.h"

#define OPEN_MS 10000 /* the agent's time to open the pipe that it has asked for */
#define STOP_MS 8000  /* longer than one that runs may take to end */

/* A thread waits for it, so that the agent is served meanwhile. The thread's end is the life's. */
typedef struct {
    HANDLE thread; /* NULL: the place is free */
    HANDLE pipe, log, kill, done;
    char *arguments;
    WorkerPort ports[WORKER_MOST_PORTS];
    WorkerEnd end;
    BOOL is_untold;
} Life;

static Life lives[WORKER_MOST_LIVES];
static HANDLE agent_job, turn; /* turn: a mutex, of the life whose worker runs */
static DWORD last_id;

void worker_serve(HANDLE job)
{
    agent_job = job;
    if (!turn) turn = CreateMutexW(NULL, FALSE, NULL);
}

/* Whether the agent, or what it has started, is at the other end. */
static BOOL is_agents(HANDLE pipe)
{
    ULONG pid;
    BOOL is_in_job = FALSE;
    HANDLE job = agent_job; /* without one, Windows would ask for any job */
    HANDLE process = job && GetNamedPipeClientProcessId(pipe, &pid) ? OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, pid) : NULL;
    if (!process) return FALSE;
    if (!IsProcessInJob(process, job, &is_in_job)) is_in_job = FALSE;
    CloseHandle(process);
    return is_in_job;
}

/* Returns an error code of Windows, or NO_ERROR once the worker has run; its exit code is then in life->end. */
static DWORD run_in_turn(Life *life)
{
    WorkerWish wish = {life->pipe, life->log, life->kill, life->arguments, life->ports};
    HANDLE connection;
    DWORD error = worker_connect(&wish, &connection);
    /* Once the worker has it, the agent must see its end; until then, that there is none. */
    if (error != NO_ERROR) DisconnectNamedPipe(life->pipe);
    CloseHandle(life->pipe);
    life->pipe = NULL;
    if (error != NO_ERROR) return error;
    life->end.code = worker_await(connection, life->kill);
    CloseHandle(connection);
    return NO_ERROR;
}

static DWORD WINAPI live(LPVOID context)
{
    Life *life = context;
    PipeUse use = {life->pipe, life->done, life->kill, OPEN_MS};
    HANDLE waited[2] = {life->kill, turn};
    DWORD error = pipe_accept(&use);
    if (error == NO_ERROR && !is_agents(life->pipe)) error = ERROR_ACCESS_DENIED;
    if (error == NO_ERROR && WaitForMultipleObjects(2, waited, FALSE, INFINITE) == WAIT_OBJECT_0) error = ERROR_CANCELLED;
    if (error == NO_ERROR) {
        error = run_in_turn(life);
        ReleaseMutex(turn);
    }
    life->end.state = error == NO_ERROR ? "ended" : "failed";
    if (error != NO_ERROR) life->end.code = error;
    return 0;
}

static void let_go(Life *life)
{
    HANDLE handles[] = {life->thread, life->pipe, life->log, life->kill, life->done};
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        if (handles[i] && handles[i] != INVALID_HANDLE_VALUE) CloseHandle(handles[i]);
    free(life->arguments);
    *life = (Life){0};
}

/* The arguments as a command line without its program. An error code of Windows, or CALL_UNFIT. */
static DWORD read_arguments(Call *call, Text *line)
{
    DWORD error = call_arguments(call, line);
    if (error != NO_ERROR) return error;
    text_add(line, "", 0);
    if (line->failed) return ERROR_NOT_ENOUGH_MEMORY;
    return line->length > WORKER_MOST_ARGUMENT_BYTES ? ERROR_FILENAME_EXCED_RANGE : NO_ERROR;
}

/* False for what is no list of ports. */
static BOOL read_ports(const Call *call, WorkerPort ports[WORKER_MOST_PORTS])
{
    const Json *json = call->json;
    uint32_t list = json_field(json, call->input, "ports");
    size_t count = 0;
    if (list == JSON_NONE || !json_is(json, list, JSON_ARRAY) || json_count(json, list) > WORKER_MOST_PORTS) return FALSE;
    for (uint32_t at = json_first(json, list); at != JSON_NONE; at = json_after(json, list, at)) {
        uint32_t protocol = json_field(json, at, "protocol");
        BOOL is_udp = json_equals(json, protocol, "udp");
        int64_t family, port;
        if (!is_udp && !json_equals(json, protocol, "tcp")) return FALSE;
        if (!json_integer(json, json_field(json, at, "family"), 4, 6, &family) || family == 5) return FALSE;
        if (!json_integer(json, json_field(json, at, "port"), 1, UINT16_MAX, &port)) return FALSE;
        ports[count++] = (WorkerPort){is_udp ? IPPROTO_UDP : IPPROTO_TCP, (uint8_t)family, (uint16_t)port};
    }
    return TRUE;
}

static Life *free_place(void)
{
    for (int i = 0; i < WORKER_MOST_LIVES; i++)
        if (!lives[i].thread) return &lives[i];
    return NULL;
}

static DWORD begin(Life *life, const wchar_t *name, char *arguments, const WorkerPort ports[WORKER_MOST_PORTS])
{
    DWORD error = NO_ERROR;
    *life = (Life){.arguments = arguments, .end = {.id = ++last_id}};
    memcpy(life->ports, ports, sizeof life->ports);
    life->pipe = pipe_listen(name, PIPE_FOR_SYSTEM);
    life->kill = CreateEventW(NULL, TRUE, FALSE, NULL);
    life->done = CreateEventW(NULL, TRUE, FALSE, NULL);
    life->log = agent_log_open();
    if (life->pipe != INVALID_HANDLE_VALUE && life->kill && life->done) life->thread = CreateThread(NULL, 0, live, life, 0, NULL);
    if (life->thread) return NO_ERROR;
    error = GetLastError();
    let_go(life);
    return error;
}

DWORD call_worker_start(Call *call)
{
    Life *life = free_place();
    wchar_t name[PIPE_NAME_UNITS];
    WorkerPort ports[WORKER_MOST_PORTS] = {0};
    Text line = {0};
    DWORD error = read_ports(call, ports) ? read_arguments(call, &line) : CALL_UNFIT;
    /* No service runs this agent: none runs a worker for it. */
    if (error == NO_ERROR && (!agent_job || !turn)) error = ERROR_SERVICE_DOES_NOT_EXIST;
    if (error == NO_ERROR && !life) error = ERROR_BUSY;
    if (error == NO_ERROR && !pipe_random_name(name)) error = GetLastError();
    if (error != NO_ERROR) {
        text_free(&line);
        return error;
    }
    for (int i = 0; i < WORKER_MOST_LIVES; i++)
        if (lives[i].thread) SetEvent(lives[i].kill);
    error = begin(life, name, line.text, ports);
    if (error != NO_ERROR) return error;
    text_raw(call->output, "{\"id\":");
    text_integer(call->output, life->end.id);
    text_name(call->output, "pipe");
    text_wide(call->output, name, PIPE_NAME_UNITS);
    text_raw(call->output, "}");
    return NO_ERROR;
}

DWORD call_worker_kill(Call *call)
{
    int64_t id;
    if (!json_integer(call->json, json_field(call->json, call->input, "id"), 0, UINT32_MAX, &id)) return CALL_UNFIT;
    for (int i = 0; i < WORKER_MOST_LIVES; i++)
        if (lives[i].thread && lives[i].end.id == (DWORD)id) SetEvent(lives[i].kill);
    text_raw(call->output, "null");
    return NO_ERROR;
}

DWORD worker_handles(HANDLE handles[WORKER_MOST_LIVES])
{
    DWORD count = 0;
    for (int i = 0; i < WORKER_MOST_LIVES; i++)
        if (lives[i].thread) handles[count++] = lives[i].thread;
    return count;
}

BOOL worker_take_end(WorkerEnd *end)
{
    for (int i = 0; i < WORKER_MOST_LIVES; i++) {
        BOOL is_untold = lives[i].is_untold;
        if (!lives[i].thread || WaitForSingleObject(lives[i].thread, 0) != WAIT_OBJECT_0) continue;
        *end = lives[i].end;
        let_go(&lives[i]);
        if (!is_untold) return TRUE;
    }
    return FALSE;
}

void worker_stop_all(void)
{
    WorkerEnd end;
    for (int i = 0; i < WORKER_MOST_LIVES; i++) {
        lives[i].is_untold = TRUE;
        if (lives[i].thread) SetEvent(lives[i].kill);
    }
    for (int i = 0; i < WORKER_MOST_LIVES; i++)
        if (lives[i].thread) WaitForSingleObject(lives[i].thread, STOP_MS);
    while (worker_take_end(&end)) continue;
    agent_job = NULL;
}
