/*
 * A program of the student's, for lock-window.test.ts. window-attacks.exe close | hide | move | minimise | quit | cover: tries to get rid of the lock's window; `cover` puts a window of
 * its own above everything until it is ended. `order`: prints what is to be seen, the uppermost first.
 */
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

static BOOL is_locks(HWND window)
{
    wchar_t name[32];
    return GetClassNameW(window, name, 32) && !wcscmp(name, L"SchoolgateLock");
}

static void attack(HWND window, const wchar_t *how)
{
    if (!wcscmp(how, L"close")) {
        PostMessageW(window, WM_CLOSE, 0, 0);
        PostMessageW(window, WM_SYSCOMMAND, SC_CLOSE, 0);
    }
    if (!wcscmp(how, L"hide")) ShowWindowAsync(window, SW_HIDE);
    if (!wcscmp(how, L"minimise")) ShowWindowAsync(window, SW_MINIMIZE);
    if (!wcscmp(how, L"move")) SetWindowPos(window, 0, -5000, 0, 10, 10, SWP_NOZORDER | SWP_ASYNCWINDOWPOS);
    if (!wcscmp(how, L"quit")) PostThreadMessageW(GetWindowThreadProcessId(window, NULL), WM_QUIT, 0, 0);
}

static BOOL CALLBACK each(HWND window, LPARAM how)
{
    const wchar_t *what = (const wchar_t *)how;
    wchar_t title[64];
    RECT at;
    if (!wcscmp(what, L"order") && IsWindowVisible(window) && !IsIconic(window) && GetWindowTextW(window, title, 64) && GetWindowRect(window, &at))
        wprintf(L"%ls %ldx%ld+%ld+%ld\n", title, at.right - at.left, at.bottom - at.top, at.left, at.top);
    if (is_locks(window)) attack(window, what);
    return TRUE;
}

int wmain(int count, wchar_t **arguments)
{
    MSG message;
    if (count != 2) return 2;
    EnumWindows(each, (LPARAM)arguments[1]);
    if (wcscmp(arguments[1], L"cover")) return 0;
    CreateWindowExW(WS_EX_TOPMOST, L"STATIC", L"a student", WS_POPUP | WS_VISIBLE, 0, 0, 200, 200, NULL, NULL, NULL, NULL);
    while (GetMessageW(&message, NULL, 0, 0) > 0) DispatchMessageW(&message);
    return 0;
}
