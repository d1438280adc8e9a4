/* control.exe SERVICE CODE | disabled | demand: sends a service a control, or says when it starts; Wine's own sc can neither. */
#include <windows.h>
#include <wchar.h>

static BOOL start_at(SC_HANDLE service, DWORD when)
{
    return ChangeServiceConfigW(service, SERVICE_NO_CHANGE, when, SERVICE_NO_CHANGE, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}

int wmain(int count, wchar_t **arguments)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    SC_HANDLE service = count == 3 && manager ? OpenServiceW(manager, arguments[1], SERVICE_USER_DEFINED_CONTROL | SERVICE_CHANGE_CONFIG) : NULL;
    SERVICE_STATUS status;
    if (!service) return 1;
    if (!wcscmp(arguments[2], L"disabled")) return !start_at(service, SERVICE_DISABLED);
    if (!wcscmp(arguments[2], L"demand")) return !start_at(service, SERVICE_DEMAND_START);
    return !ControlService(service, (DWORD)_wtoi(arguments[2]), &status);
}
