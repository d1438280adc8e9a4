#include "lock_window.h"

#include <wchar.h>

#include "desktop.h"

#define TICK_MS 1000
#define MOST_MONITORS 16
#define FIRST_PAUSE_MS 1000
#define LONGEST_PAUSE_MS 60000
#define STEADY_MS 60000      /* a browser that ran so long is not at fault for what came before */
#define QUIET_MS 30000       /* a browser that has shown no window for so long is ended, and started anew */
#define LEAST_LINES 30       /* of a monitor's height: as many, and then more, until the text fits */
#define MORE_LINES 10
#define MOST_LINES 90
#define MARGIN_PARTS 10      /* of a monitor's width */
#define BACKGROUND RGB(16, 36, 52)
#define INK RGB(238, 244, 248)
#define STAY (SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE | SWP_ASYNCWINDOWPOS) /* of others' windows: they may hang */
#define PER_MONITOR_V2 ((HANDLE)(INT_PTR)-4) /* DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2 */

typedef struct {
    RECT place;
    HWND window;
} Cover;

typedef struct {
    Cover list[MOST_MONITORS];
    int count;
} Covers;

typedef struct {
    wchar_t *line; /* NULL: there is none */
    HANDLE process, job;
    DWORD pid, pause_ms;
    ULONGLONG start_at, started_at, seen_at;
    wchar_t program[MAX_PATH];
} Browser;

static const wchar_t class_name[] = L"SchoolgateLock";
static Desktop desktop;
static const wchar_t *shown;
static Covers covers;
static Browser browser;

/* ---- the browser ---- */

static void browser_wait(ULONGLONG now)
{
    browser.start_at = now + browser.pause_ms;
    browser.pause_ms = browser.pause_ms * 2 < LONGEST_PAUSE_MS ? browser.pause_ms * 2 : LONGEST_PAUSE_MS;
}

/* The path of a process's program. False when Windows does not say. */
static BOOL program_of(HANDLE process, wchar_t path[MAX_PATH])
{
    DWORD units = MAX_PATH;
    return QueryFullProcessImageNameW(process, 0, path, &units);
}

static void browser_start(ULONGLONG now)
{
    STARTUPINFOW startup = {.cb = sizeof startup};
    PROCESS_INFORMATION started;
    if (!CreateProcessW(NULL, browser.line, NULL, NULL, FALSE, CREATE_SUSPENDED, NULL, NULL, &startup, &started)) {
        browser_wait(now);
        return;
    }
    browser.job = CreateJobObjectW(NULL, NULL);
    if (browser.job) AssignProcessToJobObject(browser.job, started.hProcess);
    ResumeThread(started.hThread);
    CloseHandle(started.hThread);
    browser.process = started.hProcess;
    browser.pid = started.dwProcessId;
    browser.started_at = browser.seen_at = now;
    if (!program_of(browser.process, browser.program)) browser.program[0] = 0;
}

static void browser_end(ULONGLONG now)
{
    if (browser.job) TerminateJobObject(browser.job, 1);
    TerminateProcess(browser.process, 1);
    if (now - browser.started_at >= STEADY_MS) browser.pause_ms = FIRST_PAUSE_MS;
    CloseHandle(browser.process);
    if (browser.job) CloseHandle(browser.job);
    browser.process = browser.job = NULL;
    browser.pid = 0;
    browser_wait(now);
}

/* Firefox begins with a program that starts the real one and ends: the process alone says little. */
static BOOL browser_runs(ULONGLONG now)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION about = {0};
    if (now - browser.seen_at >= QUIET_MS) return FALSE;
    if (WaitForSingleObject(browser.process, 0) != WAIT_OBJECT_0) return TRUE;
    return browser.job && QueryInformationJobObject(browser.job, JobObjectBasicAccountingInformation, &about, sizeof about, NULL) && about.ActiveProcesses > 0;
}

static void browser_tick(void)
{
    ULONGLONG now = GetTickCount64();
    if (!browser.line) return;
    if (browser.process && !browser_runs(now)) browser_end(now);
    if (!browser.process && now >= browser.start_at) browser_start(now);
}

/* Not what else it has started, nor another of the user's own. */
static BOOL is_browsers(HWND window)
{
    wchar_t program[MAX_PATH];
    DWORD pid = 0;
    HANDLE process;
    BOOL is_in = FALSE;
    if (!browser.process || !desktop.IsWindowVisible(window)) return FALSE;
    desktop.GetWindowThreadProcessId(window, &pid);
    if (pid == browser.pid) return TRUE;
    process = browser.job ? OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid) : NULL;
    if (!process) return FALSE;
    if (!IsProcessInJob(process, browser.job, &is_in)) is_in = FALSE;
    is_in = is_in && program_of(process, program) && !_wcsicmp(program, browser.program);
    CloseHandle(process);
    return is_in;
}

/* Windows come in their order, the uppermost first: each goes behind the one before, the first above all. */
static BOOL CALLBACK raise_browser(HWND window, LPARAM last)
{
    HWND *above = (HWND *)last;
    if (!is_browsers(window)) return TRUE;
    desktop.SetWindowPos(window, *above ? *above : HWND_TOPMOST, 0, 0, 0, 0, STAY);
    *above = window;
    browser.seen_at = GetTickCount64();
    return TRUE;
}

/* ---- the covers ---- */

static HFONT font_for(const RECT *all, int lines)
{
    return desktop.CreateFontW(-(all->bottom / lines), 0, 0, 0, FW_NORMAL, FALSE, FALSE, FALSE, DEFAULT_CHARSET, OUT_DEFAULT_PRECIS, CLIP_DEFAULT_PRECIS, CLEARTYPE_QUALITY,
                               DEFAULT_PITCH, L"Segoe UI");
}

/* In the middle, as large as fits. */
static void write_text(HDC canvas, const RECT *all)
{
    const UINT how = DT_CENTER | DT_WORDBREAK | DT_NOPREFIX;
    RECT place = {all->right / MARGIN_PARTS, 0, all->right - all->right / MARGIN_PARTS, all->bottom};
    BOOL is_written = FALSE;
    for (int lines = LEAST_LINES; !is_written; lines += MORE_LINES) {
        RECT needed = place;
        HFONT font = font_for(all, lines);
        HGDIOBJ before = desktop.SelectObject(canvas, font);
        desktop.DrawTextW(canvas, shown, -1, &needed, DT_CALCRECT | how);
        is_written = needed.bottom < all->bottom || lines >= MOST_LINES;
        if (needed.bottom < all->bottom) place.top = (all->bottom - needed.bottom) / 2;
        if (is_written) desktop.DrawTextW(canvas, shown, -1, &place, how);
        desktop.SelectObject(canvas, before);
        desktop.DeleteObject(font);
    }
}

static void paint(HWND window)
{
    PAINTSTRUCT painting;
    HDC canvas = desktop.BeginPaint(window, &painting);
    HBRUSH brush = desktop.CreateSolidBrush(BACKGROUND);
    RECT all;
    desktop.GetClientRect(window, &all);
    desktop.FillRect(canvas, &all, brush);
    desktop.SetBkMode(canvas, TRANSPARENT);
    desktop.SetTextColor(canvas, INK);
    write_text(canvas, &all);
    desktop.DeleteObject(brush);
    desktop.EndPaint(window, &painting);
}

static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM first, LPARAM second)
{
    switch (message) {
    case WM_PAINT: paint(window); return 0;
    case WM_ERASEBKGND: return 1;
    /* It is not the user's to close, to move or to make small. The screen may go dark all the same. */
    case WM_CLOSE: return 0;
    case WM_SYSCOMMAND:
        if ((first & 0xFFF0) != SC_SCREENSAVE && (first & 0xFFF0) != SC_MONITORPOWER) return 0;
        return desktop.DefWindowProcW(window, message, first, second);
    default: return desktop.DefWindowProcW(window, message, first, second);
    }
}

static BOOL CALLBACK add_monitor(HMONITOR monitor, HDC canvas, RECT *place, LPARAM found)
{
    Covers *list = (Covers *)found;
    (void)monitor;
    (void)canvas;
    if (list->count == MOST_MONITORS) return FALSE;
    list->list[list->count++] = (Cover){*place, NULL};
    return TRUE;
}

static BOOL are_at_same(const Covers *one, const Covers *other)
{
    if (one->count != other->count) return FALSE;
    for (int i = 0; i < one->count; i++) {
        const RECT *a = &one->list[i].place, *b = &other->list[i].place;
        if (a->left != b->left || a->top != b->top || a->right != b->right || a->bottom != b->bottom) return FALSE;
    }
    return TRUE;
}

static HWND cover(const RECT *place)
{
    /* Where a browser is, it keeps the keyboard. */
    DWORD style = WS_EX_TOPMOST | WS_EX_TOOLWINDOW | (browser.line ? WS_EX_NOACTIVATE : 0);
    HWND window = desktop.CreateWindowExW(style, class_name, shown, WS_POPUP | WS_VISIBLE, place->left, place->top, place->right - place->left,
                                          place->bottom - place->top, NULL, NULL, GetModuleHandleW(NULL), NULL);
    if (window && !browser.line) desktop.SetForegroundWindow(window);
    return window;
}

static void uncover(Covers *old)
{
    for (int i = 0; i < old->count; i++)
        if (old->list[i].window) desktop.DestroyWindow(old->list[i].window);
    old->count = 0;
}

/* Monitors come and go, and change their places: new windows first, so that nothing shows between. What cannot be had is tried again. False when there is no cover. */
static BOOL cover_monitors(void)
{
    Covers now = {0};
    desktop.EnumDisplayMonitors(NULL, NULL, add_monitor, (LPARAM)&now);
    /* In between there may be none. */
    if (now.count == 0 || are_at_same(&now, &covers)) return covers.count > 0;
    for (int i = 0; i < now.count; i++) {
        now.list[i].window = cover(&now.list[i].place);
        if (now.list[i].window) continue;
        uncover(&now);
        return covers.count > 0;
    }
    uncover(&covers);
    covers = now;
    return TRUE;
}

/* Other programs of the user may hide our windows, move them, or put their own above: the browser's are the first again, then come ours, each in its place. */
static void keep_above(void)
{
    HWND above = NULL;
    desktop.EnumWindows(raise_browser, (LPARAM)&above);
    for (int i = 0; i < covers.count; i++) {
        const Cover *one = &covers.list[i];
        const RECT *place = &one->place;
        if (desktop.IsIconic(one->window)) desktop.ShowWindow(one->window, SW_SHOWNOACTIVATE);
        desktop.SetWindowPos(one->window, above ? above : HWND_TOPMOST, place->left, place->top, place->right - place->left, place->bottom - place->top,
                             SWP_NOACTIVATE | SWP_SHOWWINDOW);
    }
}

DWORD lock_window(const wchar_t *text, wchar_t *browser_line)
{
    WNDCLASSEXW class = {.cbSize = sizeof class, .lpfnWndProc = on_message, .hInstance = GetModuleHandleW(NULL), .lpszClassName = class_name};
    MSG message;
    if (!desktop_load(&desktop)) return ERROR_PROC_NOT_FOUND;
    if (desktop.SetProcessDpiAwarenessContext) desktop.SetProcessDpiAwarenessContext(PER_MONITOR_V2);
    shown = text;
    browser = (Browser){.line = browser_line, .pause_ms = FIRST_PAUSE_MS};
    class.hCursor = desktop.LoadCursorW(NULL, (LPCWSTR)IDC_ARROW);
    if (!desktop.RegisterClassExW(&class)) return GetLastError();
    if (!cover_monitors()) return ERROR_NOT_READY; /* no desktop */
    if (!desktop.SetTimer(NULL, 0, TICK_MS, NULL)) return GetLastError();
    browser_tick();
    /* Anybody may post us WM_QUIT (0). */
    while (desktop.GetMessageW(&message, NULL, 0, 0) >= 0) {
        if (message.message == WM_TIMER && !message.hwnd) {
            cover_monitors();
            browser_tick();
            keep_above();
        }
        desktop.DispatchMessageW(&message);
    }
    return GetLastError();
}
