#include "computer.h"

#include "library.h"
#include "privilege.h"

#define MESSAGE_POINTS 256
#define MOST_SECONDS 600
#define REASON (SHTDN_REASON_MAJOR_OTHER | SHTDN_REASON_MINOR_OTHER | SHTDN_REASON_FLAG_PLANNED)
#define RP_FORCE 1 /* userenv.h: apply all policy, not only what has changed */

/* Has the DNS client read its settings again. */
static DWORD notify_resolver(void)
{
    SERVICE_STATUS status;
    DWORD error = NO_ERROR;
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT), service;
    if (!manager) return GetLastError();
    service = OpenServiceW(manager, L"Dnscache", SERVICE_PAUSE_CONTINUE);
    if (!service || !ControlService(service, SERVICE_CONTROL_PARAMCHANGE, &status)) error = GetLastError();
    /* Without the DNS client there is nothing that keeps answers or settings. */
    if (error == ERROR_SERVICE_DOES_NOT_EXIST || error == ERROR_SERVICE_NOT_ACTIVE) error = NO_ERROR;
    if (service) CloseServiceHandle(service);
    CloseServiceHandle(manager);
    return error;
}

DWORD call_resolver_refresh(Call *call)
{
    BOOL(WINAPI *flush)(void) = (BOOL(WINAPI *)(void))library_function(L"dnsapi.dll", "DnsFlushResolverCache");
    DWORD error;
    if (!flush) return ERROR_PROC_NOT_FOUND;
    /* Both, whatever becomes of the other. */
    error = notify_resolver();
    if (!flush() && error == NO_ERROR) error = GetLastError() != NO_ERROR ? GetLastError() : ERROR_GEN_FAILURE;
    text_raw(call->output, "null");
    return error;
}

DWORD call_policy_refresh(Call *call)
{
    BOOL(WINAPI *refresh)(BOOL, DWORD) = (BOOL(WINAPI *)(BOOL, DWORD))library_function(L"userenv.dll", "RefreshPolicyEx");
    if (!refresh) return ERROR_PROC_NOT_FOUND;
    if (!refresh(TRUE, RP_FORCE)) return GetLastError();
    text_raw(call->output, "null");
    return NO_ERROR;
}

DWORD call_computer_end(Call *call)
{
    wchar_t *message = call_wide(call, call->input, "message", MESSAGE_POINTS);
    bool restart;
    int64_t seconds;
    DWORD error;
    if (!message || !json_boolean(call->json, json_field(call->json, call->input, "restart"), &restart)) return CALL_UNFIT;
    if (!json_integer(call->json, json_field(call->json, call->input, "seconds"), 0, MOST_SECONDS, &seconds)) return CALL_UNFIT;
    error = privilege_enable(SE_SHUTDOWN_NAME);
    if (error != NO_ERROR) return error;
    if (!InitiateSystemShutdownExW(NULL, message, (DWORD)seconds, TRUE, restart, REASON)) return GetLastError();
    text_raw(call->output, "null");
    return NO_ERROR;
}
