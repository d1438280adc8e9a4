#include "wfp_filters.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 64

BOOL filter_is_of_opening(const FWPM_FILTER0 *filter)
{
    return !(filter->flags & (FILTER_PERSISTENT | FILTER_BOOTTIME));
}

BOOL filter_has_label(const FWPM_FILTER0 *filter, const char *label)
{
    size_t length = strlen(label);
    return filter->providerData.size == length && !memcmp(filter->providerData.data, label, length);
}

static DWORD each_of_layer(HANDLE engine, const FWPM_FILTER_ENUM_TEMPLATE0 *wanted, const GUID *sublayer, FilterTaker take, void *context)
{
    HANDLE list;
    UINT32 count = 0;
    DWORD error = bfe.FwpmFilterCreateEnumHandle0(engine, wanted, &list);
    if (error != NO_ERROR) return error;
    do {
        FWPM_FILTER0 **filters = NULL;
        error = bfe.FwpmFilterEnum0(engine, list, PAGE, &filters, &count);
        if (error != NO_ERROR) break;
        for (UINT32 i = 0; i < count && error == NO_ERROR; i++)
            if (!sublayer || IsEqualGUID(&filters[i]->subLayerKey, sublayer)) error = take(filters[i], context);
        if (filters) bfe.FwpmFreeMemory0((void **)&filters);
    } while (error == NO_ERROR && count == PAGE);
    bfe.FwpmFilterDestroyEnumHandle0(engine, list);
    return error;
}

DWORD filters_each(HANDLE engine, const GUID *sublayer, FilterTaker take, void *context)
{
    GUID provider = wfp_provider;
    FWPM_FILTER_ENUM_TEMPLATE0 wanted = {0};
    DWORD error = NO_ERROR;
    wanted.providerKey = &provider;
    wanted.enumType = FWP_FILTER_ENUM_OVERLAPPING;
    wanted.flags = FWP_FILTER_ENUM_FLAG_INCLUDE_BOOTTIME | FWP_FILTER_ENUM_FLAG_INCLUDE_DISABLED;
    wanted.actionMask = 0xFFFFFFFFu;
    for (int layer = 0; layer < LAYER_COUNT && error == NO_ERROR; layer++) {
        wanted.layerKey = wfp_layers[layer];
        error = each_of_layer(engine, &wanted, sublayer, take, context);
    }
    return error;
}

typedef struct {
    GUID *keys;
    size_t count, room;
    BOOL with_openings;
} Keys;

static DWORD remember(const FWPM_FILTER0 *filter, void *context)
{
    Keys *keys = context;
    if (!keys->with_openings && filter_is_of_opening(filter)) return NO_ERROR;
    if (keys->count == keys->room) {
        size_t room = keys->room * 2 + 64;
        GUID *grown = realloc(keys->keys, room * sizeof *grown);
        if (!grown) return ERROR_NOT_ENOUGH_MEMORY;
        keys->keys = grown;
        keys->room = room;
    }
    keys->keys[keys->count++] = filter->filterKey;
    return NO_ERROR;
}

static DWORD delete_filters(HANDLE engine, const GUID *sublayer, BOOL with_openings)
{
    Keys keys = {.with_openings = with_openings};
    DWORD error = filters_each(engine, sublayer, remember, &keys);
    for (size_t i = 0; i < keys.count && error == NO_ERROR; i++) {
        error = bfe.FwpmFilterDeleteByKey0(engine, &keys.keys[i]);
        if (error == NOT_FOUND_FILTER) error = NO_ERROR;
    }
    free(keys.keys);
    return error;
}

DWORD filters_delete(HANDLE engine, int set)
{
    return delete_filters(engine, &wfp_sets[set].sublayer, FALSE);
}

DWORD filters_delete_all(HANDLE engine)
{
    DWORD error = delete_filters(engine, NULL, TRUE);
    for (int i = 0; i < WFP_SETS && error == NO_ERROR; i++) {
        error = bfe.FwpmSubLayerDeleteByKey0(engine, &wfp_sets[i].sublayer);
        if (error == NOT_FOUND_SUBLAYER) error = NO_ERROR;
    }
    if (error != NO_ERROR) return error;
    error = bfe.FwpmProviderDeleteByKey0(engine, &wfp_provider);
    return error == NOT_FOUND_PROVIDER ? NO_ERROR : error;
}

/* With the service's name: BFE leaves our filters out at its start when the service is not started automatically any more, or is gone. */
DWORD filters_add_objects(HANDLE engine, int set)
{
    wchar_t name[] = L"Schoolgate", service[] = L"SchoolgateAgent";
    GUID provider_key = wfp_provider;
    FWPM_PROVIDER0 provider = {0};
    FWPM_SUBLAYER0 sublayer = {0};
    DWORD error;
    provider.providerKey = provider_key;
    provider.displayData.name = name;
    provider.flags = PROVIDER_PERSISTENT;
    provider.serviceName = service;
    error = bfe.FwpmProviderAdd0(engine, &provider, NULL);
    if (error != NO_ERROR && error != ALREADY_EXISTS) return error;
    sublayer.subLayerKey = wfp_sets[set].sublayer;
    sublayer.displayData.name = name;
    sublayer.flags = SUBLAYER_PERSISTENT;
    sublayer.providerKey = &provider_key;
    sublayer.weight = wfp_sets[set].weight;
    error = bfe.FwpmSubLayerAdd0(engine, &sublayer, NULL);
    return error == ALREADY_EXISTS ? NO_ERROR : error;
}
