#include "trusted_folder.h"

#include <aclapi.h>

static BOOL is_us(PSID owner)
{
    union {
        TOKEN_USER user;
        BYTE room[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
    } us;
    DWORD size;
    HANDLE token;
    BOOL is_same;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return FALSE;
    is_same = GetTokenInformation(token, TokenUser, &us, sizeof us, &size) && EqualSid(us.user.User.Sid, owner);
    CloseHandle(token);
    return is_same;
}

static BOOL is_trusted_owner(PSID owner, BOOL us_too)
{
    return IsWellKnownSid(owner, WinLocalSystemSid) || IsWellKnownSid(owner, WinBuiltinAdministratorsSid) || (us_too && is_us(owner));
}

BOOL is_plain_folder(HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (!GetFileInformationByHandle(handle, &about)) return FALSE;
    return (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) && !(about.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT);
}

BOOL is_trusted_folder(HANDLE handle, BOOL us_too)
{
    PSECURITY_DESCRIPTOR held = NULL;
    PSID owner = NULL;
    BOOL is_trusted;
    if (!is_plain_folder(handle)) return FALSE;
    if (GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL, &held) != NO_ERROR) return FALSE;
    is_trusted = owner && is_trusted_owner(owner, us_too);
    LocalFree(held);
    return is_trusted;
}
