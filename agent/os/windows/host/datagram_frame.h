/*
 * Datagrams between the worker's host, which has the sockets, and the worker: length of all that follows (2 bytes), family (1), port (2) and address (16) of the other
 * side, then what is in it. Numbers are big-endian; an IPv4 address stands in front of twelve bytes of 0. Portable.
 */
#ifndef SCHOOLGATE_DATAGRAM_FRAME_H
#define SCHOOLGATE_DATAGRAM_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#define DATAGRAM_HEAD_BYTES 21u
#define DATAGRAM_MOST_BYTES 4096u /* DNS over UDP has 1,232 and less (EDNS, RFC 9715) */
#define DATAGRAM_ADDRESS_BYTES 16u

typedef struct {
    uint8_t family; /* 4, 6 */
    uint16_t port, length;
    uint8_t address[DATAGRAM_ADDRESS_BYTES];
} Datagram;

void datagram_head_write(uint8_t head[DATAGRAM_HEAD_BYTES], const Datagram *datagram);
/* False for a family that is none, port 0, and what is too long. */
bool datagram_head_read(Datagram *datagram, const uint8_t head[DATAGRAM_HEAD_BYTES]);

#endif
