/* Frames of agent/channel/frames.ts: four bytes of length (big-endian), then as many bytes of JSON. Portable. */
#ifndef SCHOOLGATE_FRAMES_H
#define SCHOOLGATE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

/* Of one message, either way, without the four bytes: MAX_HOST_MESSAGE_BYTES of protocol.ts. */
#define FRAME_MAX_BYTES 2097152u
#define FRAME_HEADER_BYTES 4u

typedef enum { FRAME_WHOLE, FRAME_PART, FRAME_BROKEN } FrameState;

/* Puts frames together from what arrives. */
typedef struct {
    uint8_t *bytes;
    size_t held, taken;
} FrameReader;

/* False when there is no memory. */
bool frames_start(FrameReader *reader);
void frames_end(FrameReader *reader);
/* Forgets what it holds: another sender begins. */
void frames_reset(FrameReader *reader);
/* Where the next bytes go, *room of them at most and never 0 after FRAME_PART. */
uint8_t *frames_space(FrameReader *reader, size_t *room);
void frames_add(FrameReader *reader, size_t count);
/* The next message that is whole; it is there until frames_space is called. FRAME_BROKEN: longer than FRAME_MAX_BYTES, and nothing more can be read. */
FrameState frames_next(FrameReader *reader, const char **body, size_t *length);

/* Begins a frame: leaves room for its length. */
void frame_open(Text *frame);
/* Writes the length. False when it is too long, or there was no memory: it cannot be sent. */
bool frame_close(Text *frame);

#endif
