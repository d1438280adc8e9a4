#include "events.h"

#include <iphlpapi.h>
#include <string.h>

static CRITICAL_SECTION lock;
static HANDLE waiting;
static Event events[EVENTS_MOST];
static int count;

BOOL events_start(void)
{
    InitializeCriticalSection(&lock);
    waiting = CreateEventW(NULL, FALSE, FALSE, NULL);
    return waiting != NULL;
}

static BOOL is_known(const char *what, const char *detail)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(events[i].what, what) && !strcmp(events[i].detail, detail)) return TRUE;
    return FALSE;
}

void events_post(const char *what, const char *detail)
{
    EnterCriticalSection(&lock);
    if (count < EVENTS_MOST && !is_known(what, detail)) events[count++] = (Event){what, detail};
    LeaveCriticalSection(&lock);
    SetEvent(waiting);
}

HANDLE events_waiting(void)
{
    return waiting;
}

int events_take(Event taken[EVENTS_MOST])
{
    int held;
    EnterCriticalSection(&lock);
    held = count;
    memcpy(taken, events, sizeof events);
    count = 0;
    LeaveCriticalSection(&lock);
    return held;
}

static void WINAPI on_interface(PVOID context, PMIB_IPINTERFACE_ROW row, MIB_NOTIFICATION_TYPE type)
{
    (void)context;
    (void)row;
    (void)type;
    events_post("network", "change");
}

static void WINAPI on_address(PVOID context, PMIB_UNICASTIPADDRESS_ROW row, MIB_NOTIFICATION_TYPE type)
{
    (void)context;
    (void)row;
    (void)type;
    events_post("network", "change");
}

static void WINAPI on_route(PVOID context, PMIB_IPFORWARD_ROW2 row, MIB_NOTIFICATION_TYPE type)
{
    (void)context;
    (void)row;
    (void)type;
    events_post("network", "change");
}

void events_watch_network(void)
{
    HANDLE registration; /* for as long as the process lives */
    NotifyIpInterfaceChange(AF_UNSPEC, on_interface, NULL, FALSE, &registration);
    NotifyUnicastIpAddressChange(AF_UNSPEC, on_address, NULL, FALSE, &registration);
    NotifyRouteChange2(AF_UNSPEC, on_route, NULL, FALSE, &registration);
}
