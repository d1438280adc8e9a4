/*
 * schoolgate_steps.dll: what setup.exe and the .msi do besides putting files there, once for both. It is in the installers and is not installed.
 *
 * NSIS calls the functions `setup_…` by its plug-in System, Windows Installer those named `Msi…`. Secrets reach the agent by the environment of a process of SYSTEM or of an
 * administrator, where no other account can read them; a list of processes shows arguments to everybody.
 */
#include "../../agent/os/windows/host/trusted_folder.h"

#include <msi.h>
#include <msiquery.h>
#include <sddl.h>
#include <shellapi.h>
#include <shlobj.h>
#include <stdio.h>
#include <wchar.h>

#define EXPORT __declspec(dllexport)
#define SAID 1024 /* characters: NSIS_MAX_STRLEN of Debian's makensis */
#define TEXT_LENGTH 2048
#define PROGRAM_MS (5 * 60 * 1000) /* `enroll` asks a server that may be away */
#define STOP_MS (60 * 1000)
#define REMOVE_TRIES 25
#define REMOVE_AGAIN_MS 200
#define MAX_ENROLL_FILE (16 * 1024)
#define SETTINGS_KEY L"SOFTWARE\\Schoolgate\\Agent"
#define PRIVATE L"D:P(A;;FA;;;SY)(A;;FA;;;BA)"
#define PRIVATE_FOLDER L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)"
#define NO_STATE L"the folder Schoolgate in ProgramData cannot be made, or belongs to somebody who is no administrator"
#define PREPARE_TRIES 8 /* somebody may plant anew meanwhile */
#define SERVER_VARIABLE "SCHOOLGATE_SERVER"
#define TOKEN_VARIABLE "SCHOOLGATE_ENROLLMENT_TOKEN"

/* ---- the state folder ---- */

/* FOLDERID_ProgramData. Not of libuuid, which brings all that it has. */
static const GUID program_data = {0x62AB5D82, 0xFDC1, 0x4DC3, {0xA9, 0xDD, 0x07, 0x0D, 0x1D, 0x49, 0x5D, 0x97}};

/* As the agent finds it. Not by the environment, which who starts a setup can change. */
static BOOL state_path(const wchar_t *file, wchar_t *out)
{
    wchar_t *data = NULL;
    BOOL found = SUCCEEDED(SHGetKnownFolderPath(&program_data, 0, NULL, &data));
    if (found) found = swprintf(out, MAX_PATH, L"%ls\\Schoolgate%ls%ls", data, *file ? L"\\" : L"", file) > 0;
    CoTaskMemFree(data);
    return found;
}

/* A folder that no user has planted: everybody may make folders in ProgramData. Who runs this is an administrator. */
static BOOL is_ours(const wchar_t *path)
{
    HANDLE handle = CreateFile(path, READ_CONTROL | FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    BOOL ours;
    if (handle == INVALID_HANDLE_VALUE) return FALSE;
    ours = is_trusted_folder(handle, TRUE);
    CloseHandle(handle);
    return ours;
}

/* The state folder, born private; one that was planted is renamed, unread. The agent keeps its rights from then on. */
static BOOL prepare_state(void)
{
    SECURITY_ATTRIBUTES security = {.nLength = sizeof security};
    wchar_t folder[MAX_PATH], aside[MAX_PATH];
    BOOL ready = FALSE;
    if (!state_path(L"", folder) || !ConvertStringSecurityDescriptorToSecurityDescriptor(PRIVATE_FOLDER, SDDL_REVISION_1, &security.lpSecurityDescriptor, NULL)) return FALSE;
    for (int tries = 0; tries < PREPARE_TRIES && !ready; tries++) {
        ready = CreateDirectory(folder, &security) || is_ours(folder);
        if (ready || swprintf(aside, MAX_PATH, L"%ls.untrusted-%llu", folder, (unsigned long long)GetTickCount64()) < 0) break;
        MoveFileEx(folder, aside, 0);
    }
    LocalFree(security.lpSecurityDescriptor);
    return ready;
}

static BOOL state_has(const wchar_t *file)
{
    wchar_t path[MAX_PATH];
    return state_path(file, path) && GetFileAttributes(path) != INVALID_FILE_ATTRIBUTES;
}

/* A file that only SYSTEM and administrators may read, in a folder that is no link. */
static HANDLE open_private(const wchar_t *file, DWORD access, DWORD how)
{
    SECURITY_ATTRIBUTES security = {.nLength = sizeof security, .bInheritHandle = TRUE};
    wchar_t folder[MAX_PATH], path[MAX_PATH];
    DWORD attributes;
    HANDLE handle;
    if (!state_path(L"", folder) || !state_path(file, path)) return INVALID_HANDLE_VALUE;
    attributes = GetFileAttributes(folder);
    if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) return INVALID_HANDLE_VALUE;
    if (!ConvertStringSecurityDescriptorToSecurityDescriptor(PRIVATE, SDDL_REVISION_1, &security.lpSecurityDescriptor, NULL)) return INVALID_HANDLE_VALUE;
    handle = CreateFile(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE, &security, how, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    LocalFree(security.lpSecurityDescriptor);
    return handle;
}

static void remove_tree(const wchar_t *folder)
{
    wchar_t path[2 * MAX_PATH];
    WIN32_FIND_DATA found;
    HANDLE search;
    swprintf(path, 2 * MAX_PATH, L"%ls\\*", folder);
    search = FindFirstFile(path, &found);
    if (search != INVALID_HANDLE_VALUE) {
        do {
            BOOL is_folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0, is_link = (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
            if (!wcscmp(found.cFileName, L".") || !wcscmp(found.cFileName, L"..")) continue;
            swprintf(path, 2 * MAX_PATH, L"%ls\\%ls", folder, found.cFileName);
            if (is_folder && !is_link) remove_tree(path);
            else if (is_folder) RemoveDirectory(path); /* the link, and not where it leads */
            else DeleteFile(path);
        } while (FindNextFile(search, &found));
        FindClose(search);
    }
    RemoveDirectory(folder);
}

/* What the agent knows of the school, what a setup has noted, and the host's logs beside the programs. The note of a removal without its code lies beside the folder and stays. */
EXPORT DWORD setup_remove_state(const wchar_t *home)
{
    static const wchar_t *const logs[] = {L"agent.log", L"agent.log.1"};
    wchar_t folder[MAX_PATH];
    RegDeleteTree(HKEY_LOCAL_MACHINE, SETTINGS_KEY);
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        if (swprintf(folder, MAX_PATH, L"%ls\\%ls", home, logs[i]) > 0) DeleteFile(folder);
    RemoveDirectory(home);
    if (!state_path(L"", folder)) return ERROR_PATH_NOT_FOUND;
    /* A program that ends holds its files for a moment. */
    for (int tries = 0; tries < REMOVE_TRIES && GetFileAttributes(folder) != INVALID_FILE_ATTRIBUTES; tries++) {
        if (tries > 0) Sleep(REMOVE_AGAIN_MS);
        if ((GetFileAttributes(folder) & FILE_ATTRIBUTE_REPARSE_POINT) == 0) remove_tree(folder);
    }
    return GetFileAttributes(folder) == INVALID_FILE_ATTRIBUTES ? 0 : ERROR_DIR_NOT_EMPTY;
}

/* ---- services and programs ---- */

static void stop_service(const wchar_t *name)
{
    SC_HANDLE manager = OpenSCManager(NULL, NULL, SC_MANAGER_CONNECT), service = manager == NULL ? NULL : OpenService(manager, name, SERVICE_STOP | SERVICE_QUERY_STATUS);
    SERVICE_STATUS_PROCESS status = {0};
    SERVICE_STATUS ignored;
    DWORD size;
    if (service != NULL) {
        HANDLE process = NULL;
        ULONGLONG end = GetTickCount64() + STOP_MS;
        if (QueryServiceStatusEx(service, SC_STATUS_PROCESS_INFO, (BYTE *)&status, sizeof status, &size) && status.dwProcessId != 0) process = OpenProcess(SYNCHRONIZE, FALSE, status.dwProcessId);
        ControlService(service, SERVICE_CONTROL_STOP, &ignored);
        while (QueryServiceStatusEx(service, SC_STATUS_PROCESS_INFO, (BYTE *)&status, sizeof status, &size) && status.dwCurrentState != SERVICE_STOPPED && GetTickCount64() < end) Sleep(100);
        /* It is stopped before its process has ended, which still holds its file. */
        if (process != NULL) WaitForSingleObject(process, 10000), CloseHandle(process);
        CloseServiceHandle(service);
    }
    if (manager != NULL) CloseServiceHandle(manager);
}

/* Harmless where there are none. */
EXPORT DWORD setup_stop(void)
{
    stop_service(L"SchoolgateAgent");
    stop_service(L"SchoolgateWorker");
    return 0;
}

/* What a program wrote since `from`, in one line that fits. */
static void read_said(HANDLE log, LARGE_INTEGER from, wchar_t *said)
{
    char text[SAID] = "";
    DWORD length = 0;
    if (!SetFilePointerEx(log, from, NULL, FILE_BEGIN) || !ReadFile(log, text, sizeof text - 1, &length, NULL)) length = 0;
    while (length > 0 && (unsigned char)text[length - 1] <= ' ') length--;
    for (DWORD i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ') text[i] = ' ';
    text[length] = 0;
    if (MultiByteToWideChar(CP_UTF8, 0, text, -1, said, SAID) == 0) said[0] = 0;
}

/*
 * Runs a program of ours and waits for it. What it says is added to setup.log in the state folder, and is in `said`.
 * Returns its exit code, or the error of Windows that it could not be started with.
 */
static DWORD run(const wchar_t *home, const wchar_t *program, const wchar_t *arguments, wchar_t *said)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    STARTUPINFO start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process;
    LARGE_INTEGER end = {0}, nowhere = {0};
    wchar_t file[MAX_PATH], command[TEXT_LENGTH], state[MAX_PATH];
    HANDLE log = open_private(L"setup.log", GENERIC_READ | FILE_APPEND_DATA, OPEN_ALWAYS);
    DWORD code = 0;
    swprintf(file, MAX_PATH, L"%ls\\%ls", home, program);
    swprintf(command, TEXT_LENGTH, L"\"%ls\" %ls", file, arguments);
    /* Of whoever started the setup; not for a program of the system. */
    SetEnvironmentVariable(L"NODE_OPTIONS", L"--disable-warning=ExperimentalWarning");
    if (state_path(L"", state)) SetEnvironmentVariable(L"SCHOOLGATE_AGENT_STATE_DIR", state);
    start.hStdInput = CreateFile(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    start.hStdOutput = start.hStdError = log != INVALID_HANDLE_VALUE ? log : CreateFile(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    if (log != INVALID_HANDLE_VALUE) SetFilePointerEx(log, nowhere, &end, FILE_END);
    if (!CreateProcess(file, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start, &process)) {
        code = GetLastError();
        swprintf(said, SAID, L"%ls cannot be started: Windows error %lu", program, code);
    } else {
        if (WaitForSingleObject(process.hProcess, PROGRAM_MS) != WAIT_OBJECT_0) TerminateProcess(process.hProcess, ERROR_TIMEOUT);
        WaitForSingleObject(process.hProcess, INFINITE);
        GetExitCodeProcess(process.hProcess, &code);
        CloseHandle(process.hThread), CloseHandle(process.hProcess);
        said[0] = 0;
        if (log != INVALID_HANDLE_VALUE) read_said(log, end, said);
        if (code != 0 && said[0] == 0) swprintf(said, SAID, L"%ls %ls ended with %lu", program, arguments, code);
    }
    CloseHandle(start.hStdInput), CloseHandle(start.hStdOutput);
    return code;
}

/* Makes or updates the service, and starts it. */
EXPORT DWORD setup_install(const wchar_t *home, wchar_t *said)
{
    if (prepare_state()) return run(home, L"schoolgate-host.exe", L"install", said);
    swprintf(said, SAID, NO_STATE);
    return ERROR_ACCESS_DENIED;
}

/* Takes a service away that was made just now, by a setup that failed. */
EXPORT DWORD setup_undo_install(const wchar_t *home, wchar_t *said) { return run(home, L"schoolgate-host.exe", L"uninstall", said); }

/* The value of `NAME=value` in the command line of this process; NSIS's own would end an address at its first slash. */
EXPORT DWORD setup_option(const wchar_t *name, wchar_t *value)
{
    int count;
    wchar_t **arguments = CommandLineToArgvW(GetCommandLine(), &count);
    size_t length = wcslen(name);
    value[0] = 0;
    for (int i = 1; arguments != NULL && i < count; i++)
        if (_wcsnicmp(arguments[i], name, length) == 0 && arguments[i][length] == L'=') swprintf(value, SAID, L"%ls", arguments[i] + length + 1);
    LocalFree(arguments);
    return 0;
}

/* ---- enrollment ---- */

/* The value of a line NAME=VALUE; lines of other kinds are left out. As enroll.conf of Linux. */
static BOOL read_line_of(const char *text, const char *name, wchar_t *out)
{
    size_t length = strlen(name);
    for (const char *line = text; line != NULL; line = strchr(line, '\n'), line = line == NULL ? NULL : line + 1) {
        size_t size;
        while (*line == ' ' || *line == '\t') line++;
        if (strncmp(line, name, length) != 0 || line[length] != '=') continue;
        line += length + 1;
        size = strcspn(line, "\r\n");
        while (size > 0 && line[size - 1] == ' ') size--;
        out[MultiByteToWideChar(CP_UTF8, 0, line, (int)size, out, TEXT_LENGTH - 1)] = 0;
        return TRUE;
    }
    return FALSE;
}

/* schoolgate-enroll.ini of a folder. */
static void read_enroll_file(const wchar_t *folder, wchar_t *server, wchar_t *token)
{
    char text[MAX_ENROLL_FILE + 1];
    wchar_t path[MAX_PATH];
    DWORD length = 0;
    HANDLE file;
    if (swprintf(path, MAX_PATH, L"%ls\\schoolgate-enroll.ini", folder) < 0) return;
    file = CreateFile(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return;
    if (!ReadFile(file, text, MAX_ENROLL_FILE, &length, NULL)) length = 0;
    CloseHandle(file);
    text[length] = 0;
    /* A mark of UTF-8 (Notepad's) is before the first line. */
    const char *begin = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    if (*server == 0) read_line_of(begin, SERVER_VARIABLE, server);
    if (*token == 0) read_line_of(begin, TOKEN_VARIABLE, token);
}

/* What an address or a token has: nothing that ends a line or leaves quotation marks. */
static BOOL is_plain(const wchar_t *text)
{
    for (; *text; text++)
        if (*text > 'z' || (wcschr(L"._:/[]-", *text) == NULL && !(*text >= '0' && *text <= '9') && !(*text >= 'A' && *text <= 'Z') && !(*text >= 'a' && *text <= 'z'))) return FALSE;
    return TRUE;
}

/* enroll.conf in the state folder, as on Linux: for another try, when the server is away now. */
static BOOL keep_enrollment(const wchar_t *server, const wchar_t *token)
{
    wchar_t path[MAX_PATH];
    char text[2 * TEXT_LENGTH];
    DWORD written = 0;
    HANDLE file;
    int length = snprintf(text, sizeof text, SERVER_VARIABLE "=%ls\n" TOKEN_VARIABLE "=%ls\n", server, token);
    if (length < 0 || length >= (int)sizeof text || !state_path(L"enroll.conf", path)) return FALSE;
    DeleteFile(path); /* a new file, with its own rights */
    file = open_private(L"enroll.conf", GENERIC_WRITE, CREATE_NEW);
    if (file == INVALID_HANDLE_VALUE) return FALSE;
    BOOL kept = WriteFile(file, text, (DWORD)length, &written, NULL) && FlushFileBuffers(file);
    CloseHandle(file);
    SecureZeroMemory(text, sizeof text);
    return kept;
}

/* For detection rules and helpdesks: how `enroll` ended. 0 = enrolled, 1 = refused, 75 = the same may succeed later. */
static void record_enrollment(DWORD code) { RegSetKeyValue(HKEY_LOCAL_MACHINE, SETTINGS_KEY, L"Enrollment", REG_DWORD, &code, sizeof code); }

/*
 * Enrolls by what was given, else by schoolgate-enroll.ini in the folder `beside`. Where neither is, or the computer is enrolled, nothing happens.
 * A failure is no failure of the installation. Before the service starts: the agent works on its state alone.
 */
EXPORT DWORD setup_enroll(const wchar_t *home, const wchar_t *given_server, const wchar_t *given_token, const wchar_t *beside, wchar_t *said)
{
    wchar_t server[TEXT_LENGTH], token[TEXT_LENGTH], path[MAX_PATH];
    DWORD code;
    said[0] = 0;
    if (state_has(L"identity.json")) return 0;
    swprintf(server, TEXT_LENGTH, L"%ls", given_server);
    swprintf(token, TEXT_LENGTH, L"%ls", given_token);
    read_enroll_file(beside, server, token);
    if (*server == 0 && *token == 0) return 0;
    if (!prepare_state()) {
        swprintf(said, SAID, NO_STATE);
        return ERROR_ACCESS_DENIED;
    }
    if (*server == 0 || *token == 0 || !is_plain(server) || !is_plain(token)) {
        swprintf(said, SAID, *server == 0 || *token == 0 ? L"not enrolled: this needs both the address of the server and the token" : L"not enrolled: there is a character in the address or in the token that neither has");
        record_enrollment(code = 1);
        return code;
    }
    keep_enrollment(server, token);
    SetEnvironmentVariable(L"" SERVER_VARIABLE, server);
    SetEnvironmentVariable(L"" TOKEN_VARIABLE, token);
    code = run(home, L"schoolgate-agent.exe", L"enroll", said);
    SetEnvironmentVariable(L"" TOKEN_VARIABLE, NULL);
    SecureZeroMemory(token, sizeof token);
    if (code == 0 && state_path(L"enroll.conf", path)) DeleteFile(path);
    record_enrollment(code);
    return code;
}

/* ---- removal ---- */

/*
 * Gives the computer back and takes the service away. An enrolled one wants its removal code, or the server's word, first. Returns 0, or refuses with a sentence in `said`;
 * then the service runs as before.
 */
EXPORT DWORD setup_give_back(const wchar_t *home, const wchar_t *removal_code, wchar_t *said)
{
    wchar_t ignored[SAID];
    DWORD code;
    if (*removal_code != 0) SetEnvironmentVariable(L"SCHOOLGATE_REMOVAL_CODE", removal_code);
    code = run(home, L"schoolgate-agent.exe", L"may-remove", said);
    if (code == 0) {
        setup_stop();
        /* Nothing was changed for a school that it never met. */
        if (state_has(L"identity.json") || state_has(L"state.db") || state_has(L"lock.json")) code = run(home, L"schoolgate-agent.exe", L"restore", said);
        if (code == 0) code = run(home, L"schoolgate-host.exe", L"uninstall", said);
        if (code != 0) run(home, L"schoolgate-host.exe", L"install", ignored);
    }
    SetEnvironmentVariable(L"SCHOOLGATE_REMOVAL_CODE", NULL);
    return code;
}

/* ---- Windows Installer ---- */

/* Between the parts of what an action gets: neither paths nor addresses, tokens or codes have it. */
#define BETWEEN L'|'
#define MOST_PARTS 4

typedef struct {
    wchar_t text[4 * TEXT_LENGTH];
    wchar_t *part[MOST_PARTS]; /* those that are missing are empty */
} Given;

static void property(MSIHANDLE session, const wchar_t *name, wchar_t *out)
{
    DWORD length = TEXT_LENGTH;
    out[0] = 0;
    if (MsiGetProperty(session, name, out, &length) != ERROR_SUCCESS) out[0] = 0;
}

static void read_given(MSIHANDLE session, Given *given)
{
    DWORD length = sizeof given->text / sizeof *given->text;
    wchar_t *at = given->text;
    if (MsiGetProperty(session, L"CustomActionData", given->text, &length) != ERROR_SUCCESS) given->text[0] = 0;
    for (int i = 0; i < MOST_PARTS; i++) {
        given->part[i] = at;
        at += wcscspn(at, (wchar_t[]){BETWEEN, 0});
        if (*at != 0) *at++ = 0;
    }
    /* Windows ends a folder's property with a backslash. */
    size_t end = wcslen(given->part[0]);
    if (end > 0 && given->part[0][end - 1] == L'\\') given->part[0][end - 1] = 0;
}

/* In the log, and on the screen where there is one. */
static void tell(MSIHANDLE session, INSTALLMESSAGE kind, const wchar_t *sentence)
{
    MSIHANDLE record = MsiCreateRecord(1);
    MsiRecordSetString(record, 0, L"Schoolgate: [1]");
    MsiRecordSetString(record, 1, sentence);
    MsiProcessMessage(session, kind, record);
    MsiCloseHandle(record);
}

static UINT ended(MSIHANDLE session, DWORD code, const wchar_t *said)
{
    if (code != 0) tell(session, INSTALLMESSAGE_ERROR, said);
    return code == 0 ? ERROR_SUCCESS : ERROR_INSTALL_FAILURE;
}

/* Immediate: properties do not reach actions that run later, but for one of the action's own name. */
EXPORT UINT __stdcall MsiPrepare(MSIHANDLE session)
{
    static const wchar_t *const of_home[] = {L"SchoolgateStop", L"SchoolgateInstall", L"SchoolgateUndoInstall", L"SchoolgateRestart", L"SchoolgateRemoveState"};
    static wchar_t home[TEXT_LENGTH], server[TEXT_LENGTH], token[TEXT_LENGTH], code[TEXT_LENGTH], database[TEXT_LENGTH], data[4 * TEXT_LENGTH];
    property(session, L"ProgramFolder", home); /* not of capital letters, so that no command line sets it */
    property(session, L"SERVER", server);
    property(session, L"TOKEN", token);
    property(session, L"REMOVALCODE", code);
    property(session, L"OriginalDatabase", database);
    wchar_t *name = wcsrchr(database, L'\\');
    if (name != NULL) *name = 0;
    for (size_t i = 0; i < sizeof of_home / sizeof *of_home; i++) MsiSetProperty(session, of_home[i], home);
    swprintf(data, 4 * TEXT_LENGTH, L"%ls%lc%ls%lc%ls%lc%ls", home, BETWEEN, server, BETWEEN, token, BETWEEN, database);
    MsiSetProperty(session, L"SchoolgateEnroll", data);
    swprintf(data, 4 * TEXT_LENGTH, L"%ls%lc%ls", home, BETWEEN, code);
    MsiSetProperty(session, L"SchoolgateGiveBack", data);
    SecureZeroMemory(token, sizeof token), SecureZeroMemory(code, sizeof code), SecureZeroMemory(data, sizeof data);
    return ERROR_SUCCESS;
}

EXPORT UINT __stdcall MsiStop(MSIHANDLE session) { return (void)session, setup_stop(); }

EXPORT UINT __stdcall MsiInstall(MSIHANDLE session)
{
    static Given given;
    wchar_t said[SAID] = L"";
    read_given(session, &given);
    return ended(session, setup_install(given.part[0], said), said);
}

/* When a first installation is taken back. */
EXPORT UINT __stdcall MsiUndoInstall(MSIHANDLE session)
{
    static Given given;
    wchar_t said[SAID];
    read_given(session, &given);
    setup_undo_install(given.part[0], said);
    return ERROR_SUCCESS;
}

/* When an upgrade or a removal is taken back, and the files are there again. */
EXPORT UINT __stdcall MsiRestart(MSIHANDLE session)
{
    static Given given;
    wchar_t said[SAID];
    read_given(session, &given);
    setup_install(given.part[0], said);
    return ERROR_SUCCESS;
}

EXPORT UINT __stdcall MsiEnroll(MSIHANDLE session)
{
    static Given given;
    wchar_t said[SAID];
    read_given(session, &given);
    setup_enroll(given.part[0], given.part[1], given.part[2], given.part[3], said);
    SecureZeroMemory(&given, sizeof given);
    if (said[0] != 0) tell(session, INSTALLMESSAGE_INFO, said);
    return ERROR_SUCCESS;
}

EXPORT UINT __stdcall MsiGiveBack(MSIHANDLE session)
{
    static Given given;
    wchar_t said[SAID] = L"";
    read_given(session, &given);
    return ended(session, setup_give_back(given.part[0], given.part[1], said), said);
}

EXPORT UINT __stdcall MsiRemoveState(MSIHANDLE session)
{
    static Given given;
    read_given(session, &given);
    setup_remove_state(given.part[0]);
    return ERROR_SUCCESS;
}
