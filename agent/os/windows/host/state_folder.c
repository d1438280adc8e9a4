#include "state_folder.h"

#include <objbase.h>
#include <stdlib.h>
#include <wchar.h>

#include "library.h"

#define BELOW L"\\Schoolgate"

/* FOLDERID_ProgramData. Not of libuuid, which brings all that it has. */
static const GUID program_data = {0x62AB5D82, 0xFDC1, 0x4DC3, {0xA9, 0xDD, 0x07, 0x0D, 0x1D, 0x49, 0x5D, 0x97}};

static BOOL name(const wchar_t *data)
{
    size_t room = wcslen(data) + sizeof BELOW / sizeof(wchar_t);
    wchar_t *folder = malloc(room * sizeof *folder);
    BOOL is_named;
    if (!folder) return FALSE;
    wcscpy(folder, data);
    wcscat(folder, BELOW);
    is_named = SetEnvironmentVariableW(L"SCHOOLGATE_AGENT_STATE_DIR", folder);
    free(folder);
    return is_named;
}

BOOL state_folder_name(void)
{
    HRESULT(WINAPI *find)(const GUID *, DWORD, HANDLE, wchar_t **);
    void(WINAPI *release)(void *);
    wchar_t *data = NULL;
    BOOL is_named = FALSE;
    find = (HRESULT(WINAPI *)(const GUID *, DWORD, HANDLE, wchar_t **))library_function(L"shell32.dll", "SHGetKnownFolderPath");
    release = (void(WINAPI *)(void *))library_function(L"ole32.dll", "CoTaskMemFree");
    if (!find || !release) return FALSE;
    if (SUCCEEDED(find(&program_data, 0, NULL, &data))) is_named = name(data);
    release(data);
    return is_named;
}
