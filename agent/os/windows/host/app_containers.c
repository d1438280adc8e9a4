#include "app_containers.h"

#include <sddl.h>

#include "app_isolation.h"
#include "library.h"

#define MOST_PACKAGES 2048   /* of the answer: no computer has that many Store apps */
#define MOST_LOOKED_AT 16384 /* any program of a student's can make containers of no package */
#define MOST_EXEMPT 4096     /* of the whole list: others' and ours */
#define MOST_CHANGES 4096
#define NAME_POINTS 256
#define SID_POINTS 192
/* S-1-15-2 and seven numbers, or more of a container in a container; the well-known S-1-15-2-1 is all of them. */
#define PACKAGE_AUTHORITY 15
#define PACKAGE_NUMBERS 8

static AppIsolation isolation;

static DWORD load(void)
{
#ifdef RECORD
    isolation = app_isolation_record;
#else
    static const char *const names[] = {"NetworkIsolationEnumAppContainers", "NetworkIsolationFreeAppContainers", "NetworkIsolationGetAppContainerConfig",
                                        "NetworkIsolationSetAppContainerConfig"};
    void *found[sizeof names / sizeof *names];
    C_ASSERT(sizeof found == sizeof isolation);
    if (isolation.NetworkIsolationEnumAppContainers) return NO_ERROR;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found[i] = library_function(L"FirewallAPI.dll", names[i]);
        if (!found[i]) return ERROR_PROC_NOT_FOUND;
    }
    memcpy(&isolation, found, sizeof isolation);
#endif
    return NO_ERROR;
}

static BOOL is_app_container(PSID sid)
{
    return sid && IsValidSid(sid) && GetSidIdentifierAuthority(sid)->Value[5] == PACKAGE_AUTHORITY && *GetSidSubAuthorityCount(sid) >= PACKAGE_NUMBERS &&
           *GetSidSubAuthority(sid, 0) == SECURITY_APP_PACKAGE_BASE_RID;
}

typedef struct {
    SID_AND_ATTRIBUTES *list;
    DWORD count;
} Exempt;

static DWORD exempt_read(Exempt *exempt)
{
    *exempt = (Exempt){0};
    return isolation.NetworkIsolationGetAppContainerConfig(&exempt->count, &exempt->list);
}

/* Whose memory it is Microsoft does not say; of others' practice it is the process's heap. What is no block of that is left: a few bytes a look. */
static void free_block(void *block)
{
    if (block && HeapValidate(GetProcessHeap(), 0, block)) HeapFree(GetProcessHeap(), 0, block);
}

static void exempt_free(Exempt *exempt)
{
    if (!exempt->list) return;
    for (DWORD i = 0; i < exempt->count; i++) free_block(exempt->list[i].Sid);
    free_block(exempt->list);
    *exempt = (Exempt){0};
}

static BOOL write_sid(Text *out, PSID sid)
{
    wchar_t *text;
    if (!ConvertSidToStringSidW(sid, &text)) return FALSE;
    text_wide(out, text, SID_POINTS);
    LocalFree(text);
    return TRUE;
}

/* One package may be installed for several people: it is one container. */
static BOOL is_known(const AppContainer *containers, DWORD at)
{
    for (DWORD i = 0; i < at; i++)
        if (containers[i].sid && EqualSid(containers[i].sid, containers[at].sid)) return TRUE;
    return FALSE;
}

static BOOL is_package(const AppContainer *container)
{
    return container->package && container->package[0] && is_app_container(container->sid);
}

static DWORD write_packages(Text *out)
{
    AppContainer *containers = NULL;
    DWORD count = 0, written = 0, error = isolation.NetworkIsolationEnumAppContainers(0, &count, &containers);
    if (error != NO_ERROR) return error;
    text_raw(out, "[");
    for (DWORD i = 0; i < count && i < MOST_LOOKED_AT && written < MOST_PACKAGES && error == NO_ERROR; i++) {
        if (!is_package(&containers[i]) || is_known(containers, i)) continue;
        text_comma(out);
        text_raw(out, "{");
        text_name(out, "sid");
        if (!write_sid(out, containers[i].sid)) error = GetLastError();
        text_name(out, "name");
        text_wide(out, containers[i].name ? containers[i].name : L"", NAME_POINTS);
        text_raw(out, "}");
        written++;
    }
    text_raw(out, "]");
    if (containers) isolation.NetworkIsolationFreeAppContainers(containers);
    return error;
}

static DWORD write_exempt(Text *out)
{
    Exempt exempt;
    DWORD error = exempt_read(&exempt);
    if (error == NO_ERROR && exempt.count > MOST_EXEMPT) error = ERROR_NOT_ENOUGH_QUOTA;
    text_raw(out, "[");
    for (DWORD i = 0; error == NO_ERROR && i < exempt.count; i++) {
        if (!is_app_container(exempt.list[i].Sid)) continue;
        text_comma(out);
        if (!write_sid(out, exempt.list[i].Sid)) error = GetLastError();
    }
    text_raw(out, "]");
    exempt_free(&exempt);
    return error;
}

DWORD call_loopback_read(Call *call)
{
    DWORD error = load();
    if (error != NO_ERROR) return error;
    text_raw(call->output, "{\"packages\":");
    error = write_packages(call->output);
    text_name(call->output, "exempt");
    if (error == NO_ERROR) error = write_exempt(call->output);
    text_raw(call->output, "}");
    return error;
}

typedef struct {
    PSID *sids; /* each is freed by LocalFree */
    DWORD count;
} Sids;

static void sids_free(Sids *sids)
{
    for (DWORD i = 0; i < sids->count; i++) LocalFree(sids->sids[i]);
    sids->count = 0;
}

/* A list of the input. CALL_UNFIT for what is no list of strings, ERROR_INVALID_PARAMETER for what is no AppContainer. */
static DWORD read_sids(const Call *call, const char *name, Sids *sids)
{
    const Json *json = call->json;
    uint32_t list = json_field(json, call->input, name);
    *sids = (Sids){0};
    if (list == JSON_NONE || !json_is(json, list, JSON_ARRAY) || json_count(json, list) > MOST_CHANGES) return CALL_UNFIT;
    sids->sids = memory_take(call->memory, (json_count(json, list) + 1) * sizeof *sids->sids);
    if (!sids->sids) return ERROR_NOT_ENOUGH_MEMORY;
    for (uint32_t at = json_first(json, list); at != JSON_NONE; at = json_after(json, list, at)) {
        char *utf8 = json_text(json, at, SID_POINTS, call->memory);
        wchar_t *wide = utf8 ? wide_of(call->memory, utf8) : NULL;
        if (!wide) return CALL_UNFIT;
        if (!ConvertStringSidToSidW(wide, &sids->sids[sids->count])) return ERROR_INVALID_PARAMETER;
        if (!is_app_container(sids->sids[sids->count++])) return ERROR_INVALID_PARAMETER;
    }
    return NO_ERROR;
}

static BOOL has(const Sids *sids, PSID sid)
{
    for (DWORD i = 0; i < sids->count; i++)
        if (EqualSid(sids->sids[i], sid)) return TRUE;
    return FALSE;
}

static BOOL is_in(const SID_AND_ATTRIBUTES *list, DWORD count, PSID sid)
{
    for (DWORD i = 0; i < count; i++)
        if (list[i].Sid && EqualSid(list[i].Sid, sid)) return TRUE;
    return FALSE;
}

/* Windows takes the whole list only: others' exemptions are in what it is given. */
static DWORD change(Memory *memory, const Exempt *now, const Sids *add, const Sids *remove)
{
    DWORD count = 0, kept;
    SID_AND_ATTRIBUTES *list;
    if (now->count > MOST_EXEMPT) return ERROR_NOT_ENOUGH_QUOTA;
    list = memory_take(memory, ((size_t)now->count + add->count + 1) * sizeof *list);
    if (!list) return ERROR_NOT_ENOUGH_MEMORY;
    for (DWORD i = 0; i < now->count; i++)
        if (now->list[i].Sid && !has(remove, now->list[i].Sid)) list[count++] = now->list[i];
    kept = count;
    for (DWORD i = 0; i < add->count; i++)
        if (!is_in(list, count, add->sids[i])) list[count++].Sid = add->sids[i];
    if (count > MOST_EXEMPT) return ERROR_NOT_ENOUGH_QUOTA;
    if (kept == now->count && count == kept) return NO_ERROR;
    return isolation.NetworkIsolationSetAppContainerConfig(count, list);
}

DWORD call_loopback_change(Call *call)
{
    Sids add = {0}, remove = {0};
    Exempt now = {0};
    DWORD error = read_sids(call, "add", &add);
    if (error == NO_ERROR) error = read_sids(call, "remove", &remove);
    if (error == NO_ERROR) error = load();
    if (error == NO_ERROR) error = exempt_read(&now);
    if (error == NO_ERROR) error = change(call->memory, &now, &add, &remove);
    exempt_free(&now);
    sids_free(&add);
    sids_free(&remove);
    text_raw(call->output, "null");
    return error;
}
