#include "wfp_calls.h"

#include <string.h>

#include "wfp_attempts.h"
#include "wfp_filters.h"
#include "wfp_openings.h"

#define MOST_FILTERS 4096
#define DIGEST_POINTS 64
#define OPENING_POINTS 31
#define MOST_SECONDS 604800

/* A string of 1 to `most_points` code points, into `out` with room for four bytes each. */
static BOOL read_label(const Call *call, const char *name, size_t most_points, char *out, size_t room)
{
    char *text = json_text(call->json, json_field(call->json, call->input, name), most_points, call->memory);
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length >= room) return FALSE;
    memcpy(out, text, length + 1);
    return TRUE;
}

/* JSON_NONE when it is no list, or too long. */
static uint32_t filter_list(const Call *call)
{
    uint32_t list = json_field(call->json, call->input, "filters");
    if (list == JSON_NONE || !json_is(call->json, list, JSON_ARRAY)) return JSON_NONE;
    return json_count(call->json, list) <= MOST_FILTERS ? list : JSON_NONE;
}

static void write_count(Text *out, DWORD count)
{
    text_raw(out, "{\"filters\":");
    text_integer(out, count);
    text_raw(out, "}");
}

DWORD call_wfp_replace(Call *call)
{
    int set = wfp_set_of(call->json, json_field(call->json, call->input, "set"));
    uint32_t list = filter_list(call);
    char digest[OPENING_DIGEST_ROOM];
    HANDLE engine;
    DWORD count = 0, error;
    if (set < 0 || list == JSON_NONE || !read_label(call, "digest", DIGEST_POINTS, digest, sizeof digest)) return CALL_UNFIT;
    error = engine_shared(&engine);
    if (error == NO_ERROR) error = bfe.FwpmTransactionBegin0(engine, 0);
    if (error != NO_ERROR) return engine_checked(error);
    error = filters_delete(engine, set);
    /* Without filters, nothing needs its sublayer; it stays until the sweep, for an opening may stand in it. */
    if (error == NO_ERROR && json_count(call->json, list) > 0) error = filters_add_objects(engine, set);
    if (error == NO_ERROR) error = filters_add(engine, set, digest, FALSE, call->json, list, &count);
    error = engine_finish(engine, error);
    if (error == NO_ERROR) {
        wfp_attempts_learn(set);
        write_count(call->output, count);
    }
    return engine_checked(error);
}

typedef struct {
    DWORD filters, disabled;
    char digest[OPENING_DIGEST_ROOM];
} Held;

static DWORD count_filter(const FWPM_FILTER0 *filter, void *context)
{
    Held *held = context;
    if (filter_is_of_opening(filter)) return NO_ERROR;
    if (held->filters == 0 && filter->providerData.size < sizeof held->digest) memcpy(held->digest, filter->providerData.data, filter->providerData.size);
    else if (held->filters > 0 && !filter_has_label(filter, held->digest)) held->digest[0] = 0;
    held->filters++;
    if (filter->flags & FILTER_DISABLED) held->disabled++;
    return NO_ERROR;
}

DWORD call_wfp_held(Call *call)
{
    int set = wfp_set_of(call->json, json_field(call->json, call->input, "set"));
    Held held = {0};
    HANDLE engine;
    DWORD error;
    if (set < 0) return CALL_UNFIT;
    error = engine_shared(&engine);
    if (error == NO_ERROR) error = filters_each(engine, &wfp_sets[set].sublayer, count_filter, &held);
    if (error != NO_ERROR) return engine_checked(error);
    text_raw(call->output, "{\"filters\":");
    text_integer(call->output, held.filters);
    text_name(call->output, "disabled");
    text_integer(call->output, held.disabled);
    text_name(call->output, "digest");
    text_string(call->output, held.digest);
    text_name(call->output, "openings");
    error = wfp_openings_list(set, engine, call->output);
    text_raw(call->output, "}");
    return engine_checked(error);
}

DWORD call_wfp_open(Call *call)
{
    const Json *json = call->json;
    int set = wfp_set_of(json, json_field(json, call->input, "set"));
    uint32_t list = filter_list(call);
    OpeningWish wish;
    int64_t seconds;
    DWORD count = 0, error = NO_ERROR;
    if (set < 0 || list == JSON_NONE || !json_integer(json, json_field(json, call->input, "seconds"), 1, MOST_SECONDS, &seconds)) return CALL_UNFIT;
    if (!read_label(call, "opening", OPENING_POINTS, wish.name, sizeof wish.name) || !read_label(call, "digest", DIGEST_POINTS, wish.digest, sizeof wish.digest))
        return CALL_UNFIT;
    wish.seconds = (DWORD)seconds;
    if (json_count(json, list) > 0) error = wfp_openings_replace(set, &wish, json, list, &count);
    else wfp_openings_close(set, wish.name);
    if (error == NO_ERROR) write_count(call->output, count);
    return error;
}

DWORD wfp_sweep(void)
{
    HANDLE engine;
    DWORD error;
    wfp_openings_close_all();
    error = engine_shared(&engine);
    if (error == NO_ERROR) error = bfe.FwpmTransactionBegin0(engine, 0);
    if (error == NO_ERROR) error = engine_finish(engine, filters_delete_all(engine));
    return engine_checked(error);
}

DWORD call_wfp_sweep(Call *call)
{
    text_raw(call->output, "null");
    return wfp_sweep();
}
