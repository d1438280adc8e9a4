#include "lock_window.h"

#include "desktop.h"

#define TICK_MS 1000
#define MOST_MONITORS 16
#define FIRST_PAUSE_MS 1000
#define LONGEST_PAUSE_MS 60000
#define STEADY_MS 60000      /* a browser that ran so long is not at fault for what came before */
#define LINES_OF_TEXT 30     /* of a monitor's height */
#define MARGIN_PARTS 10      /* of a monitor's width */
#define BACKGROUND RGB(16, 36, 52)
#define INK RGB(238, 244, 248)
#define STAY (SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE)
#define PER_MONITOR_V2 ((HANDLE)(INT_PTR)-4) /* DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2 */

typedef struct {
    RECT place;
    BOOL is_main;
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
    ULONGLONG start_at, started_at;
} Browser;

static const wchar_t class_name[] = L"SchoolgateLock";
static Desktop desktop;
static const wchar_t *shown;
static Covers covers;
static Browser browser;

/* ---- the browser ---- */

static void browser_start(ULONGLONG now)
{
    STARTUPINFOW startup = {.cb = sizeof startup};
    PROCESS_INFORMATION started;
    /* Doubled for the next time. */
    browser.start_at = now + browser.pause_ms;
    browser.pause_ms = browser.pause_ms * 2 < LONGEST_PAUSE_MS ? browser.pause_ms * 2 : LONGEST_PAUSE_MS;
    if (!CreateProcessW(NULL, browser.line, NULL, NULL, FALSE, CREATE_SUSPENDED, NULL, NULL, &startup, &started)) return;
    /* By it we know the windows of what the browser starts. */
    browser.job = CreateJobObjectW(NULL, NULL);
    if (browser.job) AssignProcessToJobObject(browser.job, started.hProcess);
    ResumeThread(started.hThread);
    CloseHandle(started.hThread);
    browser.process = started.hProcess;
    browser.pid = started.dwProcessId;
    browser.started_at = now;
}

/* Firefox begins with a program that starts the real one and ends, so that the process alone says little: the job is empty when all have gone. */
static BOOL browser_runs(void)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION about = {0};
    if (WaitForSingleObject(browser.process, 0) != WAIT_OBJECT_0) return TRUE;
    return browser.job && QueryInformationJobObject(browser.job, JobObjectBasicAccountingInformation, &about, sizeof about, NULL) && about.ActiveProcesses > 0;
}

static void browser_tick(void)
{
    ULONGLONG now = GetTickCount64();
    if (!browser.line) return;
    if (browser.process && !browser_runs()) {
        if (now - browser.started_at >= STEADY_MS) browser.pause_ms = FIRST_PAUSE_MS;
        CloseHandle(browser.process);
        if (browser.job) CloseHandle(browser.job);
        browser.process = browser.job = NULL;
        browser.pid = 0;
        browser.start_at = now + browser.pause_ms;
    }
    if (!browser.process && now >= browser.start_at) browser_start(now);
}

static BOOL is_browsers(HWND window)
{
    DWORD pid = 0;
    HANDLE process;
    BOOL is_in = FALSE;
    if (!browser.process || !desktop.IsWindowVisible(window)) return FALSE;
    desktop.GetWindowThreadProcessId(window, &pid);
    if (pid == browser.pid) return TRUE;
    process = browser.job ? OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid) : NULL;
    if (!process) return FALSE;
    if (!IsProcessInJob(process, browser.job, &is_in)) is_in = FALSE;
    CloseHandle(process);
    return is_in;
}

/* Windows come in their order, the uppermost first: `lowest` is the last of the browser's. */
static BOOL CALLBACK raise_browser(HWND window, LPARAM lowest)
{
    if (!is_browsers(window)) return TRUE;
    if (!(desktop.GetWindowLongW(window, GWL_EXSTYLE) & WS_EX_TOPMOST)) desktop.SetWindowPos(window, HWND_TOPMOST, 0, 0, 0, 0, STAY);
    *(HWND *)lowest = window;
    return TRUE;
}

/* ---- the covers ---- */

static void paint(HWND window)
{
    PAINTSTRUCT painting;
    HDC canvas = desktop.BeginPaint(window, &painting);
    HBRUSH brush = desktop.CreateSolidBrush(BACKGROUND);
    RECT all, needed, place;
    HFONT font;
    HGDIOBJ before;
    desktop.GetClientRect(window, &all);
    font = desktop.CreateFontW(-(all.bottom / LINES_OF_TEXT), 0, 0, 0, FW_NORMAL, FALSE, FALSE, FALSE, DEFAULT_CHARSET, OUT_DEFAULT_PRECIS, CLIP_DEFAULT_PRECIS,
                               CLEARTYPE_QUALITY, DEFAULT_PITCH, L"Segoe UI");
    desktop.FillRect(canvas, &all, brush);
    before = desktop.SelectObject(canvas, font);
    desktop.SetBkMode(canvas, TRANSPARENT);
    desktop.SetTextColor(canvas, INK);
    needed = place = (RECT){all.right / MARGIN_PARTS, 0, all.right - all.right / MARGIN_PARTS, all.bottom};
    desktop.DrawTextW(canvas, shown, -1, &needed, DT_CALCRECT | DT_CENTER | DT_WORDBREAK | DT_NOPREFIX);
    /* In the middle, or from above where it is too long for that. */
    if (needed.bottom < all.bottom) place.top = (all.bottom - needed.bottom) / 2;
    desktop.DrawTextW(canvas, shown, -1, &place, DT_CENTER | DT_WORDBREAK | DT_NOPREFIX);
    desktop.SelectObject(canvas, before);
    desktop.DeleteObject(font);
    desktop.DeleteObject(brush);
    desktop.EndPaint(window, &painting);
}

static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM first, LPARAM second)
{
    switch (message) {
    case WM_PAINT: paint(window); return 0;
    case WM_ERASEBKGND: return 1;
    /* It is not the user's to close, to move or to make small. */
    case WM_CLOSE:
    case WM_SYSCOMMAND: return 0;
    default: return desktop.DefWindowProcW(window, message, first, second);
    }
}

static BOOL CALLBACK add_monitor(HMONITOR monitor, HDC canvas, RECT *place, LPARAM found)
{
    MONITORINFO about = {.cbSize = sizeof about};
    Covers *list = (Covers *)found;
    (void)canvas;
    if (list->count == MOST_MONITORS) return FALSE;
    list->list[list->count++] = (Cover){*place, desktop.GetMonitorInfoW(monitor, &about) && (about.dwFlags & MONITORINFOF_PRIMARY), NULL};
    return TRUE;
}

static BOOL are_same(const Covers *one, const Covers *other)
{
    if (one->count != other->count) return FALSE;
    for (int i = 0; i < one->count; i++) {
        const RECT *a = &one->list[i].place, *b = &other->list[i].place;
        if (one->list[i].is_main != other->list[i].is_main || a->left != b->left || a->top != b->top || a->right != b->right || a->bottom != b->bottom) return FALSE;
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

/* Monitors come and go, and change their places: new windows first, so that nothing shows between. False when none can be had. */
static BOOL cover_monitors(void)
{
    Covers now = {0};
    BOOL is_any = FALSE;
    desktop.EnumDisplayMonitors(NULL, NULL, add_monitor, (LPARAM)&now);
    /* In between there may be none. */
    if (now.count == 0 || are_same(&now, &covers)) return covers.count > 0;
    for (int i = 0; i < now.count; i++) {
        now.list[i].window = cover(&now.list[i].place);
        is_any = is_any || now.list[i].window;
    }
    for (int i = 0; i < covers.count; i++)
        if (covers.list[i].window) desktop.DestroyWindow(covers.list[i].window);
    covers = now;
    return is_any;
}

static void keep_above(void)
{
    HWND lowest = NULL;
    desktop.EnumWindows(raise_browser, (LPARAM)&lowest);
    for (int i = 0; i < covers.count; i++) {
        HWND below = covers.list[i].is_main && lowest ? lowest : HWND_TOPMOST;
        if (covers.list[i].window) desktop.SetWindowPos(covers.list[i].window, below, 0, 0, 0, 0, STAY);
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
    while (desktop.GetMessageW(&message, NULL, 0, 0) > 0) {
        if (message.message == WM_TIMER && !message.hwnd) {
            cover_monitors();
            browser_tick();
            keep_above();
        }
        desktop.DispatchMessageW(&message);
    }
    return GetLastError();
}
