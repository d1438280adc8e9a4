#include "registry.h"

#include <stdlib.h>
#include <string.h>

#include "unicode.h"

#define SUBKEY_POINTS 256
#define SUBKEY_UNITS 256    /* of a key's name, with its NUL: a limit of Windows */
#define NAME_UNITS 16384    /* of a value's name, with its NUL: a limit of Windows */
#define MOST_READ_KEYS 512
#define FIRST_BYTES 4096
#define TRIES 8 /* a value may grow while it is read */

const char *const registry_kinds[KIND_COUNT] = {"DWord", "QWord", "String", "ExpandString", "MultiString", "Binary", "None"};
const DWORD registry_types[KIND_COUNT] = {REG_DWORD, REG_QWORD, REG_SZ, REG_EXPAND_SZ, REG_MULTI_SZ, REG_BINARY, REG_NONE};

/* One value as Windows gives it. */
typedef struct {
    wchar_t name[NAME_UNITS];
    DWORD name_units, type, size;
    BYTE *data;
    DWORD room;
} Value;

/* Units before the first NUL: what is behind it is not part of a string. */
static size_t string_units(const wchar_t *units, size_t count)
{
    size_t length = 0;
    while (length < count && units[length]) length++;
    return length;
}

static void write_strings(Text *out, const wchar_t *units, size_t count)
{
    text_raw(out, "[");
    for (size_t at = 0; at < count;) {
        size_t length = string_units(units + at, count - at);
        if (length == 0) break;
        text_comma(out);
        text_utf16(out, (const uint16_t *)units + at, length, REGISTRY_DATA_POINTS);
        at += length + 1;
    }
    text_raw(out, "]");
}

static BOOL strings_fit(const wchar_t *units, size_t count)
{
    int strings = 0;
    for (size_t at = 0; at < count; strings++) {
        size_t length = string_units(units + at, count - at);
        if (length == 0) break;
        if (utf16_points((const uint16_t *)units + at, length) > REGISTRY_DATA_POINTS) return FALSE;
        at += length + 1;
    }
    return strings <= REGISTRY_MOST_LIST;
}

/* Its kind; KIND_COUNT when it has no kind of the protocol, is not what its kind says, or is too long. */
static RegistryKind kind_of(const Value *value)
{
    RegistryKind kind = KIND_DWORD;
    const wchar_t *units = (const wchar_t *)(const void *)value->data;
    size_t count = value->size / sizeof *units;
    BOOL fits = TRUE;
    while (kind < KIND_COUNT && registry_types[kind] != value->type) kind++;
    switch (kind) {
    case KIND_DWORD: fits = value->size == sizeof(DWORD); break;
    case KIND_QWORD: fits = value->size == sizeof(ULONGLONG); break;
    case KIND_STRING:
    case KIND_EXPAND_STRING: fits = utf16_points((const uint16_t *)units, string_units(units, count)) <= REGISTRY_DATA_POINTS; break;
    case KIND_MULTI_STRING: fits = strings_fit(units, count); break;
    case KIND_BINARY:
    case KIND_NONE: fits = value->size <= REGISTRY_DATA_POINTS / 2; break;
    case KIND_COUNT: break;
    }
    if (utf16_points((const uint16_t *)value->name, value->name_units) > REGISTRY_NAME_POINTS) fits = FALSE;
    return fits ? kind : KIND_COUNT;
}

static void write_data(Text *out, const Value *value, RegistryKind kind)
{
    const wchar_t *units = (const wchar_t *)(const void *)value->data;
    size_t count = value->size / sizeof *units;
    DWORD word;
    ULONGLONG number;
    char digits[24];
    switch (kind) {
    case KIND_DWORD:
        memcpy(&word, value->data, sizeof word);
        text_integer(out, word);
        break;
    case KIND_QWORD:
        memcpy(&number, value->data, sizeof number);
        text_string(out, _ui64toa(number, digits, 10));
        break;
    case KIND_STRING:
    case KIND_EXPAND_STRING: text_utf16(out, (const uint16_t *)units, string_units(units, count), REGISTRY_DATA_POINTS); break;
    case KIND_MULTI_STRING: write_strings(out, units, count); break;
    case KIND_BINARY:
    case KIND_NONE: text_hex(out, value->data, value->size); break;
    case KIND_COUNT: break;
    }
}

/* Reads the value of this number. ERROR_NO_MORE_ITEMS behind the last. */
static DWORD read_value(HKEY key, DWORD index, Value *value)
{
    DWORD error = ERROR_MORE_DATA;
    for (int tries = 0; tries < TRIES && error == ERROR_MORE_DATA; tries++) {
        value->name_units = NAME_UNITS;
        value->size = value->room;
        error = (DWORD)RegEnumValueW(key, index, value->name, &value->name_units, NULL, &value->type, value->data, &value->size);
        if (error == ERROR_MORE_DATA) {
            DWORD room = value->size > value->room ? value->size : value->room * 2;
            BYTE *grown = realloc(value->data, room);
            if (!grown) return ERROR_NOT_ENOUGH_MEMORY;
            value->data = grown;
            value->room = room;
        }
    }
    return error;
}

static DWORD write_values(HKEY key, Text *out, Value *value)
{
    DWORD error = NO_ERROR, written = 0;
    text_raw(out, "[");
    for (DWORD index = 0; written < REGISTRY_MOST_LIST; index++) {
        RegistryKind kind;
        error = read_value(key, index, value);
        if (error != NO_ERROR) break;
        kind = kind_of(value);
        if (kind == KIND_COUNT) continue;
        text_comma(out);
        text_raw(out, "{");
        text_name(out, "name");
        text_utf16(out, (const uint16_t *)value->name, value->name_units, REGISTRY_NAME_POINTS);
        text_name(out, "kind");
        text_string(out, registry_kinds[kind]);
        text_name(out, "data");
        write_data(out, value, kind);
        text_raw(out, "}");
        written++;
    }
    text_raw(out, "]");
    return error == ERROR_NO_MORE_ITEMS ? NO_ERROR : error;
}

static DWORD write_subkeys(HKEY key, Text *out)
{
    DWORD error = NO_ERROR;
    text_raw(out, "[");
    for (DWORD index = 0; index < REGISTRY_MOST_LIST; index++) {
        wchar_t name[SUBKEY_UNITS];
        DWORD units = SUBKEY_UNITS;
        error = (DWORD)RegEnumKeyExW(key, index, name, &units, NULL, NULL, NULL, NULL);
        if (error != NO_ERROR) break;
        text_comma(out);
        text_utf16(out, (const uint16_t *)name, units, SUBKEY_POINTS);
    }
    text_raw(out, "]");
    return error == ERROR_NO_MORE_ITEMS ? NO_ERROR : error;
}

static BOOL is_missing(DWORD error)
{
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND || error == ERROR_KEY_DELETED;
}

static DWORD write_key(Call *call, const char *path, Value *value)
{
    Text *out = call->output;
    wchar_t *wide = wide_of(call->memory, path);
    HKEY key = NULL;
    DWORD error = wide ? (DWORD)RegOpenKeyExW(HKEY_LOCAL_MACHINE, wide, 0, KEY_READ | KEY_WOW64_64KEY, &key) : ERROR_NOT_ENOUGH_MEMORY;
    BOOL is_there = error == NO_ERROR;
    if (!is_there && !is_missing(error)) return error;
    error = NO_ERROR;
    text_comma(out);
    text_raw(out, "{");
    text_name(out, "key");
    text_string(out, path);
    text_name(out, "there");
    text_boolean(out, is_there);
    text_name(out, "values");
    if (is_there) error = write_values(key, out, value);
    else text_raw(out, "[]");
    text_name(out, "subkeys");
    if (is_there && error == NO_ERROR) error = write_subkeys(key, out);
    else text_raw(out, "[]");
    text_raw(out, "}");
    if (is_there) RegCloseKey(key);
    return error;
}

DWORD call_registry_read(Call *call)
{
    uint32_t keys = json_field(call->json, call->input, "keys");
    Value *value;
    DWORD error = NO_ERROR;
    if (keys == JSON_NONE || !json_is(call->json, keys, JSON_ARRAY) || json_count(call->json, keys) > MOST_READ_KEYS) return CALL_UNFIT;
    value = memory_take(call->memory, sizeof *value);
    if (!value || !(value->data = malloc(FIRST_BYTES))) return ERROR_NOT_ENOUGH_MEMORY;
    value->room = FIRST_BYTES;
    text_raw(call->output, "{\"keys\":[");
    for (uint32_t at = json_first(call->json, keys); at != JSON_NONE && error == NO_ERROR; at = json_after(call->json, keys, at)) {
        char *path = json_text(call->json, at, REGISTRY_KEY_POINTS, call->memory);
        error = path ? write_key(call, path, value) : CALL_UNFIT;
    }
    text_raw(call->output, "]}");
    free(value->data);
    return error;
}
