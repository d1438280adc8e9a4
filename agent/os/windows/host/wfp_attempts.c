#include "wfp_attempts.h"

#include <sddl.h>

#include "attempts.h"
#include "library.h"
#include "wfp_events.h"
#include "wfp_filters.h"
#ifdef RECORD
#include "wfp_record.h"
#endif

static WfpEvents events;
static HANDLE engine; /* the session that hears of events; NULL = nobody counts */
static int watched;   /* the set whose filters are counted */
static Attempts attempts; /* under the lock */
static SRWLOCK lock = SRWLOCK_INIT;

static DWORD load(void)
{
#ifdef RECORD
    events = wfp_record_events;
#else
    static const char *const names[] = {"FwpmNetEventSubscribe1", "FwpmEngineSetOption0"};
    void *found[sizeof names / sizeof *names];
    C_ASSERT(sizeof found == sizeof events);
    if (events.FwpmNetEventSubscribe1) return NO_ERROR;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found[i] = library_function(L"fwpuclnt.dll", names[i]);
        if (!found[i]) return ERROR_PROC_NOT_FOUND;
    }
    memcpy(&events, found, sizeof events);
#endif
    return NO_ERROR;
}

static void key_of(const WfpEvent *event, AttemptKey *key)
{
    const WfpEventHeader *header = &event->header;
    DWORD size = (header->flags & EVENT_HAS_USER) && header->user && IsValidSid(header->user) ? GetLengthSid(header->user) : 0;
    *key = (AttemptKey){.filter = event->drop->filter};
    if (header->flags & EVENT_HAS_PROTOCOL) key->protocol = header->protocol;
    if (header->flags & EVENT_HAS_REMOTE_PORT) key->port = header->remote_port;
    if ((header->flags & EVENT_HAS_REMOTE) && (header->flags & EVENT_HAS_IP_VERSION) && header->ip_version <= FWP_IP_VERSION_V6) {
        key->family = header->ip_version == FWP_IP_VERSION_V4 ? 4 : 6;
        for (int i = 0; i < 4 && key->family == 4; i++) key->address[i] = (uint8_t)(header->remote.four >> (24 - 8 * i));
        if (key->family == 6) memcpy(key->address, header->remote.six, sizeof key->address);
    }
    if (size == 0 || size > sizeof key->user) return;
    memcpy(key->user, header->user, size);
    key->user_size = (uint8_t)size;
}

/* On a thread of the engine's. Whoever floods us makes it do this little, and the lock is held for no more. */
static void CALLBACK take(void *context, const WfpEvent *event)
{
    const FWP_BYTE_BLOB *program = &event->header.program;
    size_t units = 0;
    AttemptKey key;
    (void)context;
    if (event->type != EVENT_CLASSIFY_DROP || !event->drop) return;
    key_of(event, &key);
    if ((event->header.flags & EVENT_HAS_PROGRAM) && program->data) units = program->size / sizeof(wchar_t);
    while (units > 0 && ((const wchar_t *)(const void *)program->data)[units - 1] == 0) units--;
    AcquireSRWLockExclusive(&lock);
    attempts_add(&attempts, &key, (const uint16_t *)(const void *)program->data, units);
    ReleaseSRWLockExclusive(&lock);
}

/* Those for the start of the network refuse nothing while the engine runs. */
static DWORD learn_filter(const FWPM_FILTER0 *filter, void *context)
{
    char name[ATTEMPTS_NAME_ROOM];
    (void)context;
    if (filter->action.type != ACTION_BLOCK || (filter->flags & FILTER_BOOTTIME) || !filter->displayData.name) return NO_ERROR;
    if (!WideCharToMultiByte(CP_UTF8, 0, filter->displayData.name, -1, name, sizeof name, NULL, NULL)) return NO_ERROR;
    AcquireSRWLockExclusive(&lock);
    attempts_filter(&attempts, filter->filterId, name);
    ReleaseSRWLockExclusive(&lock);
    return NO_ERROR;
}

static DWORD learn(void)
{
    AcquireSRWLockExclusive(&lock);
    attempts_renew(&attempts);
    ReleaseSRWLockExclusive(&lock);
    return filters_each(engine, &wfp_sets[watched].sublayer, learn_filter, NULL);
}

static DWORD end(DWORD error)
{
    /* The subscription ends with its session. */
    if (error != NO_ERROR && engine) {
        bfe.FwpmEngineClose0(engine);
        engine = NULL;
    }
    return error;
}

/* What another set has refused is not asked for any more. */
static void stop(void)
{
    end(ERROR_CANCELLED);
    AcquireSRWLockExclusive(&lock);
    attempts_renew(&attempts);
    attempts_empty(&attempts);
    ReleaseSRWLockExclusive(&lock);
}

void wfp_attempts_learn(int set)
{
    if (engine && set == watched) end(learn());
}

/*
 * A session of its own, which ends with the engine's service. Subscribed, not listed at each call: the engine keeps few events, and somebody who sends many
 * would push the others out of its list before we come. What a new filter refuses in the moment before `learn` is not counted.
 */
static DWORD begin(int set)
{
    FWPM_NET_EVENT_SUBSCRIPTION0 all = {0};
    FWP_VALUE0 on = {.type = FWP_UINT32, .uint32 = 1};
    HANDLE subscription;
    DWORD error = load();
    if (error == NO_ERROR) error = engine_open(FALSE, &engine);
    if (error != NO_ERROR) {
        engine = NULL;
        return error;
    }
    watched = set;
    /* As Windows comes; somebody may have switched it off. A failure shows as an empty list. */
    events.FwpmEngineSetOption0(engine, FWPM_ENGINE_COLLECT_NET_EVENTS, &on);
    error = learn();
    if (error == NO_ERROR) error = events.FwpmNetEventSubscribe1(engine, &all, take, NULL, &subscription);
    return end(error);
}

/* Whether the engine still knows the session. */
static DWORD check(void)
{
    HANDLE list;
    FWPM_FILTER_ENUM_TEMPLATE0 wanted = {0};
    GUID provider = wfp_provider;
    DWORD error;
    wanted.providerKey = &provider;
    wanted.layerKey = wfp_layers[0];
    wanted.actionMask = 0xFFFFFFFFu;
    error = bfe.FwpmFilterCreateEnumHandle0(engine, &wanted, &list);
    if (error == NO_ERROR) bfe.FwpmFilterDestroyEnumHandle0(engine, list);
    return end(error);
}

static void write_start(Text *out, const char *filter, uint32_t count)
{
    text_comma(out);
    text_raw(out, "{");
    text_name(out, "filter");
    text_string(out, filter);
    text_name(out, "count");
    text_integer(out, count);
}

static void write_address(Text *out, const AttemptKey *key)
{
    wchar_t address[INET6_ADDRSTRLEN];
    BOOL is_written = key->family && InetNtopW(key->family == 4 ? AF_INET : AF_INET6, key->address, address, INET6_ADDRSTRLEN);
    text_name(out, "address");
    text_wide(out, is_written ? address : NULL, INET6_ADDRSTRLEN);
}

static void write_user(Text *out, AttemptKey *key)
{
    wchar_t *sid = NULL;
    if (key->user_size && !ConvertSidToStringSidW(key->user, &sid)) sid = NULL;
    text_name(out, "user");
    text_wide(out, sid, 192);
    if (sid) LocalFree(sid);
}

static void write_row(Text *out, AttemptRow *row)
{
    write_start(out, attempts_name(&attempts, row->key.filter), row->count);
    write_address(out, &row->key);
    text_name(out, "protocol");
    text_integer(out, row->key.protocol);
    text_name(out, "port");
    text_integer(out, row->key.port);
    write_user(out, &row->key);
    text_name(out, "program");
    if (row->program_length) text_utf16(out, row->program, row->program_length, ATTEMPTS_PROGRAM_UNITS);
    else text_raw(out, "null");
    text_raw(out, "}");
}

DWORD call_wfp_attempts(Call *call)
{
    int set = wfp_set_of(call->json, json_field(call->json, call->input, "set"));
    DWORD error = NO_ERROR;
    if (set < 0) return CALL_UNFIT;
    if (engine && set != watched) stop();
    if (engine) check();
    if (!engine) error = begin(set);
#ifdef RECORD
    if (error == NO_ERROR) wfp_record_drops();
#endif
    if (error != NO_ERROR) return error;
    AcquireSRWLockExclusive(&lock);
    text_raw(call->output, "[");
    for (size_t i = 0; i < attempts.count; i++) write_row(call->output, &attempts.rows[i]);
    for (size_t i = 0; i < attempts.filters; i++) {
        if (!attempts.rest[i]) continue;
        write_start(call->output, attempts.names[i], attempts.rest[i]);
        text_raw(call->output, ",\"address\":null,\"protocol\":null,\"port\":null,\"user\":null,\"program\":null}");
    }
    text_raw(call->output, "]");
    attempts_empty(&attempts);
    ReleaseSRWLockExclusive(&lock);
    return NO_ERROR;
}
