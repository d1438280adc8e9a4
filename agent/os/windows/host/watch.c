#include "watch.h"

#include "agent_log.h"
#include "events.h"
#include "user.h"
#include "wfp_openings.h"
#include "worker.h"

#define ALIVE_MS 30000 /* as the unit's WatchdogSec= on Linux */
#define TICK_MS 1000

static BOOL tell_event(Link *link, const Event *event)
{
    Text input = {0};
    text_raw(&input, "{\"what\":");
    text_string(&input, event->what);
    text_name(&input, "detail");
    text_string(&input, event->detail);
    text_raw(&input, "}");
    return link_tell(link, "event", &input);
}

static BOOL tell_events(Link *link)
{
    Event taken[EVENTS_MOST];
    int count = events_take(taken);
    for (int i = 0; i < count; i++)
        if (!tell_event(link, &taken[i])) return FALSE;
    return TRUE;
}

static BOOL tell_ended(Link *link, DWORD id, DWORD code)
{
    Text input = {0};
    text_raw(&input, "{\"id\":");
    text_integer(&input, id);
    text_name(&input, "code");
    text_integer(&input, code);
    text_raw(&input, "}");
    return link_tell(link, "ended", &input);
}

static BOOL tell_all_ended(Link *link)
{
    DWORD id, code;
    while (user_take_ended(&id, &code))
        if (!tell_ended(link, id, code)) return FALSE;
    return TRUE;
}

static BOOL tell_worker_ends(Link *link)
{
    WorkerEnd end;
    while (worker_take_end(&end)) {
        Text input = {0};
        text_raw(&input, "{\"id\":");
        text_integer(&input, end.id);
        text_name(&input, "state");
        text_string(&input, end.state);
        text_name(&input, "code");
        text_integer(&input, end.code);
        text_raw(&input, "}");
        if (!link_tell(link, "worker", &input)) return FALSE;
    }
    return TRUE;
}

/* First what has come: an agent's last calls are heard before its end. */
enum { READABLE, ENDED, EVENTS, STOP, FIXED_HANDLES };

static DWORD wait_for_any(Link *link, HANDLE ended, HANDLE stop)
{
    HANDLE waited[FIXED_HANDLES + WORKER_MOST_LIVES + USER_MOST_PROGRAMS] = {link_readable(link), ended, events_waiting()};
    DWORD count = STOP;
    /* Programs and workers stand behind; what has ended is found without knowing which it was. */
    if (stop) waited[count++] = stop;
    count += worker_handles(waited + count);
    count += user_handles(waited + count);
    return WaitForMultipleObjects(count, waited, FALSE, TICK_MS);
}

BOOL watch_agent(Link *link, HANDLE ended, HANDLE stop)
{
    ULONGLONG leave_by = 0;
    BOOL is_well = TRUE;
    while (is_well) {
        DWORD which = wait_for_any(link, ended, leave_by ? NULL : stop) - WAIT_OBJECT_0;
        ULONGLONG now = GetTickCount64();
        if (which == READABLE) is_well = link_take(link);
        if (which == ENDED) break;
        if (which == EVENTS) is_well = tell_events(link);
        /* Asked each time: an agent that never ends to speak must not hide it. */
        if (stop && !leave_by && WaitForSingleObject(stop, 0) == WAIT_OBJECT_0) leave_by = now + WATCH_STOP_MS;
        is_well = is_well && tell_all_ended(link) && tell_worker_ends(link);
        if (leave_by && now > leave_by) is_well = FALSE;
        if (link->alive_at && now > link->alive_at + ALIVE_MS) is_well = FALSE;
        wfp_openings_expire();
        agent_log_trim();
    }
    user_stop_all();
    worker_stop_all();
    return is_well;
}

BOOL watch_pause(HANDLE stop, DWORD pause_ms)
{
    ULONGLONG until = GetTickCount64() + pause_ms;
    for (;;) {
        ULONGLONG now = GetTickCount64();
        DWORD wait_ms = now >= until ? 0 : until - now < TICK_MS ? (DWORD)(until - now) : TICK_MS;
        if (WaitForSingleObject(stop, wait_ms) == WAIT_OBJECT_0) return TRUE;
        wfp_openings_expire();
        if (now >= until) return FALSE;
    }
}
