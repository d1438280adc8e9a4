/* Filters of ours: put into the filtering platform, found and taken away again. */
#ifndef SCHOOLGATE_WFP_FILTERS_H
#define SCHOOLGATE_WFP_FILTERS_H

#include "wfp_engine.h"

#include "filter_plan.h"
#include "wfp_names.h"

/* What each filter carries, so that it is known again: the digest, and of an opening its name before it. */
#define FILTERS_LABEL_ROOM (UTF8_ROOM(31) + UTF8_ROOM(64))

/* Stops at the first error, and returns it. */
typedef DWORD (*FilterTaker)(const FWPM_FILTER0 *filter, void *context);
/* Each filter of ours in a sublayer (NULL: in all), disabled and boot-time ones too. */
DWORD filters_each(HANDLE engine, const GUID *sublayer, FilterTaker take, void *context);

/* Of an opening: neither persistent nor boot-time. */
BOOL filter_is_of_opening(const FWPM_FILTER0 *filter);
/* Whether it carries this label. */
BOOL filter_has_label(const FWPM_FILTER0 *filter, const char *label);

/* Inside a transaction. Adds provider and sublayer of a set, if they are missing. */
DWORD filters_add_objects(HANDLE engine, int set);
/* Inside a transaction. Reads and adds a list of filters that are all of an opening, or all not; *count is how many. ERROR_INVALID_PARAMETER for one that cannot be read. */
DWORD filters_add(HANDLE engine, int set, const char *label, BOOL is_opening, const Json *json, uint32_t list, DWORD *count);
/* Inside a transaction. Takes away the filters of a set that are not of an opening. */
DWORD filters_delete(HANDLE engine, int set);
/* Inside a transaction. Takes away all that is ours. */
DWORD filters_delete_all(HANDLE engine);

#endif
