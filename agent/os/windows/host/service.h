/* `schoolgate-host service agent`: the service that runs the agent. */
#ifndef SCHOOLGATE_SERVICE_H
#define SCHOOLGATE_SERVICE_H

#include "platform.h"

extern const wchar_t service_name[];
/* Told to the Service Control Manager: how long the service takes to stop. */
#define SERVICE_STOP_HINT_MS 15000

/* Until the Service Control Manager stops it. Returns the exit status. */
int service_run(void);

#endif
