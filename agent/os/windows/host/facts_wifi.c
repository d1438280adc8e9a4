#include "facts.h"

#include <wlanapi.h>

#include "library.h"

#define CLIENT_VERSION 2 /* Windows Vista and later */

/* A Windows Server has no wlanapi.dll. */
static struct {
    DWORD(WINAPI *open)(DWORD, PVOID, PDWORD, PHANDLE);
    DWORD(WINAPI *close)(HANDLE, PVOID);
    DWORD(WINAPI *interfaces)(HANDLE, PVOID, PWLAN_INTERFACE_INFO_LIST *);
    DWORD(WINAPI *query)(HANDLE, const GUID *, WLAN_INTF_OPCODE, PVOID, PDWORD, PVOID *, PWLAN_OPCODE_VALUE_TYPE);
    VOID(WINAPI *free)(PVOID);
} wlan;

static BOOL load(void)
{
    static const wchar_t library[] = L"wlanapi.dll";
    if (wlan.free) return TRUE;
    wlan.open = (DWORD(WINAPI *)(DWORD, PVOID, PDWORD, PHANDLE))library_function(library, "WlanOpenHandle");
    wlan.close = (DWORD(WINAPI *)(HANDLE, PVOID))library_function(library, "WlanCloseHandle");
    wlan.interfaces = (DWORD(WINAPI *)(HANDLE, PVOID, PWLAN_INTERFACE_INFO_LIST *))library_function(library, "WlanEnumInterfaces");
    wlan.query = (DWORD(WINAPI *)(HANDLE, const GUID *, WLAN_INTF_OPCODE, PVOID, PDWORD, PVOID *, PWLAN_OPCODE_VALUE_TYPE))library_function(library, "WlanQueryInterface");
    if (!wlan.open || !wlan.close || !wlan.interfaces || !wlan.query) return FALSE;
    wlan.free = (VOID(WINAPI *)(PVOID))library_function(library, "WlanFreeMemory");
    return wlan.free != NULL;
}

static void connection(Text *out, HANDLE client, const GUID *interface_guid)
{
    WLAN_CONNECTION_ATTRIBUTES *now = NULL;
    DWORD size = 0, error = wlan.query(client, interface_guid, wlan_intf_opcode_current_connection, NULL, &size, (void **)&now, NULL);
    if (error == NO_ERROR && (!now || size < sizeof *now)) error = ERROR_INVALID_DATA;
    text_raw(out, "{");
    text_name(out, "ssid");
    if (error == NO_ERROR) {
        const DOT11_SSID *ssid = &now->wlanAssociationAttributes.dot11Ssid;
        text_bytes(out, (const char *)ssid->ucSSID, ssid->uSSIDLength <= DOT11_SSID_MAX_LENGTH ? ssid->uSSIDLength : DOT11_SSID_MAX_LENGTH);
    } else {
        text_raw(out, "null");
    }
    text_name(out, "bssid");
    if (error == NO_ERROR) fact_mac(out, now->wlanAssociationAttributes.dot11Bssid, 6);
    else text_raw(out, "null");
    text_name(out, "error");
    text_integer(out, error);
    text_raw(out, "}");
    if (now) wlan.free(now);
}

void fact_wifi(Text *out)
{
    WLAN_INTERFACE_INFO_LIST *list = NULL;
    const GUID *connected = NULL;
    HANDLE client = NULL;
    DWORD version;
    if (!load() || wlan.open(CLIENT_VERSION, NULL, &version, &client) != NO_ERROR) {
        text_raw(out, "null");
        return;
    }
    if (wlan.interfaces(client, NULL, &list) != NO_ERROR) list = NULL;
    for (DWORD i = 0; list && i < list->dwNumberOfItems && !connected; i++)
        if (list->InterfaceInfo[i].isState == wlan_interface_state_connected) connected = &list->InterfaceInfo[i].InterfaceGuid;
    if (connected) connection(out, client, connected);
    else text_raw(out, "null");
    if (list) wlan.free(list);
    wlan.close(client, NULL);
}
