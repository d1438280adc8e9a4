#include "desktop.h"

#include <string.h>

#include "library.h"

/* A pointer to a function is copied: ISO C knows no way to turn it into one to data. */
static BOOL find(const wchar_t *library, const char *name, void *place)
{
    void *found = library_function(library, name);
    memcpy(place, &found, sizeof found);
    return found != NULL;
}

BOOL desktop_load(Desktop *desktop)
{
    BOOL is_whole = TRUE;
#define FROM_USER32(name) is_whole = find(L"user32.dll", #name, &desktop->name) && is_whole;
#define FROM_GDI32(name) is_whole = find(L"gdi32.dll", #name, &desktop->name) && is_whole;
    USER32_FUNCTIONS(FROM_USER32)
    GDI32_FUNCTIONS(FROM_GDI32)
    find(L"user32.dll", "SetProcessDpiAwarenessContext", &desktop->SetProcessDpiAwarenessContext);
    return is_whole;
}
