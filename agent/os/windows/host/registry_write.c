#include "registry.h"

#include <string.h>
#include <wchar.h>

#include "scalars.h"

#define VIEW KEY_WOW64_64KEY

typedef enum { CHANGE_SET, CHANGE_REMOVE, CHANGE_PRUNE } ChangeKind;

typedef struct {
    ChangeKind kind;
    wchar_t *key, *name; /* name: NULL of a prune */
    RegistryKind value;
    uint32_t data;
} Change;

/* Bytes in the call's memory. */
typedef struct {
    BYTE *bytes;
    DWORD size;
} Data;

/* `{"set","name","kind","data"}`, `{"remove","name"}` or `{"prune"}`. False for what is none of them. */
static BOOL read_change(const Call *call, uint32_t node, Change *change)
{
    static const char *const verbs[] = {"set", "remove", "prune"};
    const Json *json = call->json;
    int verb = 0, kind;
    while (verb < 3 && json_field(json, node, verbs[verb]) == JSON_NONE) verb++;
    if (verb == 3) return FALSE;
    *change = (Change){.kind = (ChangeKind)verb, .key = call_wide(call, node, verbs[verb], REGISTRY_KEY_POINTS)};
    if (!change->key) return FALSE;
    if (change->kind == CHANGE_PRUNE) return TRUE;
    change->name = call_wide(call, node, "name", REGISTRY_NAME_POINTS);
    if (!change->name) return FALSE;
    if (change->kind == CHANGE_REMOVE) return TRUE;
    kind = json_word(json, json_field(json, node, "kind"), registry_kinds, KIND_COUNT);
    change->value = (RegistryKind)kind;
    change->data = json_field(json, node, "data");
    if (kind < 0 || change->data == JSON_NONE) return FALSE;
    return json_is(json, change->data, JSON_INTEGER) || json_is(json, change->data, JSON_STRING) || json_is(json, change->data, JSON_ARRAY);
}

static BOOL is_number(const Call *call, const Change *change, Data *data)
{
    int64_t number;
    uint64_t large;
    char *text;
    data->bytes = memory_take(call->memory, sizeof large);
    if (!data->bytes) return FALSE;
    if (change->value == KIND_DWORD) {
        DWORD word;
        if (!json_integer(call->json, change->data, 0, UINT32_MAX, &number)) return FALSE;
        word = (DWORD)number;
        memcpy(data->bytes, &word, data->size = sizeof word);
        return TRUE;
    }
    text = json_text(call->json, change->data, REGISTRY_DATA_POINTS, call->memory);
    if (!text || !decimal_read(text, &large)) return FALSE;
    memcpy(data->bytes, &large, data->size = sizeof large);
    return TRUE;
}

static BOOL is_string(const Call *call, uint32_t node, Data *data)
{
    char *text = json_text(call->json, node, REGISTRY_DATA_POINTS, call->memory);
    wchar_t *wide = text ? wide_of(call->memory, text) : NULL;
    if (!wide) return FALSE;
    *data = (Data){(BYTE *)wide, (DWORD)((wcslen(wide) + 1) * sizeof *wide)};
    return TRUE;
}

static BOOL is_bytes(const Call *call, const Change *change, Data *data)
{
    char *text = json_text(call->json, change->data, REGISTRY_DATA_POINTS, call->memory);
    size_t count;
    data->bytes = text ? memory_take(call->memory, strlen(text) / 2 + 1) : NULL;
    if (!data->bytes || !hex_read(text, data->bytes, &count)) return FALSE;
    data->size = (DWORD)count;
    return TRUE;
}

/* Strings one behind the other, and an empty one at the end; so none of them may be empty. */
static BOOL is_strings(const Call *call, const Change *change, Data *data)
{
    const Json *json = call->json;
    size_t room = sizeof(wchar_t), at = 0;
    if (!json_is(json, change->data, JSON_ARRAY) || json_count(json, change->data) > REGISTRY_MOST_LIST) return FALSE;
    for (uint32_t item = json_first(json, change->data); item != JSON_NONE; item = json_after(json, change->data, item)) {
        Data one;
        if (!is_string(call, item, &one) || one.size == sizeof(wchar_t)) return FALSE;
        room += one.size;
    }
    data->bytes = memory_take(call->memory, room);
    if (!data->bytes) return FALSE;
    for (uint32_t item = json_first(json, change->data); item != JSON_NONE; item = json_after(json, change->data, item)) {
        Data one;
        if (!is_string(call, item, &one)) return FALSE;
        memcpy(data->bytes + at, one.bytes, one.size);
        at += one.size;
    }
    data->size = (DWORD)room;
    return TRUE;
}

/* False when the data is not of its kind. */
static BOOL read_data(const Call *call, const Change *change, Data *data)
{
    switch (change->value) {
    case KIND_DWORD:
    case KIND_QWORD: return is_number(call, change, data);
    case KIND_STRING:
    case KIND_EXPAND_STRING: return is_string(call, change->data, data);
    case KIND_MULTI_STRING: return is_strings(call, change, data);
    case KIND_BINARY:
    case KIND_NONE: return is_bytes(call, change, data);
    case KIND_COUNT: break;
    }
    return FALSE;
}

static DWORD set_value(const Call *call, const Change *change)
{
    Data data;
    HKEY key;
    DWORD error;
    if (!read_data(call, change, &data)) return ERROR_INVALID_PARAMETER;
    error = (DWORD)RegCreateKeyExW(HKEY_LOCAL_MACHINE, change->key, 0, NULL, 0, KEY_SET_VALUE | VIEW, NULL, &key, NULL);
    if (error != NO_ERROR) return error;
    error = (DWORD)RegSetValueExW(key, change->name, 0, registry_types[change->value], data.bytes, data.size);
    RegCloseKey(key);
    return error;
}

static DWORD unless_missing(DWORD error)
{
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? NO_ERROR : error;
}

static DWORD remove_value(const Change *change)
{
    HKEY key;
    DWORD error = (DWORD)RegOpenKeyExW(HKEY_LOCAL_MACHINE, change->key, 0, KEY_SET_VALUE | VIEW, &key);
    if (error != NO_ERROR) return unless_missing(error);
    error = (DWORD)RegDeleteValueW(key, change->name);
    RegCloseKey(key);
    return unless_missing(error);
}

static DWORD prune_key(const Change *change)
{
    HKEY key;
    DWORD keys = 0, values = 0, error = (DWORD)RegOpenKeyExW(HKEY_LOCAL_MACHINE, change->key, 0, KEY_QUERY_VALUE | VIEW, &key);
    if (error != NO_ERROR) return unless_missing(error);
    error = (DWORD)RegQueryInfoKeyW(key, NULL, NULL, NULL, &keys, NULL, NULL, &values, NULL, NULL, NULL, NULL);
    RegCloseKey(key);
    if (error != NO_ERROR || keys > 0 || values > 0) return error;
    return unless_missing((DWORD)RegDeleteKeyExW(HKEY_LOCAL_MACHINE, change->key, VIEW, 0));
}

static DWORD apply(const Call *call, const Change *change)
{
    switch (change->kind) {
    case CHANGE_SET: return set_value(call, change);
    case CHANGE_REMOVE: return remove_value(change);
    case CHANGE_PRUNE: return prune_key(change);
    }
    return ERROR_INVALID_PARAMETER;
}

/* Writes the hive of a key to the disk: that of its first part, which is there even if the key has gone. */
static DWORD flush_hive(const Call *call, const wchar_t *path)
{
    size_t units = wcscspn(path, L"\\");
    wchar_t *first = memory_take(call->memory, (units + 1) * sizeof *first);
    HKEY key;
    DWORD error;
    if (!first) return ERROR_NOT_ENOUGH_MEMORY;
    memcpy(first, path, units * sizeof *first);
    error = (DWORD)RegOpenKeyExW(HKEY_LOCAL_MACHINE, first, 0, KEY_QUERY_VALUE | VIEW, &key);
    if (error != NO_ERROR) return unless_missing(error);
    error = (DWORD)RegFlushKey(key);
    RegCloseKey(key);
    return error;
}

/* Each hive once, as long as the changes of one hive stand together. */
static DWORD flush(const Call *call, const Change *changes, size_t count)
{
    DWORD error = NO_ERROR;
    for (size_t i = 0; i < count; i++) {
        size_t units = wcscspn(changes[i].key, L"\\");
        DWORD failed;
        if (i > 0 && wcscspn(changes[i - 1].key, L"\\") == units && !_wcsnicmp(changes[i - 1].key, changes[i].key, units)) continue;
        failed = flush_hive(call, changes[i].key);
        if (error == NO_ERROR) error = failed;
    }
    return error;
}

DWORD call_registry_write(Call *call)
{
    const Json *json = call->json;
    uint32_t list = json_field(json, call->input, "changes"), count = json_count(json, list);
    Change *changes;
    DWORD error = NO_ERROR, flushed;
    size_t done = 0;
    if (list == JSON_NONE || !json_is(json, list, JSON_ARRAY) || count > REGISTRY_MOST_LIST) return CALL_UNFIT;
    changes = memory_take(call->memory, (count + 1) * sizeof *changes);
    if (!changes) return ERROR_NOT_ENOUGH_MEMORY;
    for (uint32_t at = json_first(json, list), i = 0; at != JSON_NONE; at = json_after(json, list, at), i++)
        if (!read_change(call, at, &changes[i])) return CALL_UNFIT;
    while (done < count && error == NO_ERROR) {
        error = apply(call, &changes[done]);
        done++;
    }
    flushed = flush(call, changes, done);
    text_raw(call->output, "null");
    return error != NO_ERROR ? error : flushed;
}
