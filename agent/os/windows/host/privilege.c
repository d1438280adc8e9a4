#include "privilege.h"

DWORD privilege_enable(const wchar_t *name)
{
    TOKEN_PRIVILEGES wish = {.PrivilegeCount = 1};
    HANDLE token;
    DWORD error;
    wish.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
    if (!LookupPrivilegeValueW(NULL, name, &wish.Privileges[0].Luid)) return GetLastError();
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &token)) return GetLastError();
    /* It succeeds without the privilege too; the last error says which. */
    AdjustTokenPrivileges(token, FALSE, &wish, 0, NULL, NULL);
    error = GetLastError();
    CloseHandle(token);
    return error;
}
