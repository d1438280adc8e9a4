/* What is done to the computer as a whole. */
#ifndef SCHOOLGATE_COMPUTER_H
#define SCHOOLGATE_COMPUTER_H

#include "call.h"

DWORD call_resolver_refresh(Call *call);
DWORD call_policy_refresh(Call *call);
DWORD call_computer_end(Call *call);

#endif
