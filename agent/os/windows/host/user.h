/* The user at the console: programs, messages, and the session itself. */
#ifndef SCHOOLGATE_USER_H
#define SCHOOLGATE_USER_H

#include "call.h"

#define USER_MOST_PROGRAMS 16 /* at once; more is ERROR_NOT_ENOUGH_QUOTA */

DWORD call_user_start(Call *call);
DWORD call_user_stop(Call *call);
DWORD call_user_message(Call *call);
DWORD call_user_sign_out(Call *call);
DWORD call_user_disconnect(Call *call);

/* The programs that run, to be waited on. Returns how many. */
DWORD user_handles(HANDLE handles[USER_MOST_PROGRAMS]);
/* Takes one that has ended. False when there is none. What it has started itself lives on. */
BOOL user_take_ended(DWORD *id, DWORD *code);
/* Ends all of them, untold: their agent has gone. */
void user_stop_all(void);

#endif
