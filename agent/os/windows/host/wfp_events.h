/*
 * Events of the filtering engine, as Windows 8 and later tell them (FWPM_NET_EVENT2 of fwpmtypes.h, which FwpmNetEventSubscribe1 brings). mingw-w64 10 has
 * older ones only. Later forms add nothing that we want.
 */
#ifndef SCHOOLGATE_WFP_EVENTS_H
#define SCHOOLGATE_WFP_EVENTS_H

#include "platform.h"

#include <fwpmu.h>

/* FWPM_NET_EVENT_HEADER2 */
typedef struct {
    FILETIME time;
    UINT32 flags;
    UINT32 ip_version; /* FWP_IP_VERSION */
    UINT8 protocol;
    union {
        UINT32 four; /* in the order of the computer */
        UINT8 six[16];
    } local, remote;
    UINT16 local_port, remote_port;
    UINT32 scope;
    FWP_BYTE_BLOB program; /* UTF-16, a path of devices */
    SID *user;
    UINT32 address_family;
    SID *package;
} WfpEventHeader;

/* The beginning of FWPM_NET_EVENT_CLASSIFY_DROP2. */
typedef struct {
    UINT64 filter;
    UINT16 layer;
} WfpDrop;

/* FWPM_NET_EVENT2 */
typedef struct {
    WfpEventHeader header;
    UINT32 type;
    const WfpDrop *drop; /* of EVENT_CLASSIFY_DROP */
} WfpEvent;

C_ASSERT(offsetof(WfpEventHeader, protocol) == 16);
C_ASSERT(offsetof(WfpEventHeader, remote) == 36);
C_ASSERT(offsetof(WfpEventHeader, remote_port) == 54);
C_ASSERT(offsetof(WfpEventHeader, program) == 64);
C_ASSERT(offsetof(WfpEventHeader, user) == offsetof(FWPM_NET_EVENT_HEADER0, userId));
C_ASSERT(sizeof(WfpEventHeader) == 104);
C_ASSERT(offsetof(WfpEvent, drop) == 112 && sizeof(WfpEvent) == 120);

#define EVENT_CLASSIFY_DROP 3u
#define EVENT_HAS_PROTOCOL 0x1u
#define EVENT_HAS_REMOTE 0x4u
#define EVENT_HAS_REMOTE_PORT 0x10u
#define EVENT_HAS_PROGRAM 0x20u
#define EVENT_HAS_USER 0x40u
#define EVENT_HAS_IP_VERSION 0x100u

typedef void(CALLBACK *WfpEventTaker)(void *context, const WfpEvent *event);

typedef struct {
    DWORD(WINAPI *FwpmNetEventSubscribe1)(HANDLE, const FWPM_NET_EVENT_SUBSCRIPTION0 *, WfpEventTaker, void *, HANDLE *);
    DWORD(WINAPI *FwpmEngineSetOption0)(HANDLE, FWPM_ENGINE_OPTION, const FWP_VALUE0 *);
} WfpEvents;

#endif
