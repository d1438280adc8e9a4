#include "user.h"

#include <wchar.h>
#include <wtsapi32.h>

#define TITLE_POINTS 256
#define TEXT_POINTS 8192
#define MOST_SECONDS 86400
#define NO_SESSION 0xFFFFFFFFu

DWORD call_user_message(Call *call)
{
    wchar_t *title = call_wide(call, call->input, "title", TITLE_POINTS), *text = call_wide(call, call->input, "text", TEXT_POINTS);
    DWORD session = WTSGetActiveConsoleSessionId(), answer;
    int64_t seconds;
    if (!title || !text || !json_integer(call->json, json_field(call->json, call->input, "seconds"), 1, MOST_SECONDS, &seconds)) return CALL_UNFIT;
    if (session == NO_SESSION) return ERROR_NO_SUCH_LOGON_SESSION;
    if (!WTSSendMessageW(WTS_CURRENT_SERVER_HANDLE, session, title, (DWORD)(wcslen(title) * sizeof *title), text, (DWORD)(wcslen(text) * sizeof *text),
                         MB_OK | MB_ICONINFORMATION, (DWORD)seconds, &answer, FALSE))
        return GetLastError();
    text_raw(call->output, "null");
    return NO_ERROR;
}

DWORD call_user_sign_out(Call *call)
{
    DWORD session = WTSGetActiveConsoleSessionId();
    if (session == NO_SESSION) return ERROR_NO_SUCH_LOGON_SESSION;
    if (!WTSLogoffSession(WTS_CURRENT_SERVER_HANDLE, session, FALSE)) return GetLastError();
    text_raw(call->output, "null");
    return NO_ERROR;
}

DWORD call_user_disconnect(Call *call)
{
    DWORD session = WTSGetActiveConsoleSessionId();
    if (session == NO_SESSION) return ERROR_NO_SUCH_LOGON_SESSION;
    if (!WTSDisconnectSession(WTS_CURRENT_SERVER_HANDLE, session, FALSE)) return GetLastError();
    text_raw(call->output, "null");
    return NO_ERROR;
}
