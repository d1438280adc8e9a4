#include "message.h"

#include <stdio.h>

#include "frames.h"

#define MAX_NUMBER 9007199254740991 /* 2^53 - 1 */

Message message_read(const Json *json)
{
    Message message = {.kind = MESSAGE_UNFIT};
    if (json_integer(json, json_field(json, 0, "call"), 0, MAX_NUMBER, &message.number)) {
        message.name = json_field(json, 0, "name");
        message.input = json_field(json, 0, "input");
        if (message.name == JSON_NONE || message.input == JSON_NONE || !json_is(json, message.name, JSON_STRING)) return message;
        message.kind = MESSAGE_CALL;
    } else if (json_integer(json, json_field(json, 0, "answer"), 0, MAX_NUMBER, &message.number)) {
        uint32_t error = json_field(json, 0, "error");
        bool is_refusal = error != JSON_NONE && json_is(json, error, JSON_STRING);
        if (is_refusal || json_field(json, 0, "output") != JSON_NONE) message.kind = MESSAGE_ANSWER;
    }
    return message;
}

static bool close_frame(Text *frame)
{
    text_raw(frame, "}");
    if (frame_close(frame)) return true;
    text_free(frame);
    return false;
}

bool message_answer(Text *frame, int64_t number, const Text *output)
{
    if (output->failed || output->length == 0) return false;
    frame_open(frame);
    text_raw(frame, "{\"answer\":");
    text_integer(frame, number);
    text_raw(frame, ",\"output\":");
    text_add(frame, output->text, output->length);
    return close_frame(frame);
}

bool message_refuse(Text *frame, int64_t number, unsigned long windows_error)
{
    char reason[48];
    (void)snprintf(reason, sizeof reason, "Windows error %lu", windows_error);
    frame_open(frame);
    text_raw(frame, "{\"answer\":");
    text_integer(frame, number);
    text_raw(frame, ",\"error\":");
    text_string(frame, reason);
    return close_frame(frame);
}

bool message_tell(Text *frame, int64_t number, const char *name, const Text *input)
{
    if (input->failed || input->length == 0) return false;
    frame_open(frame);
    text_raw(frame, "{\"call\":");
    text_integer(frame, number);
    text_raw(frame, ",\"name\":");
    text_string(frame, name);
    text_raw(frame, ",\"input\":");
    text_add(frame, input->text, input->length);
    return close_frame(frame);
}
