#include "facts.h"

#include <iphlpapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_INTERFACES 256
#define MOST_ADDRESSES 4096
#define NAME_POINTS 512
#define GUID_POINTS 64
#define FIRST_BYTES 32768
#define TRIES 8 /* adapters may come while they are listed */

void fact_mac(Text *out, const BYTE *bytes, ULONG length)
{
    static const BYTE none[6];
    char text[18];
    if (length != sizeof none || !memcmp(bytes, none, sizeof none)) {
        text_raw(out, "null");
        return;
    }
    (void)snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x", bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
    text_string(out, text);
}

/* Without a zone: the interface says it. False for what is no IP address. */
static BOOL address_text(const SOCKET_ADDRESS *from, char text[INET6_ADDRSTRLEN])
{
    const void *bytes;
    if (!from->lpSockaddr) return FALSE;
    switch (from->lpSockaddr->sa_family) {
    case AF_INET: bytes = &((const struct sockaddr_in *)(const void *)from->lpSockaddr)->sin_addr; break;
    case AF_INET6: bytes = &((const struct sockaddr_in6 *)(const void *)from->lpSockaddr)->sin6_addr; break;
    default: return FALSE;
    }
    return inet_ntop(from->lpSockaddr->sa_family, bytes, text, INET6_ADDRSTRLEN) != NULL;
}

static BOOL is_same(const SOCKADDR_INET *one, const SOCKET_ADDRESS *other)
{
    if (one->si_family != other->lpSockaddr->sa_family) return FALSE;
    if (one->si_family == AF_INET)
        return one->Ipv4.sin_addr.s_addr == ((const struct sockaddr_in *)(const void *)other->lpSockaddr)->sin_addr.s_addr;
    return !memcmp(&one->Ipv6.sin6_addr, &((const struct sockaddr_in6 *)(const void *)other->lpSockaddr)->sin6_addr, sizeof one->Ipv6.sin6_addr);
}

/* The hardware address of a neighbour as Windows has learnt it; nothing is sent. (GetIpNetEntry2 would do, but Wine 8 ends a program that calls it.) */
static void neighbour(Text *out, const MIB_IPNET_TABLE2 *neighbours, const SOCKET_ADDRESS *of, const IP_ADAPTER_ADDRESSES *at)
{
    DWORD index = of->lpSockaddr->sa_family == AF_INET6 ? at->Ipv6IfIndex : at->IfIndex;
    for (ULONG i = 0; neighbours && i < neighbours->NumEntries; i++) {
        const MIB_IPNET_ROW2 *row = &neighbours->Table[i];
        if (row->InterfaceIndex != index || row->State == NlnsUnreachable || row->State == NlnsIncomplete || !is_same(&row->Address, of)) continue;
        fact_mac(out, row->PhysicalAddress, row->PhysicalAddressLength);
        return;
    }
    text_raw(out, "null");
}

static void addresses(Text *out, const IP_ADAPTER_ADDRESSES *at)
{
    char text[INET6_ADDRSTRLEN];
    int count = 0;
    text_raw(out, "[");
    for (const IP_ADAPTER_UNICAST_ADDRESS *one = at->FirstUnicastAddress; one && count < MOST_ADDRESSES; one = one->Next) {
        if (!address_text(&one->Address, text)) continue;
        text_comma(out);
        text_raw(out, "{");
        text_name(out, "address");
        text_string(out, text);
        text_name(out, "prefix");
        text_integer(out, one->OnLinkPrefixLength);
        text_raw(out, "}");
        count++;
    }
    text_raw(out, "]");
}

static void resolvers(Text *out, const IP_ADAPTER_ADDRESSES *at)
{
    char text[INET6_ADDRSTRLEN];
    int count = 0;
    text_raw(out, "[");
    for (const IP_ADAPTER_DNS_SERVER_ADDRESS *one = at->FirstDnsServerAddress; one && count < MOST_ADDRESSES; one = one->Next) {
        if (!address_text(&one->Address, text)) continue;
        text_comma(out);
        text_string(out, text);
        count++;
    }
    text_raw(out, "]");
}

static void gateways(Text *out, const IP_ADAPTER_ADDRESSES *at, const MIB_IPNET_TABLE2 *neighbours)
{
    char text[INET6_ADDRSTRLEN];
    int count = 0;
    text_raw(out, "[");
    for (const IP_ADAPTER_GATEWAY_ADDRESS_LH *one = at->FirstGatewayAddress; one && count < MOST_ADDRESSES; one = one->Next) {
        if (!address_text(&one->Address, text)) continue;
        text_comma(out);
        text_raw(out, "{");
        text_name(out, "address");
        text_string(out, text);
        text_name(out, "mac");
        neighbour(out, neighbours, &one->Address, at);
        text_raw(out, "}");
        count++;
    }
    text_raw(out, "]");
}

static void adapter(Text *out, const IP_ADAPTER_ADDRESSES *at, const MIB_IPNET_TABLE2 *neighbours)
{
    size_t guid = strlen(at->AdapterName);
    text_comma(out);
    text_raw(out, "{");
    text_name(out, "name");
    text_wide(out, at->FriendlyName ? at->FriendlyName : L"", NAME_POINTS);
    text_name(out, "guid");
    text_bytes(out, at->AdapterName, guid < GUID_POINTS ? guid : GUID_POINTS);
    text_name(out, "index");
    text_integer(out, at->IfIndex ? at->IfIndex : at->Ipv6IfIndex);
    text_name(out, "type");
    text_integer(out, at->IfType);
    text_name(out, "up");
    text_boolean(out, at->OperStatus == IfOperStatusUp);
    text_name(out, "metric");
    text_integer(out, at->IfIndex ? at->Ipv4Metric : at->Ipv6Metric);
    text_name(out, "mac");
    fact_mac(out, at->PhysicalAddress, at->PhysicalAddressLength);
    text_name(out, "addresses");
    addresses(out, at);
    text_name(out, "resolvers");
    resolvers(out, at);
    text_name(out, "gateways");
    gateways(out, at, neighbours);
    text_raw(out, "}");
}

/* In the call's memory; NULL and *error when Windows does not say. */
static IP_ADAPTER_ADDRESSES *adapters(Call *call, DWORD *error)
{
    ULONG flags = GAA_FLAG_INCLUDE_GATEWAYS | GAA_FLAG_SKIP_ANYCAST | GAA_FLAG_SKIP_MULTICAST, size = FIRST_BYTES;
    for (int tries = 0; tries < TRIES; tries++) {
        IP_ADAPTER_ADDRESSES *list = memory_take(call->memory, size);
        *error = list ? GetAdaptersAddresses(AF_UNSPEC, flags, NULL, list, &size) : ERROR_NOT_ENOUGH_MEMORY;
        if (*error == NO_ERROR) return list;
        if (*error != ERROR_BUFFER_OVERFLOW) break;
    }
    if (*error == ERROR_NO_DATA) *error = NO_ERROR;
    return NULL;
}

DWORD call_network(Call *call)
{
    Text *out = call->output;
    MIB_IPNET_TABLE2 *neighbours = NULL;
    DWORD error;
    int count = 0;
    const IP_ADAPTER_ADDRESSES *list = adapters(call, &error);
    if (error != NO_ERROR) return error;
    if (GetIpNetTable2(AF_UNSPEC, &neighbours) != NO_ERROR) neighbours = NULL;
    text_raw(out, "{\"interfaces\":[");
    for (const IP_ADAPTER_ADDRESSES *at = list; at && count < MOST_INTERFACES; at = at->Next, count++) adapter(out, at, neighbours);
    text_raw(out, "]");
    if (neighbours) FreeMibTable(neighbours);
    text_name(out, "wifi");
    fact_wifi(out);
    text_raw(out, "}");
    return NO_ERROR;
}
