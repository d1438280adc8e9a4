#include "library.h"

void *library_function(const wchar_t *library, const char *name)
{
    HMODULE module = LoadLibraryExW(library, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    FARPROC found = module ? GetProcAddress(module, name) : NULL;
    void *address;
    C_ASSERT(sizeof address == sizeof found);
    memcpy(&address, &found, sizeof address);
    return address;
}
