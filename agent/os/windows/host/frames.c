#include "frames.h"

#include <stdlib.h>
#include <string.h>

#define ROOM (FRAME_HEADER_BYTES + (size_t)FRAME_MAX_BYTES)

bool frames_start(FrameReader *reader)
{
    *reader = (FrameReader){.bytes = malloc(ROOM)};
    return reader->bytes != NULL;
}

void frames_end(FrameReader *reader)
{
    free(reader->bytes);
    *reader = (FrameReader){0};
}

void frames_reset(FrameReader *reader)
{
    reader->held = reader->taken = 0;
}

uint8_t *frames_space(FrameReader *reader, size_t *room)
{
    if (reader->taken > 0) {
        memmove(reader->bytes, reader->bytes + reader->taken, reader->held - reader->taken);
        reader->held -= reader->taken;
        reader->taken = 0;
    }
    *room = ROOM - reader->held;
    return reader->bytes + reader->held;
}

void frames_add(FrameReader *reader, size_t count)
{
    reader->held += count;
}

FrameState frames_next(FrameReader *reader, const char **body, size_t *length)
{
    const uint8_t *header = reader->bytes + reader->taken;
    size_t there = reader->held - reader->taken;
    uint32_t bytes;
    if (there < FRAME_HEADER_BYTES) return FRAME_PART;
    bytes = (uint32_t)header[0] << 24 | (uint32_t)header[1] << 16 | (uint32_t)header[2] << 8 | header[3];
    if (bytes > FRAME_MAX_BYTES) return FRAME_BROKEN;
    if (there - FRAME_HEADER_BYTES < bytes) return FRAME_PART;
    *body = (const char *)header + FRAME_HEADER_BYTES;
    *length = bytes;
    reader->taken += FRAME_HEADER_BYTES + bytes;
    return FRAME_WHOLE;
}

void frame_open(Text *frame)
{
    static const char header[FRAME_HEADER_BYTES];
    text_add(frame, header, sizeof header);
}

bool frame_close(Text *frame)
{
    size_t bytes;
    if (frame->failed || frame->length < FRAME_HEADER_BYTES) return false;
    bytes = frame->length - FRAME_HEADER_BYTES;
    if (bytes > FRAME_MAX_BYTES) return false;
    for (size_t i = 0; i < FRAME_HEADER_BYTES; i++)
        frame->text[i] = (char)(unsigned char)(bytes >> (8 * (FRAME_HEADER_BYTES - 1 - i)));
    return true;
}
