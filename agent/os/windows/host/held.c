#include "held.h"

#include <mstcpip.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "datagram_frame.h"

#ifndef SIO_UDP_CONNRESET
#define SIO_UDP_CONNRESET _WSAIOW(IOC_VENDOR, 12)
#endif
#define BACKLOG 512
#define WAITING_BYTES 262144 /* some thousand look-ups */
#define AT_A_TIME 64         /* of one socket, before another has its turn */
#define THREAD_BYTES 65536
#define CARRIERS 2

typedef struct {
    WorkerPort port;
    SOCKET socket;
    HANDLE readable; /* of UDP */
} Held;

static Held held[WORKER_MOST_PORTS];
static size_t held_count;
static struct {
    HANDLE pipe, stop, threads[CARRIERS]; /* to the worker, from the worker */
} carried;

/* ---- what is held ---- */

static void close_one(Held *one)
{
    closesocket(one->socket);
    if (one->readable) CloseHandle(one->readable);
    *one = (Held){0};
}

static int address_of(const WorkerPort *port, struct sockaddr_storage *at)
{
    *at = (struct sockaddr_storage){.ss_family = port->family == 4 ? AF_INET : AF_INET6};
    if (port->family == 4) {
        struct sockaddr_in *four = (struct sockaddr_in *)at;
        four->sin_port = htons(port->port);
        four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return sizeof *four;
    }
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)at;
    six->sin6_port = htons(port->port);
    six->sin6_addr = (struct in6_addr)IN6ADDR_LOOPBACK_INIT;
    return sizeof *six;
}

/* Without blocking; a look-up is never refused because an answer met a closed port. */
static BOOL prepare_datagrams(Held *one)
{
    int waiting = WAITING_BYTES;
    BOOL no = FALSE;
    DWORD bytes;
    setsockopt(one->socket, SOL_SOCKET, SO_RCVBUF, (const char *)&waiting, sizeof waiting);
    WSAIoctl(one->socket, SIO_UDP_CONNRESET, &no, sizeof no, NULL, 0, &bytes, NULL, NULL);
    one->readable = CreateEventW(NULL, TRUE, FALSE, NULL);
    return one->readable && WSAEventSelect(one->socket, one->readable, FD_READ) == 0;
}

static BOOL open_one(Held *one, const WorkerPort *port)
{
    BOOL is_udp = port->protocol == IPPROTO_UDP, yes = TRUE;
    struct sockaddr_storage at;
    int size = address_of(port, &at);
    BOOL is_ready;
    *one = (Held){.port = *port};
    one->socket = WSASocketW(at.ss_family, is_udp ? SOCK_DGRAM : SOCK_STREAM, port->protocol, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (one->socket == INVALID_SOCKET) return FALSE;
    if (port->family == 6) setsockopt(one->socket, IPPROTO_IPV6, IPV6_V6ONLY, (const char *)&yes, sizeof yes);
    setsockopt(one->socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes, sizeof yes);
    is_ready = bind(one->socket, (const struct sockaddr *)&at, size) == 0;
    if (is_ready) is_ready = is_udp ? prepare_datagrams(one) : listen(one->socket, BACKLOG) == 0;
    if (!is_ready) close_one(one);
    return is_ready;
}

static BOOL is_same(const WorkerPort *one, const WorkerPort *other)
{
    return one->protocol == other->protocol && one->family == other->family && one->port == other->port;
}

static BOOL is_in(const WorkerPort *port, const WorkerPort ports[WORKER_MOST_PORTS])
{
    for (size_t i = 0; i < WORKER_MOST_PORTS; i++)
        if (is_same(port, &ports[i])) return TRUE;
    return FALSE;
}

/* Whether nothing stands in the way: it is not held, and of UDP no other port of the family. */
static BOOL is_free(const WorkerPort *port)
{
    for (size_t i = 0; i < held_count; i++) {
        BOOL is_family = held[i].port.protocol == IPPROTO_UDP && port->protocol == IPPROTO_UDP && held[i].port.family == port->family;
        if (is_family || is_same(&held[i].port, port)) return FALSE;
    }
    return TRUE;
}

void held_keep(const WorkerPort ports[WORKER_MOST_PORTS])
{
    static BOOL is_begun = FALSE;
    WSADATA about;
    size_t kept = 0;
    if (!is_begun) is_begun = WSAStartup(MAKEWORD(2, 2), &about) == 0;
    if (!is_begun) return;
    for (size_t i = 0; i < held_count; i++) {
        if (is_in(&held[i].port, ports)) held[kept++] = held[i];
        else close_one(&held[i]);
    }
    held_count = kept;
    for (size_t i = 0; i < WORKER_MOST_PORTS && ports[i].port; i++)
        if (is_free(&ports[i]) && open_one(&held[held_count], &ports[i])) held_count++;
}

void held_let_go(void)
{
    for (size_t i = 0; i < held_count; i++) close_one(&held[i]);
    held_count = 0;
}

static int name_of(const WorkerPort *port, wchar_t *name, size_t room)
{
    return swprintf(name, room, L"%ls-%u-%u", port->protocol == IPPROTO_UDP ? L"udp" : L"tcp", (unsigned)port->family, (unsigned)port->port);
}

int held_names(wchar_t names[HELD_NAMES_UNITS])
{
    size_t used = 0;
    names[0] = 0;
    for (size_t i = 0; i < held_count; i++) {
        if (i > 0) names[used++] = ',';
        used += (size_t)name_of(&held[i].port, names + used, HELD_NAMES_UNITS - used);
    }
    return (int)held_count;
}

/* ---- listening sockets, given to the worker ---- */

/*
 * libuv's frame of one that goes to another process: uv__ipc_frame_header_t and uv__ipc_socket_xfer_info_t (libuv, src/win/pipe.c; the same since 1.30). Then Node's
 * own message NODE_HANDLE (lib/internal/child_process.js), in one line.
 */
typedef struct {
    uint32_t flags, reserved, data_length, reserved_too;
    WSAPROTOCOL_INFOW socket;
    uint32_t delayed_error;
    char data[128];
} SocketFrame;
#define UV_HAS_DATA 1u
#define UV_HAS_SOCKET 2u
_Static_assert(offsetof(SocketFrame, data) == 16 + 632, "as libuv reads it");

static DWORD give_one(const PipeUse *channel, DWORD pid, const Held *one)
{
    SocketFrame frame = {.flags = UV_HAS_DATA | UV_HAS_SOCKET};
    wchar_t name[16];
    int length;
    if (WSADuplicateSocketW(one->socket, pid, &frame.socket)) return (DWORD)WSAGetLastError();
    (void)name_of(&one->port, name, sizeof name / sizeof *name);
    length = snprintf(frame.data, sizeof frame.data, "{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Server\",\"msg\":\"%ls\"}\n", name);
    frame.data_length = (uint32_t)length;
    return pipe_write(channel, &frame, (DWORD)(offsetof(SocketFrame, data) + (size_t)length));
}

DWORD held_give(const PipeUse *channel, DWORD pid)
{
    DWORD error = NO_ERROR;
    for (size_t i = 0; i < held_count && error == NO_ERROR; i++)
        if (held[i].port.protocol == IPPROTO_TCP) error = give_one(channel, pid, &held[i]);
    return error;
}

/* ---- datagrams, carried ---- */

static Held *of_family(int family)
{
    for (size_t i = 0; i < held_count; i++)
        if (held[i].readable && held[i].port.family == family) return &held[i];
    return NULL;
}

static void read_peer(Datagram *datagram, const struct sockaddr_storage *from)
{
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)from;
        datagram->family = 4;
        datagram->port = ntohs(four->sin_port);
        memcpy(datagram->address, &four->sin_addr, sizeof four->sin_addr);
    } else {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
        datagram->family = 6;
        datagram->port = ntohs(six->sin6_port);
        memcpy(datagram->address, &six->sin6_addr, sizeof six->sin6_addr);
    }
}

typedef enum { NOTHING_LEFT, SOME_LEFT, NO_WORKER } Taken;

/* Carries what waits in a socket, but no more than its turn. */
static Taken take_turn(const Held *one, const PipeUse *use)
{
    uint8_t frame[DATAGRAM_HEAD_BYTES + DATAGRAM_MOST_BYTES];
    ResetEvent(one->readable);
    for (int i = 0; i < AT_A_TIME; i++) {
        struct sockaddr_storage from;
        Datagram datagram = {0};
        int size = sizeof from, got = recvfrom(one->socket, (char *)frame + DATAGRAM_HEAD_BYTES, DATAGRAM_MOST_BYTES, 0, (struct sockaddr *)&from, &size);
        if (got < 0 && WSAGetLastError() == WSAEWOULDBLOCK) return NOTHING_LEFT;
        if (got < 0) continue; /* one that is too long */
        read_peer(&datagram, &from);
        datagram.length = (uint16_t)got;
        datagram_head_write(frame, &datagram);
        if (pipe_write(use, frame, DATAGRAM_HEAD_BYTES + (DWORD)got) != NO_ERROR) return NO_WORKER;
    }
    return SOME_LEFT;
}

static DWORD WINAPI to_worker(LPVOID context)
{
    PipeUse use = {carried.pipe, CreateEventW(NULL, TRUE, FALSE, NULL), carried.stop, INFINITE};
    const Held *sockets[2];
    HANDLE waited[3] = {carried.stop};
    DWORD count = 0, pause = 0; /* what came before waits already */
    (void)context;
    for (int family = 4; family <= 6; family += 2) {
        const Held *one = of_family(family);
        if (!one) continue;
        sockets[count++] = one;
        waited[count] = one->readable;
    }
    while (use.done) {
        DWORD which = WaitForMultipleObjects(count + 1, waited, FALSE, pause);
        Taken taken = NOTHING_LEFT;
        if (which == WAIT_OBJECT_0 || which == WAIT_FAILED) break;
        pause = INFINITE;
        for (DWORD i = 0; i < count && taken != NO_WORKER; i++) {
            taken = take_turn(sockets[i], &use);
            if (taken == SOME_LEFT) pause = 0;
        }
        if (taken == NO_WORKER) break;
    }
    if (use.done) CloseHandle(use.done);
    return 0;
}

static void answer(const Datagram *datagram, const uint8_t *bytes)
{
    const Held *one = of_family(datagram->family);
    struct sockaddr_storage to = {0};
    int size;
    if (!one) return;
    size = address_of(&(WorkerPort){.family = datagram->family, .port = datagram->port}, &to);
    if (datagram->family == 4) memcpy(&((struct sockaddr_in *)&to)->sin_addr, datagram->address, sizeof(struct in_addr));
    else memcpy(&((struct sockaddr_in6 *)&to)->sin6_addr, datagram->address, sizeof(struct in6_addr));
    /* One that does not get away is lost, as datagrams may be. */
    sendto(one->socket, (const char *)bytes, datagram->length, 0, (const struct sockaddr *)&to, size);
}

/* A worker that writes what is no datagram is not answered for any more. */
static DWORD WINAPI from_worker(LPVOID context)
{
    PipeUse use = {carried.pipe, CreateEventW(NULL, TRUE, FALSE, NULL), carried.stop, INFINITE};
    uint8_t head[DATAGRAM_HEAD_BYTES], bytes[DATAGRAM_MOST_BYTES];
    Datagram datagram;
    (void)context;
    while (use.done && pipe_read_all(&use, head, sizeof head) == NO_ERROR && datagram_head_read(&datagram, head)) {
        if (pipe_read_all(&use, bytes, datagram.length) != NO_ERROR) break;
        answer(&datagram, bytes);
    }
    if (use.done) CloseHandle(use.done);
    return 0;
}

DWORD held_carry(HANDLE pipe)
{
    static const LPTHREAD_START_ROUTINE carriers[CARRIERS] = {to_worker, from_worker};
    carried.pipe = pipe;
    carried.stop = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!carried.stop) return GetLastError();
    for (int i = 0; i < CARRIERS; i++) {
        carried.threads[i] = CreateThread(NULL, THREAD_BYTES, carriers[i], NULL, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
        if (!carried.threads[i]) {
            DWORD error = GetLastError();
            held_rest();
            return error;
        }
    }
    return NO_ERROR;
}

void held_rest(void)
{
    if (!carried.stop) return;
    SetEvent(carried.stop);
    for (int i = 0; i < CARRIERS; i++) {
        if (!carried.threads[i]) continue;
        WaitForSingleObject(carried.threads[i], INFINITE);
        CloseHandle(carried.threads[i]);
        carried.threads[i] = NULL;
    }
    CloseHandle(carried.stop);
    carried.stop = carried.pipe = NULL;
}
