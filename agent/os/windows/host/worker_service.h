/* `schoolgate-host service worker`: the service of an account of its own that runs the worker for the agent's host. */
#ifndef SCHOOLGATE_WORKER_SERVICE_H
#define SCHOOLGATE_WORKER_SERVICE_H

#include "platform.h"

extern const wchar_t worker_service_name[];
/* Where the agent's host finds it. */
extern const wchar_t worker_service_pipe[];

/* Until the Service Control Manager stops it. Returns the exit status. */
int worker_service_run(void);

#endif
