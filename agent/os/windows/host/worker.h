/* The agent's worker: `worker.start`, `worker.kill`, and its end. */
#ifndef SCHOOLGATE_WORKER_H
#define SCHOOLGATE_WORKER_H

#include "call.h"

#define WORKER_MOST_LIVES 4 /* the last one, and those that still end */

typedef struct {
    DWORD id, code;
    const char *state; /* of HOST_TELLS.worker */
} WorkerEnd;

/* Whose calls they are: the job of the agent, which alone may open the worker's pipe. NULL: this agent has no worker. */
void worker_serve(HANDLE job);
DWORD call_worker_start(Call *call);
DWORD call_worker_kill(Call *call);

/* What is to be waited on: each is set when a life is over. Returns how many. */
DWORD worker_handles(HANDLE handles[WORKER_MOST_LIVES]);
/* Takes one that is over. False when there is none. */
BOOL worker_take_end(WorkerEnd *end);
/* Ends all of them, untold: their agent has gone. */
void worker_stop_all(void);

#endif
