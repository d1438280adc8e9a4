#include "wfp_engine.h"

#include "library.h"
#include "wfp_names.h"
#ifdef RECORD
#include "wfp_record.h"
#endif

/* BFE's own default is 15 s, during which the host answers nothing. */
#define LOCK_WAIT_MS 5000

Bfe bfe;
static HANDLE shared;

/* fwpuclnt.dll is loaded when it is first needed: a host without it still runs the agent. */
static DWORD load(void)
{
#ifdef RECORD
    return wfp_record_into(&bfe) ? NO_ERROR : ERROR_OPEN_FAILED;
#else
    static const char *const names[] = {
        "FwpmEngineOpen0",          "FwpmEngineClose0",          "FwpmTransactionBegin0",       "FwpmTransactionCommit0",       "FwpmTransactionAbort0",
        "FwpmProviderAdd0",         "FwpmProviderDeleteByKey0",  "FwpmSubLayerAdd0",            "FwpmSubLayerDeleteByKey0",     "FwpmFilterAdd0",
        "FwpmFilterDeleteByKey0",   "FwpmFilterCreateEnumHandle0", "FwpmFilterEnum0",           "FwpmFilterDestroyEnumHandle0", "FwpmGetAppIdFromFileName0",
        "FwpmFreeMemory0",
    };
    void *found[sizeof names / sizeof *names];
    C_ASSERT(sizeof found == sizeof bfe);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found[i] = library_function(L"fwpuclnt.dll", names[i]);
        if (!found[i]) return ERROR_PROC_NOT_FOUND;
    }
    memcpy(&bfe, found, sizeof bfe);
    return NO_ERROR;
#endif
}

DWORD engine_open(BOOL is_dynamic, HANDLE *engine)
{
    wchar_t name[] = L"Schoolgate";
    FWPM_SESSION0 session = {0};
    DWORD error = bfe.FwpmEngineOpen0 ? NO_ERROR : load();
    if (error != NO_ERROR) return error;
    session.displayData.name = name;
    session.txnWaitTimeoutInMSec = LOCK_WAIT_MS;
    if (is_dynamic) session.flags = SESSION_DYNAMIC;
    return bfe.FwpmEngineOpen0(NULL, RPC_C_AUTHN_WINNT, NULL, &session, engine);
}

DWORD engine_shared(HANDLE *engine)
{
    DWORD error = shared ? NO_ERROR : engine_open(FALSE, &shared);
    if (error != NO_ERROR) shared = NULL;
    *engine = shared;
    return error;
}

DWORD engine_checked(DWORD error)
{
    BOOL is_own = error >= FWP_FIRST_ERROR && error <= FWP_LAST_ERROR;
    if (error != NO_ERROR && error != ERROR_INVALID_PARAMETER && !is_own && shared) {
        bfe.FwpmEngineClose0(shared);
        shared = NULL;
    }
    return error;
}

DWORD engine_finish(HANDLE engine, DWORD error)
{
    if (error == NO_ERROR) return bfe.FwpmTransactionCommit0(engine);
    bfe.FwpmTransactionAbort0(engine);
    return error;
}
