/* The calls of the filtering platform. */
#ifndef SCHOOLGATE_WFP_CALLS_H
#define SCHOOLGATE_WFP_CALLS_H

#include "call.h"

DWORD call_wfp_replace(Call *call);
DWORD call_wfp_held(Call *call);
DWORD call_wfp_open(Call *call);
DWORD call_wfp_sweep(Call *call);

/* Takes away all sets and openings; for `uninstall`, too. Harmless when nothing is there. */
DWORD wfp_sweep(void);

#endif
