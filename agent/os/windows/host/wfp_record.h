/* Tests only (-DRECORD): a stand-in for BFE, which Wine does not have. It keeps filters in memory, and writes each call to wfp-calls.txt beside the program. */
#ifndef SCHOOLGATE_WFP_RECORD_H
#define SCHOOLGATE_WFP_RECORD_H

#include "wfp_engine.h"

/* False when the file cannot be written. */
BOOL wfp_record_into(Bfe *table);

#endif
