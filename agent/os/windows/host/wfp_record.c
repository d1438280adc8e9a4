#ifdef RECORD
#include "wfp_record.h"

#include <sddl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "wfp_names.h"

#define KEPT 32768

typedef struct {
    GUID key, layer, sublayer;
    UINT32 flags;
    UINT8 data[512];
    UINT32 data_size;
    HANDLE owner; /* the dynamic session that it ends with, or NULL */
    BOOL is_there, is_block;
    wchar_t name[64];
} Kept;

static const char *const layer_names[LAYER_COUNT] = {"AUTH_CONNECT_V4",     "AUTH_CONNECT_V6",        "AUTH_RECV_ACCEPT_V4",
                                                     "AUTH_RECV_ACCEPT_V6", "RESOURCE_ASSIGNMENT_V4", "RESOURCE_ASSIGNMENT_V6"};
static const char *const field_names[FIELD_COUNT] = {"protocol", "localPort", "remotePort", "remote", "local", "program", "user", "flags"};

static FILE *record;
static Kept *kept, *before;
static size_t most, before_most; /* places used so far */
static unsigned long next_key = 1;
static ULONG_PTR next_session = 1, dynamic_sessions[64];

static void line(const char *text)
{
    (void)fprintf(record, "%s\n", text);
    (void)fflush(record);
}

static BOOL is_dynamic(HANDLE session)
{
    for (size_t i = 0; i < sizeof dynamic_sessions / sizeof *dynamic_sessions; i++)
        if (session && dynamic_sessions[i] == (ULONG_PTR)session) return TRUE;
    return FALSE;
}

static DWORD WINAPI record_open(const wchar_t *server, UINT32 service, SEC_WINNT_AUTH_IDENTITY_W *identity, const FWPM_SESSION0 *session, HANDLE *handle)
{
    size_t place = 0;
    (void)server, (void)service, (void)identity;
    *handle = (HANDLE)next_session++;
    if (session->flags & SESSION_DYNAMIC) {
        while (place < sizeof dynamic_sessions / sizeof *dynamic_sessions && dynamic_sessions[place]) place++;
        if (place == sizeof dynamic_sessions / sizeof *dynamic_sessions) return ERROR_NOT_ENOUGH_MEMORY;
        dynamic_sessions[place] = (ULONG_PTR)*handle;
    }
    line(session->flags & SESSION_DYNAMIC ? "open dynamic" : "open");
    return NO_ERROR;
}

static DWORD WINAPI record_close(HANDLE session)
{
    for (size_t i = 0; i < most; i++)
        if (kept[i].owner == session && is_dynamic(session)) kept[i].is_there = FALSE;
    for (size_t i = 0; i < sizeof dynamic_sessions / sizeof *dynamic_sessions; i++)
        if (dynamic_sessions[i] == (ULONG_PTR)session) dynamic_sessions[i] = 0;
    line("close");
    return NO_ERROR;
}

static DWORD WINAPI record_begin(HANDLE session, UINT32 flags)
{
    (void)session, (void)flags;
    memcpy(before, kept, most * sizeof *kept);
    before_most = most;
    line("begin");
    return NO_ERROR;
}

static DWORD WINAPI record_commit(HANDLE session)
{
    (void)session;
    line("commit");
    return NO_ERROR;
}

static DWORD WINAPI record_abort(HANDLE session)
{
    (void)session;
    memset(kept, 0, most * sizeof *kept);
    memcpy(kept, before, before_most * sizeof *kept);
    most = before_most;
    line("abort");
    return NO_ERROR;
}

static DWORD WINAPI record_provider(HANDLE session, const FWPM_PROVIDER0 *provider, PSECURITY_DESCRIPTOR security)
{
    (void)session, (void)security;
    (void)fprintf(record, "provider%s service=%ls\n", provider->flags & PROVIDER_PERSISTENT ? " persistent" : "", provider->serviceName);
    return NO_ERROR;
}

static DWORD WINAPI record_sublayer(HANDLE session, const FWPM_SUBLAYER0 *sublayer, PSECURITY_DESCRIPTOR security)
{
    (void)session, (void)security;
    (void)fprintf(record, "sublayer%s weight=%u\n", sublayer->flags & SUBLAYER_PERSISTENT ? " persistent" : "", sublayer->weight);
    return NO_ERROR;
}

static DWORD WINAPI record_delete_object(HANDLE session, const GUID *key)
{
    (void)session, (void)key;
    line("delete object");
    return NO_ERROR;
}

static void write_condition(const FWPM_FILTER_CONDITION0 *condition)
{
    const FWP_CONDITION_VALUE0 *value = &condition->conditionValue;
    LPWSTR text = NULL;
    size_t field = 0;
    while (field < FIELD_COUNT && !IsEqualGUID(&wfp_fields[field], &condition->fieldKey)) field++;
    (void)fprintf(record, " %s=", field < FIELD_COUNT ? field_names[field] : "?");
    switch (value->type) {
    case FWP_UINT8: (void)fprintf(record, "%u", value->uint8); break;
    case FWP_UINT16: (void)fprintf(record, "%u", value->uint16); break;
    case FWP_UINT32: (void)fprintf(record, "0x%x", value->uint32); break;
    case FWP_V4_ADDR_MASK: (void)fprintf(record, "%08x/%08x", value->v4AddrMask->addr, value->v4AddrMask->mask); break;
    case FWP_V6_ADDR_MASK:
        for (int i = 0; i < 16; i++) (void)fprintf(record, "%02x", value->v6AddrMask->addr[i]);
        (void)fprintf(record, "/%u", value->v6AddrMask->prefixLength);
        break;
    case FWP_BYTE_BLOB_TYPE: (void)fprintf(record, "%ls", (const wchar_t *)(const void *)value->byteBlob->data); break;
    case FWP_SECURITY_DESCRIPTOR_TYPE:
        if (!ConvertSecurityDescriptorToStringSecurityDescriptorW(value->sd->data, SDDL_REVISION_1, DACL_SECURITY_INFORMATION, &text, NULL)) text = NULL;
        (void)fprintf(record, "%ls", text ? text : L"?");
        if (text) LocalFree(text);
        break;
    default: (void)fprintf(record, "?%d", value->type);
    }
}

static const char *life_of(UINT32 flags)
{
    if (flags & FILTER_PERSISTENT) return "persistent";
    return flags & FILTER_BOOTTIME ? "boot" : "session";
}

static DWORD WINAPI record_add(HANDLE session, const FWPM_FILTER0 *filter, PSECURITY_DESCRIPTOR security, UINT64 *id)
{
    size_t at = 0, layer = 0, set = 0;
    (void)security;
    while (at < KEPT && kept[at].is_there) at++;
    if (at == KEPT || filter->providerData.size > sizeof kept[at].data) return ERROR_NOT_ENOUGH_MEMORY;
    if (at >= most) most = at + 1;
    kept[at] = (Kept){.key = {next_key++, 0, 0, {0}}, .layer = filter->layerKey, .sublayer = filter->subLayerKey, .flags = filter->flags, .is_there = TRUE};
    kept[at].owner = is_dynamic(session) ? session : NULL;
    kept[at].is_block = filter->action.type == ACTION_BLOCK;
    (void)wcsncpy(kept[at].name, filter->displayData.name, sizeof kept[at].name / sizeof *kept[at].name - 1);
    kept[at].data_size = filter->providerData.size;
    memcpy(kept[at].data, filter->providerData.data, filter->providerData.size);
    while (layer < LAYER_COUNT && !IsEqualGUID(&wfp_layers[layer], &filter->layerKey)) layer++;
    while (set < WFP_SETS && !IsEqualGUID(&wfp_sets[set].sublayer, &filter->subLayerKey)) set++;
    (void)fprintf(record, "filter %s/%ls %s weight=%u %s flags=0x%x %s", set < WFP_SETS ? wfp_sets[set].name : "?", filter->displayData.name,
                  layer < LAYER_COUNT ? layer_names[layer] : "?", filter->weight.uint8, life_of(filter->flags), filter->flags,
                  filter->action.type == ACTION_PERMIT ? "permit" : filter->action.type == ACTION_BLOCK ? "block" : "?");
    for (UINT32 i = 0; i < filter->numFilterConditions; i++) write_condition(&filter->filterCondition[i]);
    line("");
    *id = kept[at].key.Data1;
    return NO_ERROR;
}

static DWORD WINAPI record_delete(HANDLE session, const GUID *key)
{
    (void)session;
    for (size_t i = 0; i < most; i++) {
        if (!kept[i].is_there || !IsEqualGUID(&kept[i].key, key)) continue;
        kept[i].is_there = FALSE;
        line("delete filter");
        return NO_ERROR;
    }
    return NOT_FOUND_FILTER;
}

typedef struct {
    GUID layer;
    size_t at;
} Listing;

static DWORD WINAPI record_list(HANDLE session, const FWPM_FILTER_ENUM_TEMPLATE0 *wanted, HANDLE *list)
{
    Listing *listing = malloc(sizeof *listing);
    (void)session;
    if (!listing) return ERROR_NOT_ENOUGH_MEMORY;
    *listing = (Listing){wanted->layerKey, 0};
    *list = listing;
    return NO_ERROR;
}

static DWORD WINAPI record_next(HANDLE session, HANDLE list, UINT32 want, FWPM_FILTER0 ***out, UINT32 *count)
{
    Listing *listing = list;
    FWPM_FILTER0 **page = calloc(want, sizeof *page + sizeof **page), *rows;
    (void)session;
    if (!page) return ERROR_NOT_ENOUGH_MEMORY;
    rows = (FWPM_FILTER0 *)(void *)(page + want);
    for (*count = 0; listing->at < most && *count < want; listing->at++) {
        Kept *one = &kept[listing->at];
        if (!one->is_there || !IsEqualGUID(&one->layer, &listing->layer)) continue;
        rows[*count].filterKey = one->key;
        rows[*count].subLayerKey = one->sublayer;
        rows[*count].flags = one->flags;
        rows[*count].filterId = one->key.Data1;
        rows[*count].displayData.name = one->name;
        rows[*count].action.type = one->is_block ? ACTION_BLOCK : ACTION_PERMIT;
        rows[*count].providerData = (FWP_BYTE_BLOB){one->data_size, one->data};
        page[*count] = &rows[*count];
        ++*count;
    }
    *out = page;
    return NO_ERROR;
}

static DWORD WINAPI record_list_end(HANDLE session, HANDLE list)
{
    (void)session;
    free(list);
    return NO_ERROR;
}

static DWORD WINAPI record_app_id(const wchar_t *path, FWP_BYTE_BLOB **out)
{
    size_t size = (wcslen(path) + 1) * sizeof *path;
    *out = malloc(sizeof **out + size);
    if (!*out) return ERROR_NOT_ENOUGH_MEMORY;
    **out = (FWP_BYTE_BLOB){(UINT32)size, (UINT8 *)(*out + 1)};
    memcpy((*out)->data, path, size);
    return NO_ERROR;
}

static void WINAPI record_free(void **memory)
{
    free(*memory);
    *memory = NULL;
}

static WfpEventTaker taker;

static DWORD WINAPI record_subscribe(HANDLE session, const FWPM_NET_EVENT_SUBSCRIPTION0 *wanted, WfpEventTaker take, void *context, HANDLE *subscription)
{
    (void)session, (void)wanted, (void)context;
    taker = take;
    *subscription = (HANDLE)&taker;
    return NO_ERROR;
}

static DWORD WINAPI record_option(HANDLE session, FWPM_ENGINE_OPTION option, const FWP_VALUE0 *value)
{
    (void)session, (void)option, (void)value;
    return NO_ERROR;
}

const WfpEvents wfp_record_events = {record_subscribe, record_option};

void wfp_record_drops(void)
{
    static wchar_t program[] = L"\\device\\harddiskvolume1\\program.exe";
    static SID user = {SID_REVISION, 1, {SECURITY_NT_AUTHORITY}, {SECURITY_INTERACTIVE_RID}};
    for (size_t i = 0; i < most && taker; i++) {
        WfpDrop drop = {kept[i].key.Data1, 0};
        WfpEvent event = {.type = EVENT_CLASSIFY_DROP, .drop = &drop};
        if (!kept[i].is_there || !kept[i].is_block) continue;
        event.header.flags = EVENT_HAS_PROTOCOL | EVENT_HAS_REMOTE | EVENT_HAS_REMOTE_PORT | EVENT_HAS_PROGRAM | EVENT_HAS_USER | EVENT_HAS_IP_VERSION;
        event.header.protocol = IPPROTO_UDP;
        event.header.remote.four = 0xC0000201u;
        event.header.remote_port = 53;
        event.header.program = (FWP_BYTE_BLOB){sizeof program, (UINT8 *)program};
        event.header.user = &user;
        taker(NULL, &event);
    }
}

BOOL wfp_record_into(Bfe *table)
{
    wchar_t *path = program_file(L"wfp-calls.txt");
    record = path ? _wfopen(path, L"ab") : NULL;
    free(path);
    kept = calloc(KEPT, sizeof *kept);
    before = calloc(KEPT, sizeof *before);
    if (!record || !kept || !before) return FALSE;
    *table = (Bfe){
        .FwpmEngineOpen0 = record_open,
        .FwpmEngineClose0 = record_close,
        .FwpmTransactionBegin0 = record_begin,
        .FwpmTransactionCommit0 = record_commit,
        .FwpmTransactionAbort0 = record_abort,
        .FwpmProviderAdd0 = record_provider,
        .FwpmProviderDeleteByKey0 = record_delete_object,
        .FwpmSubLayerAdd0 = record_sublayer,
        .FwpmSubLayerDeleteByKey0 = record_delete_object,
        .FwpmFilterAdd0 = record_add,
        .FwpmFilterDeleteByKey0 = record_delete,
        .FwpmFilterCreateEnumHandle0 = record_list,
        .FwpmFilterEnum0 = record_next,
        .FwpmFilterDestroyEnumHandle0 = record_list_end,
        .FwpmGetAppIdFromFileName0 = record_app_id,
        .FwpmFreeMemory0 = record_free,
    };
    return TRUE;
}
#else
/* An ISO C file holds something. */
typedef int WfpRecordIsForTests;
#endif
