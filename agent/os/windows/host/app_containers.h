/* Store apps: each runs in an AppContainer, which may reach this computer's own addresses only when it is on one list of Windows. */
#ifndef SCHOOLGATE_APP_CONTAINERS_H
#define SCHOOLGATE_APP_CONTAINERS_H

#include "call.h"

/* Both answer ERROR_PROC_NOT_FOUND where Windows has no such list (Wine). */
DWORD call_loopback_read(Call *call);
DWORD call_loopback_change(Call *call);

#endif
