#include "child.h"

#include <stdlib.h>
#include <string.h>

#include "pipe.h"

/* Flags of the C runtime's table of inherited files (cbReserved2, lpReserved2). */
#define CRT_OPEN 0x01
#define CRT_PIPE 0x08
#define CRT_DEVICE 0x40
#define FILES 4
#define KILL_MS 5000

BOOL child_pipe(HANDLE *ours, HANDLE *theirs)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    wchar_t name[PIPE_NAME_UNITS];
    if (!pipe_random_name(name)) return FALSE;
    *ours = pipe_listen(name, PIPE_FOR_MAKER);
    if (*ours == INVALID_HANDLE_VALUE) return FALSE;
    *theirs = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, 0, &inherited, OPEN_EXISTING,
                          FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, NULL);
    if (*theirs != INVALID_HANDLE_VALUE) return TRUE;
    CloseHandle(*ours);
    return FALSE;
}

static HANDLE job_that_ends_with_us(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    HANDLE job = CreateJobObjectW(NULL, NULL);
    if (!job) return NULL;
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)) return job;
    CloseHandle(job);
    return NULL;
}

/* The C runtime's table: the count, a byte of flags a file, a handle a file. */
typedef struct {
    BYTE bytes[sizeof(int) + FILES * (1 + sizeof(HANDLE))];
} FileTable;

static FileTable table_of(const HANDLE files[FILES])
{
    static const BYTE flags[FILES] = {CRT_OPEN | CRT_DEVICE, CRT_OPEN, CRT_OPEN, CRT_OPEN | CRT_PIPE};
    const int count = FILES;
    FileTable table;
    memcpy(table.bytes, &count, sizeof count);
    memcpy(table.bytes + sizeof count, flags, sizeof flags);
    memcpy(table.bytes + sizeof count + sizeof flags, files, FILES * sizeof *files);
    return table;
}

/* Suspended until it is in the job: what it starts is then in the job too. */
static DWORD start_in_job(Child *child, const ChildProgram *program, STARTUPINFOEXW *startup)
{
    PROCESS_INFORMATION started;
    DWORD flags = CREATE_NO_WINDOW | CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT, error = NO_ERROR;
    child->job = job_that_ends_with_us();
    if (!child->job) return GetLastError();
    if (!CreateProcessW(NULL, program->line, NULL, NULL, TRUE, flags, program->environment, program->folder, &startup->StartupInfo, &started)) {
        error = GetLastError();
        CloseHandle(child->job);
        return error;
    }
    child->process = started.hProcess;
    child->pid = started.dwProcessId;
    if (!AssignProcessToJobObject(child->job, started.hProcess)) error = GetLastError();
    if (error == NO_ERROR) ResumeThread(started.hThread);
    else TerminateProcess(started.hProcess, 1);
    CloseHandle(started.hThread);
    if (error != NO_ERROR) child_kill(child);
    return error;
}

DWORD child_start(Child *child, const ChildProgram *program, HANDLE file_3, HANDLE log)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE nothing = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    HANDLE printed = log ? log : nothing;
    HANDLE files[FILES] = {nothing, printed, printed, file_3}, given[3] = {nothing, file_3, log}; /* a handle may stand in the list once only */
    FileTable table = table_of(files);
    STARTUPINFOEXW startup = {.StartupInfo = {.cb = sizeof startup,
                                              .dwFlags = STARTF_USESTDHANDLES,
                                              .hStdInput = nothing,
                                              .hStdOutput = printed,
                                              .hStdError = printed,
                                              .cbReserved2 = sizeof table.bytes,
                                              .lpReserved2 = table.bytes}};
    SIZE_T size = 0;
    DWORD error = NO_ERROR;
    *child = (Child){0};
    if (nothing == INVALID_HANDLE_VALUE) return GetLastError();
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    startup.lpAttributeList = malloc(size);
    if (!startup.lpAttributeList) error = ERROR_NOT_ENOUGH_MEMORY;
    else if (!InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size)) error = GetLastError();
    if (error == NO_ERROR) {
        SIZE_T given_size = (log ? 3 : 2) * sizeof *given;
        if (!UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, given, given_size, NULL, NULL)) error = GetLastError();
        if (error == NO_ERROR) error = start_in_job(child, program, &startup);
        DeleteProcThreadAttributeList(startup.lpAttributeList);
    }
    free(startup.lpAttributeList);
    CloseHandle(nothing);
    return error;
}

void child_kill(Child *child)
{
    CloseHandle(child->job);
    WaitForSingleObject(child->process, KILL_MS);
    CloseHandle(child->process);
    *child = (Child){0};
}
