/* The agent's host towards the worker's host: starts its service and gives it what the worker needs. It believes nothing from there but three numbers. */
#ifndef SCHOOLGATE_WORKER_CONNECTION_H
#define SCHOOLGATE_WORKER_CONNECTION_H

#include "platform.h"

#include "worker_frame.h"

/* What the worker gets; both handles stay the caller's. `log` may be NULL. `interrupt` ends everything at once. */
typedef struct {
    HANDLE stream, log, interrupt;
    const char *arguments; /* a command line without its program */
    const WorkerPort *ports; /* WORKER_MOST_PORTS */
} WorkerWish;

/*
 * Has the worker started: by a service that runs as its own account, or not at all. Takes half a minute at most. *connection is to be closed, which ends the worker. Returns
 * an error code of Windows.
 */
DWORD worker_connect(const WorkerWish *wish, HANDLE *connection);
/* Until the worker ends or the interrupt is set, which ends it. Returns its exit code; 1 when nobody knows it. */
DWORD worker_await(HANDLE connection, HANDLE interrupt);
/* Stops the service, and waits for it a short time. */
void worker_service_stop(void);

#endif
