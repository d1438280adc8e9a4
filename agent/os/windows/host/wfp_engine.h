/* The Base Filtering Engine (BFE) of Windows: its functions by name, and the handles to it. */
#ifndef SCHOOLGATE_WFP_ENGINE_H
#define SCHOOLGATE_WFP_ENGINE_H

#include "platform.h"

#include <fwpmu.h>

typedef struct {
    DWORD(WINAPI *FwpmEngineOpen0)(const wchar_t *, UINT32, SEC_WINNT_AUTH_IDENTITY_W *, const FWPM_SESSION0 *, HANDLE *);
    DWORD(WINAPI *FwpmEngineClose0)(HANDLE);
    DWORD(WINAPI *FwpmTransactionBegin0)(HANDLE, UINT32);
    DWORD(WINAPI *FwpmTransactionCommit0)(HANDLE);
    DWORD(WINAPI *FwpmTransactionAbort0)(HANDLE);
    DWORD(WINAPI *FwpmProviderAdd0)(HANDLE, const FWPM_PROVIDER0 *, PSECURITY_DESCRIPTOR);
    DWORD(WINAPI *FwpmProviderDeleteByKey0)(HANDLE, const GUID *);
    DWORD(WINAPI *FwpmSubLayerAdd0)(HANDLE, const FWPM_SUBLAYER0 *, PSECURITY_DESCRIPTOR);
    DWORD(WINAPI *FwpmSubLayerDeleteByKey0)(HANDLE, const GUID *);
    DWORD(WINAPI *FwpmFilterAdd0)(HANDLE, const FWPM_FILTER0 *, PSECURITY_DESCRIPTOR, UINT64 *);
    DWORD(WINAPI *FwpmFilterDeleteByKey0)(HANDLE, const GUID *);
    DWORD(WINAPI *FwpmFilterCreateEnumHandle0)(HANDLE, const FWPM_FILTER_ENUM_TEMPLATE0 *, HANDLE *);
    DWORD(WINAPI *FwpmFilterEnum0)(HANDLE, HANDLE, UINT32, FWPM_FILTER0 ***, UINT32 *);
    DWORD(WINAPI *FwpmFilterDestroyEnumHandle0)(HANDLE, HANDLE);
    DWORD(WINAPI *FwpmGetAppIdFromFileName0)(const wchar_t *, FWP_BYTE_BLOB **);
    void(WINAPI *FwpmFreeMemory0)(void **);
} Bfe;

extern Bfe bfe;

/* Opens a session of its own. Of a dynamic one, all that was added ends with its handle. */
DWORD engine_open(BOOL is_dynamic, HANDLE *engine);
/* The session that outlives calls; opened when it is first asked for. */
DWORD engine_shared(HANDLE *engine);
/* Closes it after an error that is not one of the filtering platform's own: BFE may have been started anew. Returns the error. */
DWORD engine_checked(DWORD error);

/* Commits when `error` is none, else takes all back. Returns the first error. */
DWORD engine_finish(HANDLE engine, DWORD error);

#endif
