#include "wfp_filters.h"

#include <string.h>

#include "wfp_conditions.h"

static UINT32 flags_of(const PlanFilter *plan)
{
    UINT32 flags = plan->is_hard ? FILTER_CLEAR_ACTION_RIGHT : 0;
    switch (plan->life) {
    case LIFE_PERSISTENT: return flags | FILTER_PERSISTENT | FILTER_INDEXED;
    case LIFE_BOOT: return flags | FILTER_BOOTTIME;
    case LIFE_SESSION:
    case LIFE_COUNT: break;
    }
    return flags | FILTER_INDEXED;
}

static DWORD add(HANDLE engine, int set, const char *label, const PlanFilter *plan)
{
    static Conditions conditions; /* large, and only one filter is added at a time */
    GUID provider = wfp_provider;
    FWPM_FILTER0 filter = {0};
    wchar_t name[PLAN_NAME_ROOM];
    UINT64 id;
    DWORD error = conditions_make(plan, &conditions);
    if (error == NO_ERROR && !MultiByteToWideChar(CP_UTF8, 0, plan->name, -1, name, PLAN_NAME_ROOM)) error = GetLastError();
    filter.displayData.name = name;
    filter.providerKey = &provider;
    filter.providerData = (FWP_BYTE_BLOB){(UINT32)strlen(label), (UINT8 *)label};
    filter.layerKey = wfp_layers[plan->layer];
    filter.subLayerKey = wfp_sets[set].sublayer;
    filter.weight.type = FWP_UINT8;
    filter.weight.uint8 = plan->weight;
    filter.flags = flags_of(plan);
    filter.action.type = plan->is_permit ? ACTION_PERMIT : ACTION_BLOCK;
    filter.numFilterConditions = plan->conditions;
    filter.filterCondition = conditions.conditions;
    if (error == NO_ERROR) error = bfe.FwpmFilterAdd0(engine, &filter, NULL, &id);
    conditions_free(&conditions);
    return error;
}

DWORD filters_add(HANDLE engine, int set, const char *label, BOOL is_opening, const Json *json, uint32_t list, DWORD *count)
{
    static PlanFilter plan;
    DWORD error = NO_ERROR;
    *count = 0;
    for (uint32_t at = json_first(json, list); at != JSON_NONE && error == NO_ERROR; at = json_after(json, list, at)) {
        BOOL is_readable = plan_filter(json, at, &plan) && (plan.life == LIFE_SESSION) == !!is_opening;
        error = is_readable ? add(engine, set, label, &plan) : ERROR_INVALID_PARAMETER;
        if (error == NO_ERROR) ++*count;
    }
    return error;
}
