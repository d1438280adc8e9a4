/* Network isolation of AppContainers: functions of FirewallAPI.dll by name, and what mingw-w64 10 lacks of netfw.h. */
#ifndef SCHOOLGATE_APP_ISOLATION_H
#define SCHOOLGATE_APP_ISOLATION_H

#include "platform.h"

/* INET_FIREWALL_AC_CAPABILITIES and INET_FIREWALL_AC_BINARIES: nothing here looks into them. */
typedef struct {
    DWORD count;
    void *list;
} AppContainerList;

/* INET_FIREWALL_APP_CONTAINER */
typedef struct {
    SID *sid, *user;
    wchar_t *name, *display_name, *description;
    AppContainerList capabilities, binaries;
    wchar_t *folder;
    wchar_t *package; /* its full name; none for a container that a program has made for itself */
} AppContainer;

C_ASSERT(sizeof(AppContainer) == 11 * sizeof(void *));

typedef struct {
    DWORD(WINAPI *NetworkIsolationEnumAppContainers)(DWORD, DWORD *, AppContainer **);
    DWORD(WINAPI *NetworkIsolationFreeAppContainers)(AppContainer *);
    DWORD(WINAPI *NetworkIsolationGetAppContainerConfig)(DWORD *, SID_AND_ATTRIBUTES **);
    DWORD(WINAPI *NetworkIsolationSetAppContainerConfig)(DWORD, SID_AND_ATTRIBUTES *);
} AppIsolation;

#ifdef RECORD
/* Tests only: a list in memory, and three containers, one of them of no package. */
extern const AppIsolation app_isolation_record;
#endif

#endif
