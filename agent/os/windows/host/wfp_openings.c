#include "wfp_openings.h"

#include <stdio.h>
#include <string.h>

#include "wfp_filters.h"

typedef struct {
    HANDLE engine; /* NULL when the place is free */
    ULONGLONG until;
    char name[OPENING_NAME_ROOM], digest[OPENING_DIGEST_ROOM], label[FILTERS_LABEL_ROOM];
} Opening;

static Opening openings[WFP_SETS][OPENINGS_OF_A_SET];

static Opening *find(int set, const char *name)
{
    for (int i = 0; i < OPENINGS_OF_A_SET; i++)
        if (openings[set][i].engine && !strcmp(openings[set][i].name, name)) return &openings[set][i];
    return NULL;
}

static Opening *free_place(int set)
{
    for (int i = 0; i < OPENINGS_OF_A_SET; i++)
        if (!openings[set][i].engine) return &openings[set][i];
    return NULL;
}

static void close_opening(Opening *opening)
{
    bfe.FwpmEngineClose0(opening->engine);
    *opening = (Opening){0};
}

static DWORD begin(HANDLE engine)
{
    return bfe.FwpmTransactionBegin0(engine, 0);
}

/* The set's provider and sublayer outlive the opening: they are added by the session that outlives calls. */
static DWORD add_objects(int set)
{
    HANDLE engine;
    DWORD error = engine_shared(&engine);
    if (error == NO_ERROR) error = begin(engine);
    if (error == NO_ERROR) error = engine_finish(engine, filters_add_objects(engine, set));
    return engine_checked(error);
}

static DWORD add_filters(Opening *opening, int set, const Json *json, uint32_t filters, DWORD *count)
{
    DWORD error = engine_open(TRUE, &opening->engine);
    if (error != NO_ERROR) {
        opening->engine = NULL;
        return error;
    }
    error = begin(opening->engine);
    if (error == NO_ERROR) error = engine_finish(opening->engine, filters_add(opening->engine, set, opening->label, TRUE, json, filters, count));
    if (error != NO_ERROR) close_opening(opening);
    return error;
}

DWORD wfp_openings_replace(int set, const OpeningWish *wish, const Json *json, uint32_t filters, DWORD *count)
{
    Opening *before = find(set, wish->name), *place = before ? before : free_place(set), opening = {0};
    DWORD error;
    *count = 0;
    if (!place) return ERROR_NOT_ENOUGH_QUOTA;
    (void)snprintf(opening.name, sizeof opening.name, "%s", wish->name);
    (void)snprintf(opening.digest, sizeof opening.digest, "%s", wish->digest);
    (void)snprintf(opening.label, sizeof opening.label, "%s\n%s", wish->name, wish->digest);
    error = add_objects(set);
    if (error == NO_ERROR) error = add_filters(&opening, set, json, filters, count);
    if (error != NO_ERROR) return error;
    opening.until = GetTickCount64() + 1000ull * wish->seconds;
    if (before) close_opening(before);
    *place = opening;
    return NO_ERROR;
}

void wfp_openings_close(int set, const char *name)
{
    Opening *opening = find(set, name);
    if (opening) close_opening(opening);
}

void wfp_openings_close_all(void)
{
    for (int set = 0; set < WFP_SETS; set++)
        for (int i = 0; i < OPENINGS_OF_A_SET; i++)
            if (openings[set][i].engine) close_opening(&openings[set][i]);
}

void wfp_openings_expire(void)
{
    ULONGLONG now = GetTickCount64();
    for (int set = 0; set < WFP_SETS; set++)
        for (int i = 0; i < OPENINGS_OF_A_SET; i++)
            if (openings[set][i].engine && now >= openings[set][i].until) close_opening(&openings[set][i]);
}

typedef struct {
    const Opening *places;
    BOOL is_held[OPENINGS_OF_A_SET];
} Seen;

static DWORD see(const FWPM_FILTER0 *filter, void *context)
{
    Seen *seen = context;
    if (!filter_is_of_opening(filter)) return NO_ERROR;
    for (int i = 0; i < OPENINGS_OF_A_SET; i++)
        if (seen->places[i].engine && filter_has_label(filter, seen->places[i].label)) seen->is_held[i] = TRUE;
    return NO_ERROR;
}

DWORD wfp_openings_list(int set, HANDLE engine, Text *out)
{
    Seen seen = {.places = openings[set]};
    DWORD error = filters_each(engine, &wfp_sets[set].sublayer, see, &seen);
    if (error != NO_ERROR) return error;
    text_raw(out, "[");
    for (int i = 0; i < OPENINGS_OF_A_SET; i++) {
        Opening *opening = &openings[set][i];
        if (!opening->engine) continue;
        if (!seen.is_held[i]) {
            close_opening(opening);
            continue;
        }
        text_comma(out);
        text_raw(out, "{");
        text_name(out, "name");
        text_string(out, opening->name);
        text_name(out, "digest");
        text_string(out, opening->digest);
        text_raw(out, "}");
    }
    text_raw(out, "]");
    return NO_ERROR;
}
