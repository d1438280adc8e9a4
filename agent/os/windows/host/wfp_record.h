/* Tests only (-DRECORD): a stand-in for BFE, which Wine does not have. It keeps filters in memory, and writes each call to wfp-calls.txt beside the program. */
#ifndef SCHOOLGATE_WFP_RECORD_H
#define SCHOOLGATE_WFP_RECORD_H

#include "wfp_engine.h"
#include "wfp_events.h"

/* False when the file cannot be written. */
BOOL wfp_record_into(Bfe *table);

extern const WfpEvents wfp_record_events;
/* Tells of one connection to 192.0.2.1, port 53, for each filter that blocks. */
void wfp_record_drops(void);

#endif
