/* What frames and messages promise; with -DFUZZ their entry for fuzzers. */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

static JsonNode nodes[1024];

/* Gives the bytes in pieces of so many. Returns how many messages came, -1 when the reader gave up. */
static int messages_in(FrameReader *reader, const uint8_t *data, size_t size, size_t piece)
{
    int messages = 0;
    for (size_t at = 0; at < size;) {
        size_t room, count = size - at < piece ? size - at : piece, length;
        uint8_t *space = frames_space(reader, &room);
        const char *body;
        FrameState state;
        if (room == 0) abort();
        if (count > room) count = room;
        memcpy(space, data + at, count);
        frames_add(reader, count);
        at += count;
        while ((state = frames_next(reader, &body, &length)) == FRAME_WHOLE) {
            Json json;
            if (json_read(&json, body, length, nodes, 1024)) (void)message_read(&json);
            messages++;
        }
        if (state == FRAME_BROKEN) return -1;
    }
    return messages;
}

#ifdef FUZZ
#include "fuzz.h"

/* The first byte says how the bytes come in pieces. Seeds end at a NUL: the lengths of the driver's are put in here. */
const char *const fuzz_seeds[] = {"\x01{\"call\":1,\"name\":\"alive\",\"input\":null}", "\x07{\"answer\":1,\"output\":null}", "\x03{\"answer\":2,\"error\":\"Windows error 5\"}", NULL};
const char *const fuzz_words[] = {"\"call\":", "\"answer\":", "\"input\":", "\"name\":", "\"error\":", "{}", "\xFF\xFF\xFF\xFF", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FrameReader reader;
    Text frame = {0};
    int whole;
    if (reader.bytes == NULL && !frames_start(&reader)) abort();
    if (size == 0) return 0;
    frame_open(&frame);
    text_add(&frame, (const char *)data + 1, size - 1);
    if (!frame_close(&frame)) abort();
    frames_reset(&reader);
    whole = messages_in(&reader, (const uint8_t *)frame.text, frame.length, 1u + data[0] % 16u);
    if (whole != 1) abort();
    text_free(&frame);
    frames_reset(&reader);
    (void)messages_in(&reader, data, size, 1u + data[0] % 16u);
    return 0;
}
#else
#include "expect.h"

static void test_reading(void)
{
    static const uint8_t two[] = {0, 0, 0, 2, '{', '}', 0, 0, 0, 4, 'n', 'u', 'l', 'l'}, long_one[] = {0, 0x20, 0, 1}, longest[] = {0, 0x20, 0, 0};
    FrameReader reader;
    size_t room;
    expect(frames_start(&reader), "there is memory");
    for (size_t piece = 1; piece <= sizeof two; piece++) {
        frames_reset(&reader);
        expect(messages_in(&reader, two, sizeof two, piece) == 2, "two messages, however they come");
    }
    frames_reset(&reader);
    expect(messages_in(&reader, two, 3, 3) == 0, "a part is none yet");
    frames_reset(&reader);
    expect(messages_in(&reader, long_one, 4, 4) == -1, "a message that is too long is refused before it comes");
    frames_reset(&reader);
    expect(messages_in(&reader, longest, 4, 4) == 0, "the longest is not");
    (void)frames_space(&reader, &room);
    expect(room == FRAME_MAX_BYTES, "and there is room for it");
    frames_end(&reader);
}

static MessageKind kind_of(const char *text)
{
    Json json;
    return json_read(&json, text, strlen(text), nodes, 1024) ? message_read(&json).kind : MESSAGE_UNFIT;
}

static void test_messages(void)
{
    expect(kind_of("{\"call\":1,\"name\":\"alive\",\"input\":null}") == MESSAGE_CALL, "a call");
    expect(kind_of("{\"call\":1,\"name\":\"alive\"}") == MESSAGE_UNFIT, "a call has an input");
    expect(kind_of("{\"call\":1,\"name\":5,\"input\":null}") == MESSAGE_UNFIT, "the name of a call is a string");
    expect(kind_of("{\"call\":-1,\"name\":\"alive\",\"input\":null}") == MESSAGE_UNFIT, "the number of a call is none below 0");
    expect(kind_of("{\"answer\":0,\"output\":null}") == MESSAGE_ANSWER, "an answer");
    expect(kind_of("{\"answer\":3,\"error\":\"no\"}") == MESSAGE_ANSWER, "a refusal");
    expect(kind_of("{\"answer\":3,\"error\":3}") == MESSAGE_UNFIT, "a refusal has words");
    expect(kind_of("{\"answer\":3}") == MESSAGE_UNFIT, "an answer has an output");
    expect(kind_of("{}") == MESSAGE_UNFIT && kind_of("[]") == MESSAGE_UNFIT && kind_of("1") == MESSAGE_UNFIT, "neither");
}

static bool is_frame(const Text *frame, const char *body)
{
    size_t length = strlen(body);
    return frame->length == 4 + length && frame->text[0] == 0 && frame->text[1] == 0 && (unsigned char)frame->text[2] == length >> 8 &&
           (unsigned char)frame->text[3] == (length & 255) && !memcmp(frame->text + 4, body, length);
}

static void test_writing(void)
{
    Text output = {0}, frame = {0};
    text_raw(&output, "{\"a\":1}");
    expect(message_answer(&frame, 7, &output) && is_frame(&frame, "{\"answer\":7,\"output\":{\"a\":1}}"), "an answer");
    text_free(&frame);
    expect(message_refuse(&frame, 8, 0x80320009ul) && is_frame(&frame, "{\"answer\":8,\"error\":\"Windows error 2150760457\"}"), "a refusal");
    text_free(&frame);
    expect(message_tell(&frame, 1, "hello", &output) && is_frame(&frame, "{\"call\":1,\"name\":\"hello\",\"input\":{\"a\":1}}"), "a call");
    text_free(&frame);
    while (output.length <= FRAME_MAX_BYTES) text_raw(&output, "                                                                ");
    expect(!message_answer(&frame, 7, &output) && frame.length == 0, "what is too long is not sent");
    text_free(&output);
    expect(!message_answer(&frame, 7, &output), "nothing is no answer");
}

int main(void)
{
    test_reading();
    test_messages();
    test_writing();
    return expect_end();
}
#endif
