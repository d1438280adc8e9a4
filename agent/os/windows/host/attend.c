#include "attend.h"

#include <stdio.h>

#include "child.h"
#include "events.h"
#include "link.h"
#include "watch.h"

#define PIECE_BYTES 65536
#define FLUSH_MS 5000 /* for the last answers, to a reader that takes them */

/* Standard input and output are not overlapped: a thread each carries between them and a pipe of our own, so that the link knows one kind of pipe. */
typedef struct {
    HANDLE pipe, standard, done;
} Pump;

/* One overlapped operation on the pipe, waited for. Returns its bytes, 0 at the end. */
static DWORD carry(const Pump *pump, BOOL is_write, BYTE *bytes, DWORD count)
{
    OVERLAPPED operation = {.hEvent = pump->done};
    DWORD done = 0;
    BOOL begun = is_write ? WriteFile(pump->pipe, bytes, count, NULL, &operation) : ReadFile(pump->pipe, bytes, count, NULL, &operation);
    if (!begun && GetLastError() != ERROR_IO_PENDING) return 0;
    return GetOverlappedResult(pump->pipe, &operation, &done, TRUE) ? done : 0;
}

static DWORD WINAPI pump_in(LPVOID context)
{
    static BYTE bytes[PIECE_BYTES];
    Pump *pump = context;
    DWORD count;
    while (ReadFile(pump->standard, bytes, sizeof bytes, &count, NULL) && count > 0)
        if (carry(pump, TRUE, bytes, count) != count) break;
    return 0;
}

static DWORD WINAPI pump_out(LPVOID context)
{
    static BYTE bytes[PIECE_BYTES];
    Pump *pump = context;
    DWORD count, written;
    while ((count = carry(pump, FALSE, bytes, sizeof bytes)) > 0)
        if (!WriteFile(pump->standard, bytes, count, &written, NULL)) break;
    return 0;
}

static HANDLE start(LPTHREAD_START_ROUTINE routine, Pump *pump, HANDLE pipe, DWORD standard)
{
    *pump = (Pump){pipe, GetStdHandle(standard), CreateEventW(NULL, TRUE, FALSE, NULL)};
    return pump->done ? CreateThread(NULL, 0, routine, pump, 0, NULL) : NULL;
}

int attend(void)
{
    static Link link;
    static Pump in, out;
    HANDLE ours, theirs, reader, writer;
    BOOL is_well;
    if (!events_start() || !link_prepare(&link) || !child_pipe(&ours, &theirs)) {
        fprintf(stderr, "no pipe (Windows error %lu)\n", GetLastError());
        return 1;
    }
    writer = start(pump_out, &out, theirs, STD_OUTPUT_HANDLE);
    reader = start(pump_in, &in, theirs, STD_INPUT_HANDLE);
    if (!writer || !reader) return 1;
    events_watch_network();
    if (!link_open(&link, ours)) return 1;
    is_well = watch_agent(&link, reader, NULL);
    if (!is_well) fprintf(stderr, "the agent is broken, or hangs\n");
    /* What was written before it closed can still be read at the other end. */
    link_close(&link);
    WaitForSingleObject(writer, FLUSH_MS);
    return is_well ? 0 : 1;
}
