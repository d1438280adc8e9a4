#include "wfp_conditions.h"

#include <sddl.h>
#include <stdio.h>
#include <string.h>

#include "wfp_names.h"

static void network(const PlanFilter *plan, size_t at, Conditions *to)
{
    const PlanCondition *wish = &plan->condition[at];
    FWP_CONDITION_VALUE0 *value = &to->conditions[at].conditionValue;
    if (plan->layer % 2 == 0) {
        FWP_V4_ADDR_AND_MASK *four = &to->networks[at].four;
        four->addr = (UINT32)wish->address[0] << 24 | (UINT32)wish->address[1] << 16 | (UINT32)wish->address[2] << 8 | wish->address[3];
        four->mask = wish->prefix ? 0xFFFFFFFFu << (32 - wish->prefix) : 0;
        value->type = FWP_V4_ADDR_MASK;
        value->v4AddrMask = four;
    } else {
        FWP_V6_ADDR_AND_MASK *six = &to->networks[at].six;
        memcpy(six->addr, wish->address, sizeof six->addr);
        six->prefixLength = wish->prefix;
        value->type = FWP_V6_ADDR_MASK;
        value->v6AddrMask = six;
    }
}

static DWORD program(const PlanFilter *plan, FWP_CONDITION_VALUE0 *value, Conditions *to)
{
    wchar_t path[PLAN_PATH_ROOM];
    DWORD error;
    if (!MultiByteToWideChar(CP_UTF8, 0, plan->program, -1, path, PLAN_PATH_ROOM)) return GetLastError();
    error = bfe.FwpmGetAppIdFromFileName0(path, &to->program);
    value->type = FWP_BYTE_BLOB_TYPE;
    value->byteBlob = to->program;
    return error;
}

/* The condition holds for whom the list grants MATCH_FILTER. */
static DWORD user(const PlanFilter *plan, FWP_CONDITION_VALUE0 *value, Conditions *to)
{
    char sddl[PLAN_SID_ROOM + 40];
    ULONG size;
    (void)snprintf(sddl, sizeof sddl, "O:SYG:SYD:(A;;0x%x;;;%s)", MATCH_FILTER, plan->user);
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorA(sddl, SDDL_REVISION_1, &to->descriptor, &size)) return GetLastError();
    to->user = (FWP_BYTE_BLOB){size, to->descriptor};
    value->type = FWP_SECURITY_DESCRIPTOR_TYPE;
    value->sd = &to->user;
    return NO_ERROR;
}

static DWORD condition(const PlanFilter *plan, size_t at, Conditions *to)
{
    const PlanCondition *wish = &plan->condition[at];
    FWPM_FILTER_CONDITION0 *out = &to->conditions[at];
    FWP_CONDITION_VALUE0 *value = &out->conditionValue;
    out->fieldKey = wfp_fields[wish->field];
    out->matchType = wish->field == FIELD_LOOPBACK ? FWP_MATCH_FLAGS_ALL_SET : FWP_MATCH_EQUAL;
    switch (wish->field) {
    case FIELD_PROTOCOL:
        value->type = FWP_UINT8;
        value->uint8 = (UINT8)wish->number;
        return NO_ERROR;
    case FIELD_LOCAL_PORT:
    case FIELD_REMOTE_PORT:
        value->type = FWP_UINT16;
        value->uint16 = wish->number;
        return NO_ERROR;
    case FIELD_REMOTE:
    case FIELD_LOCAL: network(plan, at, to); return NO_ERROR;
    case FIELD_PROGRAM: return program(plan, value, to);
    case FIELD_USER: return user(plan, value, to);
    case FIELD_LOOPBACK:
        value->type = FWP_UINT32;
        value->uint32 = CONDITION_IS_LOOPBACK;
        return NO_ERROR;
    case FIELD_COUNT: break;
    }
    return ERROR_INVALID_PARAMETER;
}

DWORD conditions_make(const PlanFilter *plan, Conditions *out)
{
    DWORD error = NO_ERROR;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < plan->conditions && error == NO_ERROR; i++) error = condition(plan, i, out);
    return error;
}

void conditions_free(Conditions *conditions)
{
    if (conditions->program) bfe.FwpmFreeMemory0((void **)&conditions->program);
    if (conditions->descriptor) LocalFree(conditions->descriptor);
    conditions->program = NULL;
    conditions->descriptor = NULL;
}
