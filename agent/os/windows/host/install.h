/* `schoolgate-host install` and `uninstall`: the service in the Service Control Manager. */
#ifndef SCHOOLGATE_INSTALL_H
#define SCHOOLGATE_INSTALL_H

#include "platform.h"

/* Makes the service, or brings one that is there to the same settings, and starts it. Returns an error code of Windows. */
DWORD install(void);
/* Stops the service, takes all filters away, deletes the service. Harmless when it is not there. Returns an error code of Windows. */
DWORD uninstall(void);
#ifdef RECORD
/* Sends the service a control code of its own. */
DWORD install_control(DWORD code);
#endif

#endif
