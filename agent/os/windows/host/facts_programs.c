#include "facts.h"

#include <iphlpapi.h>
#include <stdlib.h>
#include <string.h>
#include <tlhelp32.h>
#include <wchar.h>

#define PATH_POINTS 780
#define PATH_UNITS 2048
#define NAME_POINTS 512
#define MOST_NAMES 4096
#define TRIES 8 /* a table may grow while it is asked for */

/* Rows of the four tables differ; of each, port and owner are wanted. */
typedef struct {
    size_t first, row, port, pid;
} TableShape;

#define SHAPE(list, row) {offsetof(list, table), sizeof(row), offsetof(row, dwLocalPort), offsetof(row, dwOwningPid)}
static const TableShape tcp4 = SHAPE(MIB_TCPTABLE_OWNER_PID, MIB_TCPROW_OWNER_PID), tcp6 = SHAPE(MIB_TCP6TABLE_OWNER_PID, MIB_TCP6ROW_OWNER_PID),
                        udp4 = SHAPE(MIB_UDPTABLE_OWNER_PID, MIB_UDPROW_OWNER_PID), udp6 = SHAPE(MIB_UDP6TABLE_OWNER_PID, MIB_UDP6ROW_OWNER_PID);

static DWORD number_at(const BYTE *bytes)
{
    DWORD number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* 0 when nobody has it: connections that have ended belong to process 0. */
static DWORD owner_in(const BYTE *table, const TableShape *shape, uint16_t port)
{
    DWORD rows = number_at(table);
    for (DWORD i = 0; i < rows; i++) {
        const BYTE *row = table + shape->first + i * shape->row;
        DWORD pid = number_at(row + shape->pid);
        if (pid != 0 && ntohs((u_short)number_at(row + shape->port)) == port) return pid;
    }
    return 0;
}

static DWORD ask_table(BOOL is_udp, ULONG family, void *table, DWORD *size)
{
    if (is_udp) return GetExtendedUdpTable(table, size, FALSE, family, UDP_TABLE_OWNER_PID, 0);
    return GetExtendedTcpTable(table, size, FALSE, family, TCP_TABLE_OWNER_PID_ALL, 0);
}

static DWORD find_owner(Call *call, BOOL is_udp, BOOL is_six, uint16_t port, DWORD *pid)
{
    const TableShape *shape = is_udp ? (is_six ? &udp6 : &udp4) : (is_six ? &tcp6 : &tcp4);
    DWORD size = 65536, error = NO_ERROR;
    for (int tries = 0; tries < TRIES; tries++) {
        BYTE *table = memory_take(call->memory, size);
        error = table ? ask_table(is_udp, is_six ? AF_INET6 : AF_INET, table, &size) : ERROR_NOT_ENOUGH_MEMORY;
        if (error == NO_ERROR) *pid = owner_in(table, shape, port);
        if (error != ERROR_INSUFFICIENT_BUFFER) break;
        size += 4096;
    }
    return error;
}

static void describe(Text *out, DWORD pid)
{
    wchar_t path[PATH_UNITS];
    DWORD length = PATH_UNITS;
    HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid);
    BOOL is_known = process && QueryFullProcessImageNameW(process, 0, path, &length);
    text_raw(out, "{\"pid\":");
    text_integer(out, pid);
    text_name(out, "program");
    text_wide(out, is_known ? path : NULL, PATH_POINTS);
    text_raw(out, "}");
    if (process) CloseHandle(process);
}

DWORD call_owner(Call *call)
{
    static const char *const protocols[] = {"udp", "tcp"};
    const Json *json = call->json;
    int protocol = json_word(json, json_field(json, call->input, "protocol"), protocols, 2);
    int64_t family, port;
    DWORD pid = 0, error;
    if (protocol < 0 || !json_integer(json, json_field(json, call->input, "family"), 4, 6, &family) || family == 5) return CALL_UNFIT;
    if (!json_integer(json, json_field(json, call->input, "port"), 0, 65535, &port)) return CALL_UNFIT;
    error = find_owner(call, protocol == 0, family == 6, (uint16_t)port, &pid);
    if (error != NO_ERROR) return error;
    if (pid != 0) describe(call->output, pid);
    else text_raw(call->output, "null");
    return NO_ERROR;
}

static int compare(const void *one, const void *other)
{
    return _wcsicmp(*(const wchar_t *const *)one, *(const wchar_t *const *)other);
}

DWORD call_processes(Call *call)
{
    const wchar_t **names = memory_take(call->memory, MOST_NAMES * sizeof *names);
    PROCESSENTRY32W entry = {.dwSize = sizeof entry};
    size_t count = 0;
    HANDLE list;
    if (!names) return ERROR_NOT_ENOUGH_MEMORY;
    list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (list == INVALID_HANDLE_VALUE) return GetLastError();
    for (BOOL more = Process32FirstW(list, &entry); more && count < MOST_NAMES; more = Process32NextW(list, &entry)) {
        wchar_t *name = memory_take(call->memory, sizeof entry.szExeFile);
        if (!name) break;
        memcpy(name, entry.szExeFile, sizeof entry.szExeFile);
        if (name[0]) names[count++] = name;
    }
    CloseHandle(list);
    qsort(names, count, sizeof *names, compare);
    text_raw(call->output, "{\"names\":[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && _wcsicmp(names[i - 1], names[i]) == 0) continue;
        text_comma(call->output);
        text_wide(call->output, names[i], NAME_POINTS);
    }
    text_raw(call->output, "]}");
    return NO_ERROR;
}
