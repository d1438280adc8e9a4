#include "worker_frame.h"

#include <string.h>

#include "unicode.h"

#define VERSION_OF_ORDER 2u
#define PORTS_AT 24u

static void put_32(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get_32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_64(uint8_t *bytes, uint64_t value)
{
    put_32(bytes, (uint32_t)value);
    put_32(bytes + 4, (uint32_t)(value >> 32));
}

static uint64_t get_64(const uint8_t *bytes)
{
    return get_32(bytes) | (uint64_t)get_32(bytes + 4) << 32;
}

static void put_port(uint8_t *bytes, const WorkerPort *port)
{
    bytes[0] = port->protocol;
    bytes[1] = port->family;
    bytes[2] = (uint8_t)port->port;
    bytes[3] = (uint8_t)(port->port >> 8);
}

/* False for ports that cannot be. */
static bool get_ports(WorkerPort ports[WORKER_MOST_PORTS], const uint8_t *bytes)
{
    bool is_end = false;
    for (size_t i = 0; i < WORKER_MOST_PORTS; i++, bytes += 4) {
        WorkerPort port = {bytes[0], bytes[1], (uint16_t)(bytes[2] | bytes[3] << 8)};
        bool is_none = get_32(bytes) == 0;
        bool is_port = (port.protocol == 6 || port.protocol == 17) && (port.family == 4 || port.family == 6) && port.port != 0;
        if (is_end ? !is_none : !is_none && !is_port) return false;
        is_end = is_none;
        ports[i] = port;
    }
    return true;
}

bool worker_order_write(Text *frame, const WorkerOrder *order, const char *arguments)
{
    uint8_t head[WORKER_ORDER_HEAD_BYTES];
    size_t length = strlen(arguments);
    if (length > WORKER_MOST_ARGUMENT_BYTES) return false;
    put_32(head, VERSION_OF_ORDER);
    put_32(head + 4, (uint32_t)length);
    put_64(head + 8, order->stream);
    put_64(head + 16, order->log);
    for (size_t i = 0; i < WORKER_MOST_PORTS; i++) put_port(head + PORTS_AT + 4 * i, &order->ports[i]);
    text_add(frame, (const char *)head, sizeof head);
    text_add(frame, arguments, length);
    return !frame->failed;
}

bool worker_order_read(WorkerOrder *order, const uint8_t head[WORKER_ORDER_HEAD_BYTES])
{
    *order = (WorkerOrder){.stream = get_64(head + 8), .log = get_64(head + 16), .arguments_length = get_32(head + 4)};
    if (!get_ports(order->ports, head + PORTS_AT)) return false;
    return get_32(head) == VERSION_OF_ORDER && order->stream != 0 && order->arguments_length <= WORKER_MOST_ARGUMENT_BYTES;
}

bool worker_arguments_fit(const char *arguments, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t bytes = arguments[at] == 0 ? 0 : utf8_length((const unsigned char *)arguments + at, length - at);
        if (bytes == 0) return false;
        at += bytes;
    }
    return true;
}

void worker_report_write(uint8_t bytes[WORKER_REPORT_BYTES], const WorkerReport *report)
{
    put_32(bytes, (uint32_t)report->state);
    put_32(bytes + 4, report->number);
}

bool worker_report_read(WorkerReport *report, const uint8_t bytes[WORKER_REPORT_BYTES])
{
    uint32_t state = get_32(bytes);
    if (state < WORKER_STARTED || state > WORKER_ENDED) return false;
    *report = (WorkerReport){(WorkerState)state, get_32(bytes + 4)};
    return true;
}
