#include "session_commands.h"

#include <wchar.h>

#include "library.h"

#define SHELL_MOST_ERROR 32 /* of ShellExecuteW: what is greater is a success */

DWORD session_lock(void)
{
    BOOL(WINAPI *lock)(void) = (BOOL(WINAPI *)(void))library_function(L"user32.dll", "LockWorkStation");
    if (!lock) return ERROR_PROC_NOT_FOUND;
    return lock() ? NO_ERROR : GetLastError();
}

static BOOL is_web(const wchar_t *url)
{
    if (_wcsnicmp(url, L"http://", 7) && _wcsnicmp(url, L"https://", 8)) return FALSE;
    /* A blank or a quotation mark could end the browser's argument. */
    for (; *url; url++)
        if (*url <= ' ' || *url == '"' || *url == 0x7F) return FALSE;
    return TRUE;
}

DWORD session_open(const wchar_t *url)
{
    HINSTANCE(WINAPI *execute)(HWND, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR, INT);
    INT_PTR result;
    if (!url || !is_web(url)) return ERROR_INVALID_PARAMETER;
    execute = (HINSTANCE(WINAPI *)(HWND, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR, INT))library_function(L"shell32.dll", "ShellExecuteW");
    if (!execute) return ERROR_PROC_NOT_FOUND;
    result = (INT_PTR)execute(NULL, L"open", url, NULL, NULL, SW_SHOWNORMAL);
    return result > SHELL_MOST_ERROR ? NO_ERROR : (DWORD)result;
}
