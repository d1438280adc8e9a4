/* Functions of user32 and gdi32, by name: a service must not load them, for it may have no desktop. */
#ifndef SCHOOLGATE_DESKTOP_H
#define SCHOOLGATE_DESKTOP_H

#include "platform.h"

#define USER32_FUNCTIONS(X) \
    X(BeginPaint) X(CreateWindowExW) X(DefWindowProcW) X(DestroyWindow) X(DispatchMessageW) X(DrawTextW) X(EndPaint) X(EnumDisplayMonitors) X(EnumWindows) X(FillRect) \
    X(GetClientRect) X(GetMessageW) X(GetWindowLongW) X(GetWindowThreadProcessId) X(IsIconic) X(IsWindowVisible) X(LoadCursorW) X(RegisterClassExW) \
    X(SetForegroundWindow) X(SetTimer) X(SetWindowPos) X(ShowWindow)
#define GDI32_FUNCTIONS(X) X(CreateFontW) X(CreateSolidBrush) X(DeleteObject) X(SelectObject) X(SetBkMode) X(SetTextColor)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
    USER32_FUNCTIONS(MEMBER)
    GDI32_FUNCTIONS(MEMBER)
    BOOL(WINAPI *SetProcessDpiAwarenessContext)(HANDLE); /* NULL before Windows 10 1703 */
} Desktop;
#undef MEMBER

/* False when one is missing. */
BOOL desktop_load(Desktop *desktop);

#endif
