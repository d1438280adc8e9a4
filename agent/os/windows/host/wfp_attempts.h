/* What the filters of a set have refused, as events of the filtering engine tell. */
#ifndef SCHOOLGATE_WFP_ATTEMPTS_H
#define SCHOOLGATE_WFP_ATTEMPTS_H

#include "call.h"

/* The first call begins to count, and so does one after the engine was started anew. */
DWORD call_wfp_attempts(Call *call);
/* The filters of a set have been replaced. */
void wfp_attempts_learn(int set);

#endif
