/* The ports of the worker. They are open, and nobody else's, while its service runs: look-ups and connections wait for the next worker. */
#ifndef SCHOOLGATE_HELD_H
#define SCHOOLGATE_HELD_H

#include "platform.h"

#include "pipe.h"
#include "worker_frame.h"

/* `tcp-4-65535,` for each, and an end. */
#define HELD_NAMES_UNITS (12 * WORKER_MOST_PORTS + 1)

/*
 * Holds these ports on 127.0.0.1 and ::1, and no others. What cannot be had is left out: another program has it, or the computer has no IPv6. Of UDP one port a family.
 * Not while datagrams are carried.
 */
void held_keep(const WorkerPort ports[WORKER_MOST_PORTS]);
/* Lets all of them go. */
void held_let_go(void);
/* What is held, as the worker reads it in SCHOOLGATE_HELD. Returns how many. */
int held_names(wchar_t names[HELD_NAMES_UNITS]);

/*
 * Gives the listening sockets to a Node process over `channel`, our end of the pipe that is its NODE_CHANNEL_FD: it hands each to `process.on('message', (name, server))`.
 * Returns an error code of Windows. UDP sockets cannot go that way: libuv has no frame for them.
 */
DWORD held_give(const PipeUse *channel, DWORD pid);
/* Carries datagrams between the UDP sockets and a pipe (datagram_frame.h), until held_rest. Returns an error code of Windows. */
DWORD held_carry(HANDLE pipe);
/* They wait in the sockets again. Harmless when none are carried. */
void held_rest(void);

#endif
