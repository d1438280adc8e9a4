/* A filter as planned, in the structures of the filtering platform. */
#ifndef SCHOOLGATE_WFP_CONDITIONS_H
#define SCHOOLGATE_WFP_CONDITIONS_H

#include "wfp_engine.h"

#include "filter_plan.h"

/* The conditions of one filter, and everything that they point to. */
typedef struct {
    FWPM_FILTER_CONDITION0 conditions[PLAN_MAX_CONDITIONS];
    union {
        FWP_V4_ADDR_AND_MASK four;
        FWP_V6_ADDR_AND_MASK six;
    } networks[PLAN_MAX_CONDITIONS];
    FWP_BYTE_BLOB *program, user;
    PSECURITY_DESCRIPTOR descriptor;
} Conditions;

/* To be freed in any case. */
DWORD conditions_make(const PlanFilter *plan, Conditions *out);
void conditions_free(Conditions *conditions);

#endif
