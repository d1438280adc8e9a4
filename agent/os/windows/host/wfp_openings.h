/* Openings: filters of a set that end with their time, or with the host. Each is a dynamic session of the filtering engine. */
#ifndef SCHOOLGATE_WFP_OPENINGS_H
#define SCHOOLGATE_WFP_OPENINGS_H

#include "wfp_engine.h"

#include "json.h"
#include "text.h"

#define OPENINGS_OF_A_SET 16 /* more are ERROR_NOT_ENOUGH_QUOTA */
#define OPENING_NAME_ROOM (4 * 31 + 1)
#define OPENING_DIGEST_ROOM (4 * 64 + 1)

typedef struct {
    char name[OPENING_NAME_ROOM], digest[OPENING_DIGEST_ROOM];
    DWORD seconds;
} OpeningWish;

/* Adds the filters of a list, then closes the opening of this name that was there. *count is how many were added. */
DWORD wfp_openings_replace(int set, const OpeningWish *wish, const Json *json, uint32_t filters, DWORD *count);
void wfp_openings_close(int set, const char *name);
void wfp_openings_close_all(void);
/* Closes those whose time is over. */
void wfp_openings_expire(void);
/* Writes the openings of a set as a JSON list; closes those whose filters the engine has lost, because it was started anew. */
DWORD wfp_openings_list(int set, HANDLE engine, Text *out);

#endif
