#include "protect.h"

#include <aclapi.h>
#include <sddl.h>
#include <stdio.h>
#include <wchar.h>

#include "privilege.h"
#include "trusted_folder.h"

#define PATH_POINTS 780
#define SDDL_POINTS 4096
#define WHAT (OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION)
#define SHARED (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
/* The thing itself, if it is a link too; folders open by no other flag. */
#define ITSELF (FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS)
#ifdef RECORD
#define US_TOO TRUE /* under Wine, what its user makes belongs to that user */
#else
#define US_TOO FALSE
#endif
#define TRIES 8     /* somebody may plant anew meanwhile */
#define ASIDE_ROOM 40 /* units behind the path: `.untrusted-` and a number */

/* What holds of the folder, as SDDL; null when Windows does not say. */
static void read_back(HANDLE handle, Text *out)
{
    PSECURITY_DESCRIPTOR held = NULL;
    LPWSTR text = NULL;
    if (GetSecurityInfo(handle, SE_FILE_OBJECT, WHAT, NULL, NULL, NULL, NULL, &held) != NO_ERROR) held = NULL;
    if (held && !ConvertSecurityDescriptorToStringSecurityDescriptorW(held, SDDL_REVISION_1, WHAT, &text, NULL)) text = NULL;
    text_wide(out, text, SDDL_POINTS);
    if (text) LocalFree(text);
    if (held) LocalFree(held);
}

/* Without a list, everything is granted to everybody. */
static BOOL has_list(PSECURITY_DESCRIPTOR wish)
{
    PACL list = NULL;
    BOOL is_there, is_default;
    return GetSecurityDescriptorDacl(wish, &is_there, &list, &is_default) && is_there && list;
}

/* On this handle: whatever the name means by now, what was looked at is what is changed. */
static DWORD set_on(HANDLE handle, const wchar_t *path, PSECURITY_DESCRIPTOR wish)
{
    PSID owner = NULL;
    PACL list = NULL;
    BOOL is_there, is_default;
    SECURITY_INFORMATION what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    DWORD error;
    if (!GetSecurityDescriptorOwner(wish, &owner, &is_default) || !GetSecurityDescriptorDacl(wish, &is_there, &list, &is_default)) return GetLastError();
    if (owner) what |= OWNER_SECURITY_INFORMATION;
    error = SetSecurityInfo(handle, SE_FILE_OBJECT, what, owner, NULL, list, NULL);
#ifdef RECORD
    /* Wine 8 takes the call above and changes little. */
    if (!SetFileSecurityW(path, DACL_SECURITY_INFORMATION, wish)) error = GetLastError();
    else error = NO_ERROR;
#else
    (void)path;
#endif
    return error;
}

/* Renames what stands there, unread. By its name: whatever it is by now, it is not ours. */
static DWORD put_aside(Call *call, const wchar_t *path, wchar_t **aside)
{
    size_t room = wcslen(path) + ASIDE_ROOM;
    *aside = memory_take(call->memory, room * sizeof **aside);
    if (!*aside) return ERROR_NOT_ENOUGH_MEMORY;
    (void)swprintf(*aside, room, L"%ls.untrusted-%llu", path, (unsigned long long)GetTickCount64());
    return MoveFileExW(path, *aside, 0) ? NO_ERROR : GetLastError();
}

/* Opens the folder, which is born with `wish` when it is not there. Returns ERROR_CANT_ACCESS_FILE for one that was planted. */
static DWORD open_trusted(const wchar_t *path, PSECURITY_DESCRIPTOR wish, HANDLE *handle)
{
    SECURITY_ATTRIBUTES at_birth = {sizeof at_birth, wish, FALSE};
    if (!CreateDirectoryW(path, &at_birth) && GetLastError() != ERROR_ALREADY_EXISTS) return GetLastError();
    *handle = CreateFileW(path, READ_CONTROL | WRITE_DAC | WRITE_OWNER | FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING, ITSELF, NULL);
    if (*handle == INVALID_HANDLE_VALUE) return GetLastError();
    if (is_trusted_folder(*handle, US_TOO)) return NO_ERROR;
    CloseHandle(*handle);
    return ERROR_CANT_ACCESS_FILE;
}

static DWORD protect(Call *call, const wchar_t *path, PSECURITY_DESCRIPTOR wish)
{
    wchar_t *aside = NULL;
    DWORD error = ERROR_CANT_ACCESS_FILE;
    HANDLE handle = INVALID_HANDLE_VALUE;
    for (int tries = 0; tries < TRIES && error != NO_ERROR; tries++) {
        error = open_trusted(path, wish, &handle);
        if (error == NO_ERROR) break;
        /* It may have gone meanwhile, which is as good. */
        if (error == ERROR_FILE_NOT_FOUND) continue;
        if (error != ERROR_CANT_ACCESS_FILE) return error;
        DWORD moved = put_aside(call, path, &aside);
        if (moved != NO_ERROR && moved != ERROR_FILE_NOT_FOUND) return moved;
    }
    if (error != NO_ERROR) return error;
    error = set_on(handle, path, wish);
    text_raw(call->output, "{\"sddl\":");
    read_back(handle, call->output);
    text_name(call->output, "aside");
    text_wide(call->output, aside, PATH_POINTS);
    text_raw(call->output, "}");
    CloseHandle(handle);
    return error;
}

DWORD call_protect(Call *call)
{
    wchar_t *path = call_wide(call, call->input, "path", PATH_POINTS), *sddl = call_wide(call, call->input, "sddl", SDDL_POINTS);
    PSECURITY_DESCRIPTOR wish = NULL;
    DWORD error;
    if (!path || !sddl) return CALL_UNFIT;
    if (!is_absolute_path(path)) return ERROR_INVALID_PARAMETER;
    /* To look into what shuts SYSTEM out, and to give it to SYSTEM. Without them (no administrator) Windows refuses what follows. */
    privilege_enable(SE_BACKUP_NAME);
    privilege_enable(SE_RESTORE_NAME);
    privilege_enable(SE_TAKE_OWNERSHIP_NAME);
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(sddl, SDDL_REVISION_1, &wish, NULL)) return GetLastError();
    error = has_list(wish) ? protect(call, path, wish) : ERROR_INVALID_ACL;
    LocalFree(wish);
    return error;
}

DWORD call_protection(Call *call)
{
    wchar_t *path = call_wide(call, call->input, "path", PATH_POINTS);
    DWORD error;
    HANDLE handle;
    if (!path) return CALL_UNFIT;
    if (!is_absolute_path(path)) return ERROR_INVALID_PARAMETER;
    handle = CreateFileW(path, READ_CONTROL | FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING, ITSELF, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        error = GetLastError();
        if (error != ERROR_FILE_NOT_FOUND && error != ERROR_PATH_NOT_FOUND) return error;
    }
    text_raw(call->output, "{\"sddl\":");
    /* A file or a link is no such folder. */
    if (handle != INVALID_HANDLE_VALUE && is_plain_folder(handle)) read_back(handle, call->output);
    else text_raw(call->output, "null");
    text_raw(call->output, "}");
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    return NO_ERROR;
}
