/* Messages of agent/channel/channel.ts: calls, answers and refusals. Portable. */
#ifndef SCHOOLGATE_MESSAGE_H
#define SCHOOLGATE_MESSAGE_H

#include "json.h"
#include "text.h"

typedef enum { MESSAGE_CALL, MESSAGE_ANSWER, MESSAGE_UNFIT } MessageKind;

typedef struct {
    MessageKind kind;
    int64_t number;
    /* Of a call. */
    uint32_t name, input;
} Message;

/* `{"call","name","input"}`, `{"answer","output"}` or `{"answer","error"}`; all else is MESSAGE_UNFIT. */
Message message_read(const Json *json);

/* The frame of an answer; `output` is JSON. False when it is too long or there is no memory: `frame` is empty then. */
bool message_answer(Text *frame, int64_t number, const Text *output);
/* The frame of a refusal: `Windows error N`. */
bool message_refuse(Text *frame, int64_t number, unsigned long windows_error);
/* The frame of a call without an interest in its answer; `input` is JSON. */
bool message_tell(Text *frame, int64_t number, const char *name, const Text *input);

#endif
