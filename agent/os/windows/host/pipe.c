#include "pipe.h"

#include <ntsecapi.h>
#include <sddl.h>
#include <stdio.h>

#define PIPE_BYTES 65536

BOOL pipe_random_name(wchar_t name[PIPE_NAME_UNITS])
{
    unsigned long long random[2];
    if (!RtlGenRandom(random, sizeof random)) return FALSE;
    return swprintf(name, PIPE_NAME_UNITS, L"\\\\.\\pipe\\schoolgate-%016llx%016llx", random[0], random[1]) > 0;
}

HANDLE pipe_listen(const wchar_t *name, const wchar_t *rights)
{
    SECURITY_ATTRIBUTES security = {sizeof security, NULL, FALSE};
    HANDLE pipe;
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(rights, SDDL_REVISION_1, &security.lpSecurityDescriptor, NULL)) return INVALID_HANDLE_VALUE;
    pipe = CreateNamedPipeW(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE, PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1,
                            PIPE_BYTES, PIPE_BYTES, 0, &security);
    LocalFree(security.lpSecurityDescriptor);
    return pipe;
}

/* Ends an operation that has begun, one way or another: after it Windows has no buffer of ours. */
static DWORD finish(const PipeUse *use, OVERLAPPED *operation, DWORD *count)
{
    HANDLE waited[2] = {use->done, use->interrupt};
    DWORD which = WaitForMultipleObjects(use->interrupt ? 2 : 1, waited, FALSE, use->most_ms);
    if (which != WAIT_OBJECT_0) CancelIoEx(use->pipe, operation);
    if (GetOverlappedResult(use->pipe, operation, count, TRUE)) return NO_ERROR;
    if (which == WAIT_OBJECT_0 + 1) return ERROR_CANCELLED;
    return which == WAIT_TIMEOUT ? WAIT_TIMEOUT : GetLastError();
}

DWORD pipe_accept(const PipeUse *use)
{
    OVERLAPPED operation = {.hEvent = use->done};
    DWORD count, error;
    if (ConnectNamedPipe(use->pipe, &operation)) return NO_ERROR;
    error = GetLastError();
    if (error == ERROR_PIPE_CONNECTED) return NO_ERROR;
    return error == ERROR_IO_PENDING ? finish(use, &operation, &count) : error;
}

DWORD pipe_read(const PipeUse *use, void *bytes, DWORD room, DWORD *got)
{
    OVERLAPPED operation = {.hEvent = use->done};
    DWORD error;
    if (!ReadFile(use->pipe, bytes, room, NULL, &operation) && GetLastError() != ERROR_IO_PENDING) return GetLastError();
    error = finish(use, &operation, got);
    return error == NO_ERROR && *got == 0 ? ERROR_BROKEN_PIPE : error;
}

DWORD pipe_read_all(const PipeUse *use, void *bytes, DWORD count)
{
    for (DWORD got, held = 0; held < count; held += got) {
        DWORD error = pipe_read(use, (BYTE *)bytes + held, count - held, &got);
        if (error != NO_ERROR) return error;
    }
    return NO_ERROR;
}

DWORD pipe_write(const PipeUse *use, const void *bytes, DWORD count)
{
    OVERLAPPED operation = {.hEvent = use->done};
    DWORD written, error;
    if (!WriteFile(use->pipe, bytes, count, NULL, &operation) && GetLastError() != ERROR_IO_PENDING) return GetLastError();
    error = finish(use, &operation, &written);
    return error == NO_ERROR && written != count ? ERROR_BROKEN_PIPE : error;
}
