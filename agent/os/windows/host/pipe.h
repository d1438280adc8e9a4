/* Named pipes of this computer, overlapped, and operations on them that end in a bounded time. */
#ifndef SCHOOLGATE_PIPE_H
#define SCHOOLGATE_PIPE_H

#include "platform.h"

#define PIPE_NAME_UNITS 64
/* Who may open a pipe by its name: SYSTEM, and the account that has made it. */
#define PIPE_FOR_MAKER L"D:P(A;;GA;;;SY)(A;;GA;;;OW)"
#ifdef RECORD
#define PIPE_FOR_SYSTEM PIPE_FOR_MAKER /* nobody is SYSTEM under Wine */
#else
#define PIPE_FOR_SYSTEM L"D:P(A;;GA;;;SY)"
#endif

/* 128 random bits. False when Windows has none. */
BOOL pipe_random_name(wchar_t name[PIPE_NAME_UNITS]);
/* The server's end of the only pipe of this name; not inherited. INVALID_HANDLE_VALUE when the name is taken; sets the last error. */
HANDLE pipe_listen(const wchar_t *name, const wchar_t *rights);

/* An operation on a pipe: `done` is an event of its own, `interrupt` ends it with ERROR_CANCELLED, and WAIT_TIMEOUT comes after `most_ms`. */
typedef struct {
    HANDLE pipe, done, interrupt;
    DWORD most_ms;
} PipeUse;

/* Each returns an error code of Windows. */
DWORD pipe_accept(const PipeUse *use);
/* What comes first, 1 byte at least. */
DWORD pipe_read(const PipeUse *use, void *bytes, DWORD room, DWORD *got);
/* Exactly so many bytes; the time counts for each part. */
DWORD pipe_read_all(const PipeUse *use, void *bytes, DWORD count);
DWORD pipe_write(const PipeUse *use, const void *bytes, DWORD count);

#endif
