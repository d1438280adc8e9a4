/* A filter as the agent plans it (HostFilter of protocol.ts), read from JSON into a plain structure. Portable: no Windows header. */
#ifndef SCHOOLGATE_FILTER_PLAN_H
#define SCHOOLGATE_FILTER_PLAN_H

#include "json.h"

#define PLAN_MAX_CONDITIONS 256 /* the agent cuts longer lists of addresses into several filters */
#define UTF8_ROOM(points) (4 * (points) + 1)
#define PLAN_NAME_ROOM UTF8_ROOM(63)
#define PLAN_PATH_ROOM UTF8_ROOM(780)
#define PLAN_SID_ROOM 193

typedef enum { LAYER_CONNECT_4, LAYER_CONNECT_6, LAYER_ACCEPT_4, LAYER_ACCEPT_6, LAYER_BIND_4, LAYER_BIND_6, LAYER_COUNT } PlanLayer;

/* persistent: BFE keeps it over restarts; boot: from the start of the TCP/IP driver until BFE has loaded the persistent ones; session: of an opening. */
typedef enum { LIFE_PERSISTENT, LIFE_BOOT, LIFE_SESSION, LIFE_COUNT } PlanLife;

typedef enum {
    FIELD_PROTOCOL,
    FIELD_LOCAL_PORT,
    FIELD_REMOTE_PORT,
    FIELD_REMOTE,
    FIELD_LOCAL,
    FIELD_PROGRAM,
    FIELD_USER,
    FIELD_LOOPBACK,
    FIELD_COUNT
} PlanField;

typedef struct {
    PlanField field;
    uint16_t number;     /* protocol or port; of ICMP the type stands as local, the code as remote port */
    uint8_t address[16]; /* in network order; the first 4 for IPv4 */
    uint8_t prefix;
} PlanCondition;

typedef struct {
    char name[PLAN_NAME_ROOM];
    PlanLayer layer;
    PlanLife life;
    bool is_permit;
    bool is_hard;   /* a permit that no lower sublayer's block undoes */
    uint8_t weight; /* 0-15, the highest first */
    char program[PLAN_PATH_ROOM];
    char user[PLAN_SID_ROOM]; /* S-1-… */
    uint16_t conditions;
    PlanCondition condition[PLAN_MAX_CONDITIONS];
} PlanFilter;

/*
 * Reads `{"name","layer","life","action","weight","conditions":[{"field","is"}]}`. Conditions of one field are alternatives and stand together; those of different
 * fields must all hold. Refused: what is unknown, conditions of one field apart, an address of the other family, a port without a protocol before it, a prefix too
 * long, bits behind the prefix, two programs or users.
 */
bool plan_filter(const Json *json, uint32_t node, PlanFilter *filter);

#endif
