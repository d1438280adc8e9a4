#include "calls.h"

#include "app_containers.h"
#include "computer.h"
#include "facts.h"
#include "protect.h"
#include "registry.h"
#include "user.h"
#include "wfp_attempts.h"
#include "wfp_calls.h"
#include "worker.h"

/* Heard by the link, which keeps the time. */
static DWORD call_alive(Call *call)
{
    text_raw(call->output, "null");
    return NO_ERROR;
}

static const struct {
    const char *name;
    CallHandler handler;
    BOOL has_input; /* else its input is null */
} calls[] = {
    {"alive", call_alive, FALSE},
    {"power", call_power, FALSE},
    {"firmware", call_firmware, FALSE},
    {"network", call_network, FALSE},
    {"session", call_session, FALSE},
    {"owner", call_owner, TRUE},
    {"protect", call_protect, TRUE},
    {"protection", call_protection, TRUE},
    {"registry.read", call_registry_read, TRUE},
    {"registry.write", call_registry_write, TRUE},
    {"resolver.refresh", call_resolver_refresh, FALSE},
    {"policy.refresh", call_policy_refresh, FALSE},
    {"wfp.replace", call_wfp_replace, TRUE},
    {"wfp.held", call_wfp_held, TRUE},
    {"wfp.open", call_wfp_open, TRUE},
    {"wfp.sweep", call_wfp_sweep, FALSE},
    {"wfp.attempts", call_wfp_attempts, TRUE},
    {"loopback.read", call_loopback_read, FALSE},
    {"loopback.change", call_loopback_change, TRUE},
    {"worker.start", call_worker_start, TRUE},
    {"worker.kill", call_worker_kill, TRUE},
    {"user.start", call_user_start, TRUE},
    {"user.stop", call_user_stop, TRUE},
    {"user.message", call_user_message, TRUE},
    {"user.signOut", call_user_sign_out, FALSE},
    {"user.disconnect", call_user_disconnect, FALSE},
    {"computer.end", call_computer_end, TRUE},
};

DWORD calls_carry_out(Call *call, uint32_t name)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (!json_equals(call->json, name, calls[i].name)) continue;
        if (!json_is(call->json, call->input, calls[i].has_input ? JSON_OBJECT : JSON_NULL)) return CALL_UNFIT;
        return calls[i].handler(call);
    }
    return CALL_UNFIT;
}

BOOL calls_is_alive(const Json *json, uint32_t name)
{
    return json_equals(json, name, "alive");
}
