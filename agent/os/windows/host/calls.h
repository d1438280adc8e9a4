/* The table of calls: HOST_TAKES of protocol.ts. */
#ifndef SCHOOLGATE_CALLS_H
#define SCHOOLGATE_CALLS_H

#include "call.h"

/* Carries out the call of this name. CALL_UNFIT for a name that is not in the table, too. */
DWORD calls_carry_out(Call *call, uint32_t name);
BOOL calls_is_alive(const Json *json, uint32_t name);

#endif
