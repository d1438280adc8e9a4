/* What orders to the worker's host and its reports promise; with -DFUZZ their entry for fuzzers. */
#include "worker_frame.h"

#include <stdlib.h>
#include <string.h>

#ifdef FUZZ
#include "fuzz.h"

/* The driver's seeds end at a NUL: heads come about by its changes. */
const char *const fuzz_seeds[] = {"\"worker\" \"--log-level\" \"info\"", "\x01\x01\x01\x01\x01\x01\x01\x01\"worker\"", "\x03\x01\x01\x01\x01\x01\x01\x01", "\x11\x04\x35\x35\x06\x06\xBB\x1F", NULL};
const char *const fuzz_words[] = {"\x01", "\x02", "\xFF\xFF\xFF\xFF", "\xC3\xA4", "\xED\xA0\x80", "\"", NULL};

/* What was read and can be written again is the same. */
static void try_order(const uint8_t *data, size_t size)
{
    WorkerOrder order;
    Text frame = {0};
    char *arguments;
    if (size < WORKER_ORDER_HEAD_BYTES || !worker_order_read(&order, data)) return;
    if (order.stream == 0 || order.arguments_length > WORKER_MOST_ARGUMENT_BYTES) abort();
    arguments = calloc(1, order.arguments_length + 1u);
    if (arguments == NULL) abort();
    memset(arguments, 'x', order.arguments_length);
    if (!worker_order_write(&frame, &order, arguments) || memcmp(frame.text, data, WORKER_ORDER_HEAD_BYTES) != 0) abort();
    free(arguments);
    text_free(&frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t again[WORKER_REPORT_BYTES], head[WORKER_ORDER_HEAD_BYTES] = {2};
    WorkerReport report;
    if (worker_arguments_fit((const char *)data, size) && memchr(data, 0, size) != NULL) abort();
    try_order(data, size);
    /* Another that has the right version. */
    memcpy(head + 4, data, size < sizeof head - 4 ? size : sizeof head - 4);
    try_order(head, sizeof head);
    /* And whose ports are another thing. */
    memset(head + 4, 0, sizeof head - 4);
    head[8] = 1;
    memcpy(head + 24, data, size < sizeof head - 24 ? size : sizeof head - 24);
    try_order(head, sizeof head);
    if (size < WORKER_REPORT_BYTES || !worker_report_read(&report, data)) return 0;
    worker_report_write(again, &report);
    if (memcmp(again, data, sizeof again) != 0) abort();
    return 0;
}
#else
#include "expect.h"

static void test_orders(void)
{
    static const WorkerOrder given = {.stream = 0x123456789ABCull, .log = 0x44, .ports = {{17, 4, 53}, {6, 6, 8123}}};
    static char longest[WORKER_MOST_ARGUMENT_BYTES + 2];
    WorkerOrder order;
    Text frame = {0};
    expect(worker_order_write(&frame, &given, "\"worker\"") && frame.length == WORKER_ORDER_HEAD_BYTES + 8, "an order");
    expect(worker_order_read(&order, (uint8_t *)frame.text), "is read");
    expect(order.stream == given.stream && order.log == given.log && order.arguments_length == 8, "as it was written");
    expect(!memcmp(order.ports, given.ports, sizeof given.ports), "with its ports");
    expect(!memcmp(frame.text + WORKER_ORDER_HEAD_BYTES, "\"worker\"", 8), "with its arguments");
    frame.text[4] = 1, frame.text[5] = 0x7D;
    expect(!worker_order_read(&order, (uint8_t *)frame.text), "arguments that are too long are refused before they come");
    frame.text[4] = 0;
    expect(worker_order_read(&order, (uint8_t *)frame.text) && order.arguments_length == WORKER_MOST_ARGUMENT_BYTES, "the longest are not");
    frame.text[0] = 1;
    expect(!worker_order_read(&order, (uint8_t *)frame.text), "another version is refused");
    frame.text[0] = 2;
    memset(frame.text + 8, 0, 8);
    expect(!worker_order_read(&order, (uint8_t *)frame.text), "an order without a stream is none");
    text_free(&frame);
    memset(longest, 'x', WORKER_MOST_ARGUMENT_BYTES);
    expect(worker_order_write(&frame, &given, longest), "the longest arguments are written");
    text_free(&frame);
    longest[WORKER_MOST_ARGUMENT_BYTES] = 'x';
    expect(!worker_order_write(&frame, &given, longest), "longer ones are not");
    text_free(&frame);
}

/* An order with these two ports, as bytes. */
static bool takes_ports(const char *ports)
{
    uint8_t head[WORKER_ORDER_HEAD_BYTES] = {2, [8] = 1};
    WorkerOrder order;
    memcpy(head + 24, ports, 8);
    return worker_order_read(&order, head);
}

static void test_ports(void)
{
    expect(takes_ports("\0\0\0\0\0\0\0\0") && takes_ports("\x11\x04\x35\0\0\0\0\0") && takes_ports("\x11\x04\x35\0\x06\x06\xBB\x1F"), "none, one and two ports");
    expect(!takes_ports("\x01\x04\x35\0\0\0\0\0") && !takes_ports("\x11\x05\x35\0\0\0\0\0"), "another protocol or family is refused");
    expect(!takes_ports("\x11\x04\0\0\0\0\0\0"), "port 0 is refused");
    expect(!takes_ports("\0\0\0\0\x11\x04\x35\0"), "so is a port behind one that is none");
}

static void test_arguments(void)
{
    expect(worker_arguments_fit("", 0) && worker_arguments_fit("\"\xC3\xA4\"", 4), "well-formed UTF-8 is a command line");
    expect(!worker_arguments_fit("a\0b", 3), "one with a NUL is none");
    expect(!worker_arguments_fit("\xED\xA0\x80", 3) && !worker_arguments_fit("\xC3", 1), "nor is one that is ill-formed");
}

static void test_reports(void)
{
    static const uint8_t none[WORKER_REPORT_BYTES] = {0}, beyond[WORKER_REPORT_BYTES] = {4}, high[WORKER_REPORT_BYTES] = {1, 0, 0, 1};
    static const WorkerReport ended = {WORKER_ENDED, 0xC0000005u};
    uint8_t bytes[WORKER_REPORT_BYTES];
    WorkerReport report;
    worker_report_write(bytes, &ended);
    expect(worker_report_read(&report, bytes) && report.state == WORKER_ENDED && report.number == 0xC0000005u, "a report is read as it was written");
    expect(!worker_report_read(&report, none) && !worker_report_read(&report, beyond) && !worker_report_read(&report, high), "other states are refused");
}

int main(void)
{
    test_orders();
    test_ports();
    test_arguments();
    test_reports();
    return expect_end();
}
#endif
