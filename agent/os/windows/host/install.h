/* `schoolgate-host install` and `uninstall`: the services in the Service Control Manager. */
#ifndef SCHOOLGATE_INSTALL_H
#define SCHOOLGATE_INSTALL_H

#include "platform.h"

/* Makes the services, or brings what is there to the same settings, and starts the agent's. Returns an error code of Windows. */
DWORD install(void);
/* Stops the services, takes all filters away, deletes the services. Harmless when they are not there. Returns an error code of Windows. */
DWORD uninstall(void);
#ifdef RECORD
/* Sends the agent's service a control code of its own. */
DWORD install_control(DWORD code);
#endif

#endif
