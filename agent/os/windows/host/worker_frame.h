/*
 * What the agent's host and the worker's host say to each other. Portable. Numbers are little-endian.
 * The agent's host sends one order, and after it at most one byte, which ends the worker. The worker's host sends reports. Whoever closes the connection ends the worker.
 */
#ifndef SCHOOLGATE_WORKER_FRAME_H
#define SCHOOLGATE_WORKER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

#define WORKER_MOST_PORTS 16u
/* version, length of the arguments: 4 bytes each; two handles of 8; ports of 4. */
#define WORKER_ORDER_HEAD_BYTES (24u + 4u * WORKER_MOST_PORTS)
/* A command line of Windows has at most 32,767 units; the program is in it, too. */
#define WORKER_MOST_ARGUMENT_BYTES 32000u
#define WORKER_REPORT_BYTES 8u

/* Of this computer's own addresses. */
typedef struct {
    uint8_t protocol, family; /* IPPROTO_TCP 6, IPPROTO_UDP 17; 4, 6. Both 0: no port. */
    uint16_t port;
} WorkerPort;

/* Both handles are of the worker's host already. `log` is 0 where there is none. */
typedef struct {
    uint64_t stream, log;
    uint32_t arguments_length;
    WorkerPort ports[WORKER_MOST_PORTS]; /* to be held; behind the first that is none there are no others */
} WorkerOrder;

/* False when the arguments are too long or there is no memory; `frame` is to be freed in any case. */
bool worker_order_write(Text *frame, const WorkerOrder *order, const char *arguments);
/* The head. False for another version, no stream, a length that is too long, or what is no port. */
bool worker_order_read(WorkerOrder *order, const uint8_t head[WORKER_ORDER_HEAD_BYTES]);
/* Whether these bytes behind the head are a command line: well-formed UTF-8 without a NUL. */
bool worker_arguments_fit(const char *arguments, size_t length);

typedef enum { WORKER_STARTED = 1, WORKER_FAILED = 2, WORKER_ENDED = 3 } WorkerState;

/* `number`: the process of one that has started, the error of Windows of one that could not, the exit code of one that has ended. */
typedef struct {
    WorkerState state;
    uint32_t number;
} WorkerReport;

void worker_report_write(uint8_t bytes[WORKER_REPORT_BYTES], const WorkerReport *report);
/* False for a state that is none. */
bool worker_report_read(WorkerReport *report, const uint8_t bytes[WORKER_REPORT_BYTES]);

#endif
