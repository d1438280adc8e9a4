/* Folders that only SYSTEM and the administrators may write to. */
#ifndef SCHOOLGATE_PROTECT_H
#define SCHOOLGATE_PROTECT_H

#include "call.h"

DWORD call_protect(Call *call);
DWORD call_protection(Call *call);

#endif
