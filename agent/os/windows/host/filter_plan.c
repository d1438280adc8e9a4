#include "filter_plan.h"

#include <string.h>

#include "ip_address.h"
#include "unicode.h"

static const char *const layers[LAYER_COUNT] = {"connect4", "connect6", "accept4", "accept6", "bind4", "bind6"};
static const char *const lives[LIFE_COUNT] = {"persistent", "boot", "session"};
static const char *const actions[] = {"block", "permit", "hardPermit"};
static const char *const fields[FIELD_COUNT] = {"protocol", "localPort", "remotePort", "remote", "local", "program", "user", "loopback"};

/* S-1-, then 2 to 16 numbers: what ConvertStringSidToSid takes, and no shorthand. */
static bool is_sid(const char *text)
{
    int numbers = 0;
    if (strncmp(text, "S-1-", 4) != 0) return false;
    for (text += 4;; text++) {
        int digits = 0;
        for (; *text >= '0' && *text <= '9'; text++) digits++;
        if (digits == 0 || digits > 10 || ++numbers > 16) return false;
        if (*text == 0) return numbers >= 2;
        if (*text != '-') return false;
    }
}

static bool is_absolute(const char *path)
{
    char drive = (char)(path[0] & ~0x20);
    return drive >= 'A' && drive <= 'Z' && path[1] == ':' && path[2] == '\\' && path[3] != 0;
}

static bool read_number(const Json *json, uint32_t is, int64_t most, PlanCondition *condition)
{
    int64_t number;
    if (!json_integer(json, is, 0, most, &number)) return false;
    condition->number = (uint16_t)number;
    return true;
}

static bool read_condition(const Json *json, uint32_t node, PlanFilter *filter, PlanCondition *condition)
{
    uint32_t is = json_field(json, node, "is");
    int field = json_word(json, json_field(json, node, "field"), fields, FIELD_COUNT);
    char network[64];
    bool is_bind = filter->layer == LAYER_BIND_4 || filter->layer == LAYER_BIND_6;
    if (field < 0) return false;
    *condition = (PlanCondition){.field = (PlanField)field};
    /* Nothing remote is known yet when a socket is bound. */
    if (is_bind && (condition->field == FIELD_REMOTE || condition->field == FIELD_REMOTE_PORT)) return false;
    switch (condition->field) {
    case FIELD_PROTOCOL: return read_number(json, is, 255, condition);
    case FIELD_LOCAL_PORT:
    case FIELD_REMOTE_PORT: return read_number(json, is, 65535, condition);
    case FIELD_REMOTE:
    case FIELD_LOCAL:
        return json_string(json, is, network, sizeof network) &&
               network_read(network, filter->layer % 2 == 1, condition->address, &condition->prefix);
    case FIELD_PROGRAM:
        return !filter->program[0] && json_string(json, is, filter->program, sizeof filter->program) && is_absolute(filter->program);
    case FIELD_USER: return !filter->user[0] && json_string(json, is, filter->user, sizeof filter->user) && is_sid(filter->user);
    case FIELD_LOOPBACK: return json_is(json, is, JSON_TRUE);
    case FIELD_COUNT: break;
    }
    return false;
}

static bool read_conditions(const Json *json, uint32_t list, PlanFilter *filter)
{
    unsigned seen = 0; /* a bit a field */
    if (list == JSON_NONE || !json_is(json, list, JSON_ARRAY)) return false;
    for (uint32_t at = json_first(json, list); at != JSON_NONE; at = json_after(json, list, at)) {
        PlanCondition *condition = &filter->condition[filter->conditions];
        if (filter->conditions == PLAN_MAX_CONDITIONS || !read_condition(json, at, filter, condition)) return false;
        if ((seen & 1u << condition->field) && condition[-1].field != condition->field) return false;
        seen |= 1u << condition->field;
        if ((condition->field == FIELD_LOCAL_PORT || condition->field == FIELD_REMOTE_PORT) && !(seen & 1u << FIELD_PROTOCOL)) return false;
        filter->conditions++;
    }
    return true;
}

static bool read_name(const Json *json, uint32_t node, PlanFilter *filter)
{
    if (!json_string(json, node, filter->name, sizeof filter->name) || !filter->name[0]) return false;
    return utf8_points(filter->name, strlen(filter->name)) <= 63;
}

bool plan_filter(const Json *json, uint32_t node, PlanFilter *filter)
{
    int layer = json_word(json, json_field(json, node, "layer"), layers, LAYER_COUNT);
    int life = json_word(json, json_field(json, node, "life"), lives, LIFE_COUNT);
    int action = json_word(json, json_field(json, node, "action"), actions, 3);
    int64_t weight;
    *filter = (PlanFilter){0};
    if (layer < 0 || life < 0 || action < 0) return false;
    if (!json_integer(json, json_field(json, node, "weight"), 0, 15, &weight)) return false;
    if (!read_name(json, json_field(json, node, "name"), filter)) return false;
    filter->layer = (PlanLayer)layer;
    filter->life = (PlanLife)life;
    filter->is_permit = action > 0;
    filter->is_hard = action == 2;
    filter->weight = (uint8_t)weight;
    return read_conditions(json, json_field(json, node, "conditions"), filter);
}
