#include "child.h"

#include <stdlib.h>
#include <string.h>

#include "pipe.h"

/* Flags of the C runtime's table of inherited files (cbReserved2, lpReserved2). */
#define CRT_OPEN 0x01
#define CRT_PIPE 0x08
#define CRT_DEVICE 0x40
#define STANDARD_FILES 3
#define MOST_FILES (STANDARD_FILES + CHILD_MOST_FILES)
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
    BYTE bytes[sizeof(int) + MOST_FILES * (1 + sizeof(HANDLE))];
    WORD size;
} FileTable;

static FileTable table_of(const HANDLE *files, int count)
{
    static const BYTE flags[MOST_FILES] = {CRT_OPEN | CRT_DEVICE, CRT_OPEN, CRT_OPEN, CRT_OPEN | CRT_PIPE, CRT_OPEN | CRT_PIPE, CRT_OPEN | CRT_PIPE};
    size_t many = (size_t)count;
    FileTable table = {.size = (WORD)(sizeof count + many * (1 + sizeof *files))};
    memcpy(table.bytes, &count, sizeof count);
    memcpy(table.bytes + sizeof count, flags, many);
    memcpy(table.bytes + sizeof count + many, files, many * sizeof *files);
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

/* Starts it with these handles and no others. */
static DWORD start_with(Child *child, const ChildProgram *program, STARTUPINFOEXW *startup, HANDLE *given, size_t count)
{
    SIZE_T size = 0;
    DWORD error = NO_ERROR;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    startup->lpAttributeList = malloc(size);
    if (!startup->lpAttributeList) return ERROR_NOT_ENOUGH_MEMORY;
    if (!InitializeProcThreadAttributeList(startup->lpAttributeList, 1, 0, &size)) error = GetLastError();
    if (error == NO_ERROR) {
        if (!UpdateProcThreadAttribute(startup->lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, given, count * sizeof *given, NULL, NULL)) error = GetLastError();
        if (error == NO_ERROR) error = start_in_job(child, program, startup);
        DeleteProcThreadAttributeList(startup->lpAttributeList);
    }
    free(startup->lpAttributeList);
    return error;
}

DWORD child_start(Child *child, const ChildProgram *program)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE nothing = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    HANDLE printed = program->log ? program->log : nothing;
    HANDLE files[MOST_FILES] = {nothing, printed, printed}, given[2 + CHILD_MOST_FILES] = {nothing}; /* a handle may stand in the list once only */
    size_t count = 1, extra = 0;
    FileTable table;
    DWORD error;
    *child = (Child){0};
    if (nothing == INVALID_HANDLE_VALUE) return GetLastError();
    if (program->log) given[count++] = program->log;
    for (; extra < CHILD_MOST_FILES && program->files[extra]; extra++) {
        files[STANDARD_FILES + extra] = program->files[extra];
        given[count++] = program->files[extra];
    }
    table = table_of(files, STANDARD_FILES + (int)extra);
    STARTUPINFOEXW startup = {.StartupInfo = {.cb = sizeof startup,
                                              .dwFlags = STARTF_USESTDHANDLES,
                                              .hStdInput = nothing,
                                              .hStdOutput = printed,
                                              .hStdError = printed,
                                              .cbReserved2 = table.size,
                                              .lpReserved2 = table.bytes}};
    error = start_with(child, program, &startup, given, count);
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
