/* Public identifiers of the Windows SDK (fwpmu.h, fwpmtypes.h, fwptypes.h) that mingw-w64 10 does not have, and our own. */
#ifndef SCHOOLGATE_WFP_NAMES_H
#define SCHOOLGATE_WFP_NAMES_H

#include <guiddef.h>

#include "filter_plan.h"

/* In the order of PlanLayer: ALE_AUTH_CONNECT, ALE_AUTH_RECV_ACCEPT, ALE_RESOURCE_ASSIGNMENT, each V4, V6. */
extern const GUID wfp_layers[LAYER_COUNT];
/* In the order of PlanField: IP_PROTOCOL, IP_LOCAL_PORT, IP_REMOTE_PORT, IP_REMOTE_ADDRESS, IP_LOCAL_ADDRESS, ALE_APP_ID, ALE_USER_ID, FLAGS. */
extern const GUID wfp_fields[FIELD_COUNT];

/* Ours, for ever the same: what an older release left is found by them. */
extern const GUID wfp_provider;

typedef struct {
    const char *name;
    unsigned short weight; /* of its sublayer: the highest is asked first */
    GUID sublayer;
} WfpSet;

#define WFP_SETS 3
extern const WfpSet wfp_sets[WFP_SETS];

/* The index of a set; -1 when the string is none. */
int wfp_set_of(const Json *json, uint32_t node);

#define PROVIDER_PERSISTENT 0x1u
#define SUBLAYER_PERSISTENT 0x1u
#define SESSION_DYNAMIC 0x1u
#define FILTER_PERSISTENT 0x1u
#define FILTER_BOOTTIME 0x2u
#define FILTER_CLEAR_ACTION_RIGHT 0x8u
#define FILTER_DISABLED 0x20u
#define FILTER_INDEXED 0x40u
#define ACTION_BLOCK 0x1001u
#define ACTION_PERMIT 0x1002u
#define CONDITION_IS_LOOPBACK 0x1u
#define MATCH_FILTER 0x1u /* FWP_ACTRL_MATCH_FILTER */
#define FWP_FIRST_ERROR 0x80320001u
#define FWP_LAST_ERROR 0x8032FFFFu
#define NOT_FOUND_FILTER 0x80320003u
#define NOT_FOUND_PROVIDER 0x80320005u
#define NOT_FOUND_SUBLAYER 0x80320007u
#define ALREADY_EXISTS 0x80320009u

#endif
