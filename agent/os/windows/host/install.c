#include "install.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "program.h"
#include "service.h"
#include "wfp_calls.h"
#include "worker_service.h"

/* The filtering platform, and what NotifyIpInterfaceChange asks. */
#define AFTER L"BFE\0nsi\0"
#define TRIES 40
#define TRY_MS 500
#define LOOK_MS 100
#define FAILURES_FORGOTTEN_S 86400

/* A service as it is to be. */
typedef struct {
    const wchar_t *name, *display, *description, *word; /* word: behind `service` on its command line */
    const wchar_t *account, *after;
    DWORD begins;
    BOOL is_agent;
} Service;

static const Service agent = {service_name, L"Schoolgate agent", L"Filters the web and manages this computer for its school.", L"agent", L"LocalSystem", AFTER,
                              SERVICE_AUTO_START, TRUE};
/* Windows makes the account with the service; it has no password, and no rights but those of every user. The agent's host starts it. */
static const Service worker = {worker_service_name, L"Schoolgate worker", L"Looks names up and carries connections for the Schoolgate agent.", L"worker",
                               L"NT SERVICE\\SchoolgateWorker", L"\0", SERVICE_DEMAND_START, FALSE};

/* Quoted: of an unquoted path with a blank, Windows tries the first part as a program. To be freed. */
static wchar_t *line_of(const Service *wanted)
{
    static const wchar_t form[] = L"\"%ls\" service %ls";
    const wchar_t *path = program_path();
    size_t room = path ? wcslen(path) + wcslen(wanted->word) + sizeof form / sizeof *form : 0;
    wchar_t *line = room ? malloc(room * sizeof *line) : NULL;
    if (line) (void)swprintf(line, room, form, path, wanted->word);
    return line;
}

static SC_HANDLE create(SC_HANDLE manager, const Service *wanted, const wchar_t *line)
{
    return CreateServiceW(manager, wanted->name, wanted->display, SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS, wanted->begins, SERVICE_ERROR_NORMAL, line, NULL,
                          NULL, wanted->after, wanted->account, L"");
}

/* Of a service that is there already: an update of the programs. */
static SC_HANDLE update(SC_HANDLE manager, const Service *wanted, const wchar_t *line)
{
    SC_HANDLE service = OpenServiceW(manager, wanted->name, SERVICE_ALL_ACCESS);
    DWORD error;
    if (!service) return NULL;
    if (ChangeServiceConfigW(service, SERVICE_WIN32_OWN_PROCESS, wanted->begins, SERVICE_ERROR_NORMAL, line, NULL, NULL, wanted->after, wanted->account, L"",
                             wanted->display))
        return service;
#ifdef RECORD
    if (ChangeServiceConfigW(service, SERVICE_WIN32_OWN_PROCESS, wanted->begins, SERVICE_ERROR_NORMAL, line, NULL, NULL, NULL, NULL, NULL, wanted->display))
        return service;
#endif
    error = GetLastError();
    CloseServiceHandle(service);
    SetLastError(error);
    return NULL;
}

/* Sets the last error. */
static SC_HANDLE make(SC_HANDLE manager, const Service *wanted, const wchar_t *line)
{
    SC_HANDLE service = create(manager, wanted, line);
#ifdef RECORD
    /* Wine has no BFE to come after, and may not know the account: LocalSystem. */
    if (!service && GetLastError() != ERROR_SERVICE_EXISTS) {
        Service plain = *wanted;
        plain.after = plain.account = NULL;
        service = create(manager, &plain, line);
    }
#endif
    if (!service && GetLastError() == ERROR_SERVICE_EXISTS) service = update(manager, wanted, line);
    return service;
}

typedef struct {
    DWORD level;
    void *info;
} Setting;

static DWORD set(SC_HANDLE service, const Setting *settings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ChangeServiceConfig2W(service, settings[i].level, settings[i].info)) continue;
#ifndef RECORD
        /* Wine keeps few of them (124). */
        return GetLastError();
#endif
    }
    return NO_ERROR;
}

static DWORD configure_agent(SC_HANDLE service)
{
    SC_ACTION restart[3] = {{SC_ACTION_RESTART, 1000}, {SC_ACTION_RESTART, 5000}, {SC_ACTION_RESTART, 60000}};
    SERVICE_FAILURE_ACTIONSW on_failure = {FAILURES_FORGOTTEN_S, NULL, NULL, 3, restart};
    SERVICE_FAILURE_ACTIONS_FLAG also_for_errors = {TRUE};
    SERVICE_PRESHUTDOWN_INFO before_shutdown = {SERVICE_STOP_HINT_MS};
    const Setting settings[] = {
        {SERVICE_CONFIG_FAILURE_ACTIONS, &on_failure},
        {SERVICE_CONFIG_FAILURE_ACTIONS_FLAG, &also_for_errors},
        {SERVICE_CONFIG_PRESHUTDOWN_INFO, &before_shutdown},
    };
    return set(service, settings, sizeof settings / sizeof *settings);
}

static DWORD configure_worker(SC_HANDLE service)
{
    /* To pass through folders. What is not in this list Windows takes from the account. */
    wchar_t privileges[] = L"SeChangeNotifyPrivilege\0";
    SERVICE_REQUIRED_PRIVILEGES_INFOW required = {privileges};
    const Setting setting = {SERVICE_CONFIG_REQUIRED_PRIVILEGES_INFO, &required};
    return set(service, &setting, 1);
}

static DWORD configure(SC_HANDLE service, const Service *wanted)
{
    wchar_t text[128];
    SERVICE_DESCRIPTIONW description = {text};
    SERVICE_SID_INFO own_sid = {SERVICE_SID_TYPE_UNRESTRICTED};
    const Setting settings[] = {{SERVICE_CONFIG_DESCRIPTION, &description}, {SERVICE_CONFIG_SERVICE_SID_INFO, &own_sid}};
    DWORD error;
    (void)swprintf(text, sizeof text / sizeof *text, L"%ls", wanted->description);
    error = set(service, settings, sizeof settings / sizeof *settings);
    if (error != NO_ERROR) return error;
    return wanted->is_agent ? configure_agent(service) : configure_worker(service);
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

static DWORD install_one(SC_HANDLE manager, const Service *wanted)
{
    wchar_t *line = line_of(wanted);
    SC_HANDLE service = line ? make(manager, wanted, line) : NULL;
    DWORD error = line ? GetLastError() : ERROR_NOT_ENOUGH_MEMORY;
    free(line);
    if (!service) return error;
    error = configure(service, wanted);
    if (error == NO_ERROR && wanted->is_agent) error = start(service);
    CloseServiceHandle(service);
    return error;
}

DWORD install(void)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CREATE_SERVICE | SC_MANAGER_CONNECT);
    DWORD error;
    if (!manager) return GetLastError();
    /* The agent that starts then finds it. */
    error = install_one(manager, &worker);
    if (error == NO_ERROR) error = install_one(manager, &agent);
    CloseServiceHandle(manager);
    return error;
}

/* Until it has stopped, or so long as it may take. */
static DWORD stop_and_wait(SC_HANDLE service)
{
    SERVICE_STATUS status;
    ControlService(service, SERVICE_CONTROL_STOP, &status); /* refused by one that does not run */
    for (DWORD waited_ms = 0; waited_ms < 2 * SERVICE_STOP_HINT_MS; waited_ms += LOOK_MS) {
        if (!QueryServiceStatus(service, &status)) return GetLastError();
        if (status.dwCurrentState == SERVICE_STOPPED) return NO_ERROR;
        Sleep(LOOK_MS);
    }
    return ERROR_SERVICE_REQUEST_TIMEOUT;
}

/* NULL with NO_ERROR when it is not there. */
static DWORD open_and_stop(SC_HANDLE manager, const Service *one, SC_HANDLE *service)
{
    *service = OpenServiceW(manager, one->name, SERVICE_STOP | SERVICE_QUERY_STATUS | DELETE);
    if (*service) return stop_and_wait(*service);
    return GetLastError() == ERROR_SERVICE_DOES_NOT_EXIST ? NO_ERROR : GetLastError();
}

static DWORD delete_and_close(SC_HANDLE service)
{
    DWORD error = service && !DeleteService(service) ? GetLastError() : NO_ERROR;
    if (service) CloseServiceHandle(service);
    return error;
}

DWORD uninstall(void)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT), agents, workers;
    DWORD errors[5] = {0};
    if (!manager) return GetLastError();
    /* The agent first: it would start the worker again. */
    errors[0] = open_and_stop(manager, &agent, &agents);
    errors[1] = open_and_stop(manager, &worker, &workers);
    /* Whether or not they could be stopped: a computer must not stay cut off by filters that nothing looks after. */
    errors[4] = wfp_sweep();
    errors[2] = delete_and_close(agents);
    errors[3] = delete_and_close(workers);
    CloseServiceHandle(manager);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i] != NO_ERROR) return errors[i];
    return NO_ERROR;
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
