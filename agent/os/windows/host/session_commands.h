/* `schoolgate-host session lock` and `session open URL`: started by the service in the user's session, as that user. */
#ifndef SCHOOLGATE_SESSION_COMMANDS_H
#define SCHOOLGATE_SESSION_COMMANDS_H

#include "platform.h"

/* Locks the screen. Returns an error code of Windows. */
DWORD session_lock(void);
/* Opens a page in the user's browser. Only http and https: others would start any program. Returns an error code of Windows. */
DWORD session_open(const wchar_t *url);

#endif
