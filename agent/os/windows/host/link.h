/* The connection with one agent: frames over a pipe that is waited on. */
#ifndef SCHOOLGATE_LINK_H
#define SCHOOLGATE_LINK_H

#include "platform.h"

#include "frames.h"
#include "text.h"

typedef struct {
    HANDLE pipe;
    OVERLAPPED reading, writing;
    FrameReader reader;
    int64_t calls;        /* made so far */
    ULONGLONG alive_at;   /* GetTickCount64; 0: it has not said that it will say so */
} Link;

/* Once; false when there is no memory. */
BOOL link_prepare(Link *link);
/* Begins with a new agent over `pipe` (overlapped), which the link closes, and says hello. */
BOOL link_open(Link *link, HANDLE pipe);
void link_close(Link *link);
/* Set when bytes have come, or the agent has gone. */
HANDLE link_readable(const Link *link);
/* Takes what has come and answers it. False when the agent has gone, or is broken. */
BOOL link_take(Link *link);
/* Tells of something (HOST_TELLS). `input` is JSON, and is freed. False when it could not be sent. */
BOOL link_tell(Link *link, const char *name, Text *input);

#endif
