#include "agent_log.h"

#include <sddl.h>
#include <stdlib.h>

#include "program.h"

#define MOST_BYTES (4 << 20)
#define LOOK_MS 60000
/* Everybody may read what lies beside the programs. */
#define PRIVATE L"D:P(A;;FA;;;SY)(A;;FA;;;BA)"
#define SHARED (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static wchar_t *path, *path_before; /* NULL until it is opened: nothing of a host without an agent of its own is trimmed */

/* Opens a file that is born private; a copy over it stays so. */
static HANDLE open_private(const wchar_t *file, SECURITY_ATTRIBUTES *security)
{
    HANDLE handle = CreateFileW(file, FILE_APPEND_DATA | SYNCHRONIZE, SHARED, security, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

HANDLE agent_log_open(void)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE log, before;
    if (!path) path = program_file(L"agent.log");
    if (!path_before) path_before = program_file(L"agent.log.1");
    if (!path || !path_before) return NULL;
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(PRIVATE, SDDL_REVISION_1, &inherited.lpSecurityDescriptor, NULL)) return NULL;
    log = open_private(path, &inherited);
    before = open_private(path_before, &inherited);
    if (before) CloseHandle(before);
    LocalFree(inherited.lpSecurityDescriptor);
    return log;
}

void agent_log_trim(void)
{
    static ULONGLONG looked_at;
    ULONGLONG now = GetTickCount64();
    LARGE_INTEGER size;
    HANDLE log;
    if (!path || !path_before || now < looked_at + LOOK_MS) return;
    looked_at = now;
    log = CreateFileW(path, FILE_READ_ATTRIBUTES | FILE_WRITE_DATA, SHARED, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (log == INVALID_HANDLE_VALUE) return;
    /* At its beginning: setting the end empties it. */
    if (GetFileSizeEx(log, &size) && size.QuadPart > MOST_BYTES && CopyFileW(path, path_before, FALSE)) SetEndOfFile(log);
    CloseHandle(log);
}
