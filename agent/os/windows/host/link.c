#include "link.h"

#include <string.h>

#include "calls.h"
#include "message.h"

#ifndef VERSION
#define VERSION "0.0.0"
#endif
#define PROTOCOL 1
#define SEND_MS 5000 /* an agent that takes nothing for so long hangs */
#define MAX_NODES 65536

BOOL link_prepare(Link *link)
{
    *link = (Link){.pipe = INVALID_HANDLE_VALUE};
    link->reading.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    link->writing.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    return link->reading.hEvent && link->writing.hEvent && frames_start(&link->reader);
}

static BOOL read_more(Link *link)
{
    size_t room;
    uint8_t *space = frames_space(&link->reader, &room);
    ResetEvent(link->reading.hEvent);
    return ReadFile(link->pipe, space, (DWORD)room, NULL, &link->reading) || GetLastError() == ERROR_IO_PENDING;
}

/* Sends a frame, and frees it. */
static BOOL send_frame(Link *link, Text *frame)
{
    DWORD written = 0;
    BOOL sent;
    ResetEvent(link->writing.hEvent);
    sent = WriteFile(link->pipe, frame->text, (DWORD)frame->length, NULL, &link->writing);
    if (!sent && GetLastError() == ERROR_IO_PENDING) {
        sent = WaitForSingleObject(link->writing.hEvent, SEND_MS) == WAIT_OBJECT_0;
        if (!sent) CancelIoEx(link->pipe, &link->writing);
    }
    /* Waits for what is cancelled too: until then Windows has the buffer. */
    if (!GetOverlappedResult(link->pipe, &link->writing, &written, TRUE)) sent = FALSE;
    sent = sent && written == frame->length;
    text_free(frame);
    return sent;
}

static BOOL say_hello(Link *link)
{
    Text input = {0};
    text_raw(&input, "{\"protocol\":");
    text_integer(&input, PROTOCOL);
    text_name(&input, "version");
    text_string(&input, VERSION);
    text_name(&input, "recording");
#ifdef RECORD
    text_boolean(&input, true);
#else
    text_boolean(&input, false);
#endif
    text_raw(&input, "}");
    return link_tell(link, "hello", &input);
}

BOOL link_open(Link *link, HANDLE pipe)
{
    link->pipe = pipe;
    link->calls = 0;
    link->alive_at = 0;
    frames_reset(&link->reader);
    if (say_hello(link) && read_more(link)) return TRUE;
    link_close(link);
    return FALSE;
}

void link_close(Link *link)
{
    DWORD got;
    if (CancelIoEx(link->pipe, &link->reading)) GetOverlappedResult(link->pipe, &link->reading, &got, TRUE);
    CloseHandle(link->pipe);
    link->pipe = INVALID_HANDLE_VALUE;
}

HANDLE link_readable(const Link *link)
{
    return link->reading.hEvent;
}

BOOL link_tell(Link *link, const char *name, Text *input)
{
    Text frame = {0};
    BOOL made = message_tell(&frame, ++link->calls, name, input);
    text_free(input);
    return made && send_frame(link, &frame);
}

/* Carries one call out and answers it. What would be a message too long is refused as Windows refuses it: ERROR_MORE_DATA. */
static BOOL answer(Link *link, const Json *json, const Message *message)
{
    Memory memory = {0};
    Text output = {0}, frame = {0};
    Call call = {json, message->input, &output, &memory};
    DWORD error = calls_carry_out(&call, message->name);
    BOOL made = FALSE;
    if (error == NO_ERROR && output.failed) error = ERROR_NOT_ENOUGH_MEMORY;
    if (error == NO_ERROR) {
        made = message_answer(&frame, message->number, &output);
        if (!made) error = ERROR_MORE_DATA;
    }
    if (error != NO_ERROR && error != CALL_UNFIT) made = message_refuse(&frame, message->number, error);
    if (calls_is_alive(json, message->name) && error == NO_ERROR) link->alive_at = GetTickCount64();
    text_free(&output);
    memory_free(&memory);
    return made && send_frame(link, &frame);
}

/* Any message that does not fit ends the agent, as the agent ends a worker. Nothing waits for the answers to what it is told. */
static BOOL take_message(Link *link, const char *body, size_t length)
{
    static JsonNode nodes[MAX_NODES];
    Json json;
    Message message;
    if (!json_read(&json, body, length, nodes, MAX_NODES)) return FALSE;
    message = message_read(&json);
    if (message.kind == MESSAGE_CALL) return answer(link, &json, &message);
    return message.kind == MESSAGE_ANSWER;
}

BOOL link_take(Link *link)
{
    DWORD got;
    const char *body;
    size_t length;
    FrameState state;
    if (!GetOverlappedResult(link->pipe, &link->reading, &got, FALSE) || got == 0) return FALSE;
    frames_add(&link->reader, got);
    while ((state = frames_next(&link->reader, &body, &length)) == FRAME_WHOLE)
        if (!take_message(link, body, length)) return FALSE;
    return state == FRAME_PART && read_more(link);
}
