#include "facts.h"

#include <ntsecapi.h>
#include <sddl.h>
#include <string.h>
#include <wchar.h>
#include <wtsapi32.h>

#define NO_SESSION 0xFFFFFFFFu
#define USER_POINTS 512
#define DOMAIN_POINTS 512
#define SID_POINTS 192
#define UPN_POINTS 1024
#define UPN_UNITS 2048
#define IDENTITY_CACHE L"SOFTWARE\\Microsoft\\IdentityStore\\Cache"

/* The user's SID as a string, to be freed with LocalFree; NULL when it is not known. */
static wchar_t *sid_of(HANDLE token)
{
    union {
        TOKEN_USER user;
        BYTE room[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
    } held;
    DWORD size;
    wchar_t *text = NULL;
    if (!token || !GetTokenInformation(token, TokenUser, &held, sizeof held, &size)) return NULL;
    return ConvertSidToStringSidW(held.user.User.Sid, &text) ? text : NULL;
}

/* From the session's own data: no domain controller is asked. */
static BOOL upn_of_session(Text *out, HANDLE token)
{
    TOKEN_STATISTICS statistics;
    SECURITY_LOGON_SESSION_DATA *data = NULL;
    DWORD size;
    BOOL is_known;
    if (!token || !GetTokenInformation(token, TokenStatistics, &statistics, sizeof statistics, &size)) return FALSE;
    if (LsaGetLogonSessionData(&statistics.AuthenticationId, &data) != 0 || !data) return FALSE;
    is_known = data->Size >= FIELD_OFFSET(SECURITY_LOGON_SESSION_DATA, Upn) + sizeof data->Upn && data->Upn.Length > 0 && data->Upn.Buffer;
    if (is_known) text_utf16(out, (const uint16_t *)data->Upn.Buffer, data->Upn.Length / sizeof(wchar_t), UPN_POINTS);
    LsaFreeReturnBuffer(data);
    return is_known;
}

/* Of an Entra account, where Windows keeps it for its own sign-in page. */
static BOOL upn_of_cache(Text *out, const wchar_t *sid)
{
    wchar_t key[2 * SID_POINTS + 64], name[UPN_UNITS];
    DWORD size = sizeof name;
    if (!sid || wcslen(sid) > SID_POINTS) return FALSE;
    (void)swprintf(key, sizeof key / sizeof *key, IDENTITY_CACHE L"\\%ls\\IdentityCache\\%ls", sid, sid);
    if (RegGetValueW(HKEY_LOCAL_MACHINE, key, L"UserName", RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY, NULL, name, &size) != NO_ERROR || !name[0]) return FALSE;
    text_wide(out, name, UPN_POINTS);
    return TRUE;
}

static void describe(Text *out, DWORD session, const wchar_t *user, const wchar_t *domain)
{
    HANDLE token = NULL;
    wchar_t *sid;
    if (!WTSQueryUserToken(session, &token)) token = NULL;
    sid = sid_of(token);
    text_raw(out, "{");
    text_name(out, "session");
    text_integer(out, session);
    text_name(out, "user");
    text_wide(out, user, USER_POINTS);
    text_name(out, "domain");
    text_wide(out, domain && domain[0] ? domain : NULL, DOMAIN_POINTS);
    text_name(out, "sid");
    text_wide(out, sid, SID_POINTS);
    text_name(out, "upn");
    if (!upn_of_session(out, token) && !upn_of_cache(out, sid)) text_raw(out, "null");
    text_raw(out, "}");
    if (sid) LocalFree(sid);
    if (token) CloseHandle(token);
}

/* To be freed with WTSFreeMemory. */
static wchar_t *ask(DWORD session, WTS_INFO_CLASS what)
{
    wchar_t *text = NULL;
    DWORD size;
    return WTSQuerySessionInformationW(WTS_CURRENT_SERVER_HANDLE, session, what, &text, &size) ? text : NULL;
}

DWORD call_session(Call *call)
{
    DWORD session = WTSGetActiveConsoleSessionId();
    wchar_t *user = session == NO_SESSION ? NULL : ask(session, WTSUserName), *domain = NULL;
    if (!user || !user[0]) {
        text_raw(call->output, "null");
    } else {
        domain = ask(session, WTSDomainName);
        describe(call->output, session, user, domain);
    }
    if (user) WTSFreeMemory(user);
    if (domain) WTSFreeMemory(domain);
    return NO_ERROR;
}
