#include "program.h"

#include <stdlib.h>
#include <wchar.h>

#define MOST_UNITS 32768 /* of a path in Windows */

const wchar_t *program_path(void)
{
    static wchar_t *path;
    DWORD units;
    if (path) return path;
    path = malloc(MOST_UNITS * sizeof *path);
    if (!path) return NULL;
    units = GetModuleFileNameW(NULL, path, MOST_UNITS);
    if (units > 0 && units < MOST_UNITS) return path;
    free(path);
    path = NULL;
    return NULL;
}

const wchar_t *program_folder(void)
{
    static wchar_t *folder;
    const wchar_t *path = program_path();
    wchar_t *end;
    if (folder || !path) return folder;
    folder = _wcsdup(path);
    end = folder ? wcsrchr(folder, L'\\') : NULL;
    if (end) *end = 0;
    return folder;
}

wchar_t *program_file(const wchar_t *name)
{
    const wchar_t *folder = program_folder();
    size_t units = folder ? wcslen(folder) + 1 + wcslen(name) + 1 : 0;
    wchar_t *file = units ? malloc(units * sizeof *file) : NULL;
    if (!file) return NULL;
    wcscpy(file, folder);
    wcscat(file, L"\\");
    wcscat(file, name);
    return file;
}
