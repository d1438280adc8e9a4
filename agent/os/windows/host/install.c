#include "install.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "program.h"
#include "service.h"
#include "wfp_calls.h"

#define DISPLAY_NAME L"Schoolgate agent"
#define DESCRIPTION L"Filters the web and manages this computer for its school."
/* The filtering platform, and what NotifyIpInterfaceChange asks. */
#define AFTER L"BFE\0nsi\0"
#define TRIES 40
#define TRY_MS 500
#define LOOK_MS 100
#define FAILURES_FORGOTTEN_S 86400

/* Quoted: of an unquoted path with a blank, Windows tries the first part as a program. To be freed. */
static wchar_t *service_line(void)
{
    static const wchar_t form[] = L"\"%ls\" service agent";
    const wchar_t *path = program_path();
    size_t room = path ? wcslen(path) + sizeof form / sizeof *form : 0;
    wchar_t *line = room ? malloc(room * sizeof *line) : NULL;
    if (line) (void)swprintf(line, room, form, path);
    return line;
}

static SC_HANDLE create(SC_HANDLE manager, const wchar_t *line, const wchar_t *after)
{
    return CreateServiceW(manager, service_name, DISPLAY_NAME, SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, line,
                          NULL, NULL, after, NULL, NULL);
}

/* Of a service that is there already: an update of the programs. */
static SC_HANDLE update(SC_HANDLE manager, const wchar_t *line, DWORD *error)
{
    SC_HANDLE service = OpenServiceW(manager, service_name, SERVICE_ALL_ACCESS);
    if (!service) {
        *error = GetLastError();
        return NULL;
    }
    if (ChangeServiceConfigW(service, SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, line, NULL, NULL, AFTER, L"LocalSystem", L"", DISPLAY_NAME))
        return service;
#ifdef RECORD
    if (ChangeServiceConfigW(service, SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, line, NULL, NULL, NULL, NULL, NULL, DISPLAY_NAME)) return service;
#endif
    *error = GetLastError();
    CloseServiceHandle(service);
    return NULL;
}

static SC_HANDLE make(SC_HANDLE manager, const wchar_t *line, DWORD *error)
{
    SC_HANDLE service = create(manager, line, AFTER);
#ifdef RECORD
    /* Wine has no BFE to come after. */
    if (!service && GetLastError() != ERROR_SERVICE_EXISTS) service = create(manager, line, NULL);
#endif
    if (service) return service;
    *error = GetLastError();
    if (*error != ERROR_SERVICE_EXISTS) return NULL;
    *error = NO_ERROR;
    return update(manager, line, error);
}

static DWORD configure(SC_HANDLE service)
{
    wchar_t text[] = DESCRIPTION;
    SERVICE_DESCRIPTIONW description = {text};
    SC_ACTION restart[3] = {{SC_ACTION_RESTART, 1000}, {SC_ACTION_RESTART, 5000}, {SC_ACTION_RESTART, 60000}};
    SERVICE_FAILURE_ACTIONSW on_failure = {FAILURES_FORGOTTEN_S, NULL, NULL, 3, restart};
    SERVICE_FAILURE_ACTIONS_FLAG also_for_errors = {TRUE};
    SERVICE_SID_INFO own_sid = {SERVICE_SID_TYPE_UNRESTRICTED};
    SERVICE_PRESHUTDOWN_INFO before_shutdown = {SERVICE_STOP_HINT_MS};
    struct {
        DWORD level;
        void *info;
    } settings[] = {
        {SERVICE_CONFIG_DESCRIPTION, &description}, {SERVICE_CONFIG_FAILURE_ACTIONS, &on_failure},     {SERVICE_CONFIG_FAILURE_ACTIONS_FLAG, &also_for_errors},
        {SERVICE_CONFIG_SERVICE_SID_INFO, &own_sid}, {SERVICE_CONFIG_PRESHUTDOWN_INFO, &before_shutdown},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (ChangeServiceConfig2W(service, settings[i].level, settings[i].info)) continue;
#ifndef RECORD
        /* Wine keeps few of them (124). */
        return GetLastError();
#endif
    }
    return NO_ERROR;
}

static DWORD start(SC_HANDLE service)
{
    DWORD error = NO_ERROR;
    /* Locked while services start by themselves: right after the system's start, or in a new Wine prefix. */
    for (int tries = 0; tries < TRIES; tries++) {
        error = StartServiceW(service, 0, NULL) ? NO_ERROR : GetLastError();
        if (error != ERROR_SERVICE_DATABASE_LOCKED) break;
        Sleep(TRY_MS);
    }
    return error == ERROR_SERVICE_ALREADY_RUNNING ? NO_ERROR : error;
}

DWORD install(void)
{
    wchar_t *line = service_line();
    SC_HANDLE manager, service;
    DWORD error = NO_ERROR;
    if (!line) return ERROR_NOT_ENOUGH_MEMORY;
    manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CREATE_SERVICE | SC_MANAGER_CONNECT);
    if (!manager) error = GetLastError();
    service = manager ? make(manager, line, &error) : NULL;
    if (service) {
        error = configure(service);
        if (error == NO_ERROR) error = start(service);
        CloseServiceHandle(service);
    }
    if (manager) CloseServiceHandle(manager);
    free(line);
    return error;
}

/* Until it has stopped, or so long as it may take. */
static DWORD stop_and_wait(SC_HANDLE service)
{
    SERVICE_STATUS status;
    ControlService(service, SERVICE_CONTROL_STOP, &status);
    for (DWORD waited_ms = 0; waited_ms < 2 * SERVICE_STOP_HINT_MS; waited_ms += LOOK_MS) {
        if (!QueryServiceStatus(service, &status)) return GetLastError();
        if (status.dwCurrentState == SERVICE_STOPPED) return NO_ERROR;
        Sleep(LOOK_MS);
    }
    return ERROR_SERVICE_REQUEST_TIMEOUT;
}

DWORD uninstall(void)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT), service;
    DWORD error = NO_ERROR, swept;
    if (!manager) return GetLastError();
    service = OpenServiceW(manager, service_name, SERVICE_STOP | SERVICE_QUERY_STATUS | DELETE);
    if (!service && GetLastError() != ERROR_SERVICE_DOES_NOT_EXIST) error = GetLastError();
    if (service) error = stop_and_wait(service);
    /* Whether or not it could be stopped: a computer must not stay cut off by filters that nothing looks after. */
    swept = wfp_sweep();
    if (service) {
        if (!DeleteService(service) && error == NO_ERROR) error = GetLastError();
        CloseServiceHandle(service);
    }
    CloseServiceHandle(manager);
    return error != NO_ERROR ? error : swept;
}

#ifdef RECORD
DWORD install_control(DWORD code)
{
    SERVICE_STATUS status;
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    SC_HANDLE service = manager ? OpenServiceW(manager, service_name, SERVICE_USER_DEFINED_CONTROL) : NULL;
    DWORD error = service && ControlService(service, code, &status) ? NO_ERROR : GetLastError();
    if (service) CloseServiceHandle(service);
    if (manager) CloseServiceHandle(manager);
    return error;
}
#endif
