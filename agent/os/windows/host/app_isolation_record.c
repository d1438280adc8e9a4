#ifdef RECORD
#include "app_isolation.h"

#include <sddl.h>
#include <string.h>

#define KEPT 64

static BYTE kept[KEPT][SECURITY_MAX_SID_SIZE];
static DWORD count;

static AppContainer containers[] = {
    {.name = L"calculator_8wekyb3d8bbwe", .package = L"Calculator_1.0.0.0_x64__8wekyb3d8bbwe"},
    {.name = L"calculator_8wekyb3d8bbwe", .package = L"Calculator_1.0.0.0_x64__8wekyb3d8bbwe"}, /* of another user */
    {.name = L"of-a-browser", .package = L""},
};
static const wchar_t *const sids[] = {L"S-1-15-2-1-2-3-4-5-6-7", L"S-1-15-2-1-2-3-4-5-6-7", L"S-1-15-2-7-6-5-4-3-2-1"};

static DWORD WINAPI record_enum(DWORD flags, DWORD *number, AppContainer **out)
{
    (void)flags;
    *number = sizeof containers / sizeof *containers;
    for (DWORD i = 0; i < *number; i++) {
        PSID sid = NULL;
        if (!containers[i].sid && !ConvertStringSidToSidW(sids[i], &sid)) return GetLastError();
        if (sid) containers[i].sid = sid;
    }
    *out = containers;
    return NO_ERROR;
}

static DWORD WINAPI record_free(AppContainer *list)
{
    (void)list;
    return NO_ERROR;
}

static DWORD WINAPI record_get(DWORD *number, SID_AND_ATTRIBUTES **out)
{
    SID_AND_ATTRIBUTES *list = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, (count + 1) * sizeof *list);
    if (!list) return ERROR_NOT_ENOUGH_MEMORY;
    for (DWORD i = 0; i < count; i++) {
        list[i].Sid = HeapAlloc(GetProcessHeap(), 0, sizeof kept[i]);
        if (list[i].Sid) memcpy(list[i].Sid, kept[i], sizeof kept[i]);
    }
    *number = count;
    *out = list;
    return NO_ERROR;
}

static DWORD WINAPI record_set(DWORD number, SID_AND_ATTRIBUTES *list)
{
    if (number > KEPT) return ERROR_NOT_ENOUGH_MEMORY;
    for (count = 0; count < number; count++)
        if (!CopySid(sizeof kept[count], kept[count], list[count].Sid)) return GetLastError();
    return NO_ERROR;
}

const AppIsolation app_isolation_record = {record_enum, record_free, record_get, record_set};
#else
/* An ISO C file holds something. */
typedef int AppIsolationRecordIsForTests;
#endif
