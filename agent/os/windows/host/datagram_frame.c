#include "datagram_frame.h"

#include <string.h>

#define LENGTH_BYTES 2u
#define ADDRESS_AT 5u

static void put_16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static uint16_t get_16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

void datagram_head_write(uint8_t head[DATAGRAM_HEAD_BYTES], const Datagram *datagram)
{
    put_16(head, DATAGRAM_HEAD_BYTES - LENGTH_BYTES + datagram->length);
    head[2] = datagram->family;
    put_16(head + 3, datagram->port);
    memcpy(head + ADDRESS_AT, datagram->address, DATAGRAM_ADDRESS_BYTES);
}

bool datagram_head_read(Datagram *datagram, const uint8_t head[DATAGRAM_HEAD_BYTES])
{
    uint32_t follows = get_16(head), own = DATAGRAM_HEAD_BYTES - LENGTH_BYTES;
    if (follows < own || follows > own + DATAGRAM_MOST_BYTES) return false;
    *datagram = (Datagram){.family = head[2], .port = get_16(head + 3), .length = (uint16_t)(follows - own)};
    memcpy(datagram->address, head + ADDRESS_AT, DATAGRAM_ADDRESS_BYTES);
    return (datagram->family == 4 || datagram->family == 6) && datagram->port != 0;
}
