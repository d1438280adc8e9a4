/* The registry below HKEY_LOCAL_MACHINE, 64-bit view. */
#ifndef SCHOOLGATE_REGISTRY_H
#define SCHOOLGATE_REGISTRY_H

#include "call.h"

#define REGISTRY_KEY_POINTS 512
#define REGISTRY_NAME_POINTS 1024
#define REGISTRY_DATA_POINTS 65535
#define REGISTRY_MOST_LIST 4096

/* REGISTRY_KINDS of protocol.ts, in its order. */
typedef enum { KIND_DWORD, KIND_QWORD, KIND_STRING, KIND_EXPAND_STRING, KIND_MULTI_STRING, KIND_BINARY, KIND_NONE, KIND_COUNT } RegistryKind;

extern const char *const registry_kinds[KIND_COUNT];
/* REG_… of each. */
extern const DWORD registry_types[KIND_COUNT];

DWORD call_registry_read(Call *call);
DWORD call_registry_write(Call *call);

#endif
