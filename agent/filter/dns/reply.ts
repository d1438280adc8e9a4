import { type DnsQuery, encodeName, HEADER_BYTES, RCODE, readRecord, TYPE } from './message.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** Short, so that an unblock works soon. */
export const BLOCKED_TTL_SECONDS = 30;
/** RFC 8767 section 4 recommends it for answers that are past their time. */
const STALE_TTL_SECONDS = 30;
/** The longest TTL that we give (seconds). Programs keep answers for their TTL, and a change of policy must reach them soon. */
const MAX_TTL_SECONDS = 300;
/** What we take and give by UDP: fits every path without fragments (DNS flag day 2020). */
export const MAX_UDP_BYTES = 1_232;
const OPT_BYTES = 11;

/** Extended DNS errors (RFC 8914 section 4) that we tell. */
const EXTENDED_ERROR = { stale: 3, blocked: 15, staleNxDomain: 19 } as const;

/** How an answer of our own is written. */
export interface ReplyOptions {
  readonly rcode?: number;
  /** Added to answers for clients with EDNS. */
  readonly extendedError?: number;
}

/** An answer section of addresses, with an alias before them where there is one. */
export interface AddressList {
  /** The name that the asked name is an alias of; null = the addresses are its own. */
  readonly alias: string | null;
  /** 4 or 16 bytes each, all as long as the question's type wants. */
  readonly addresses: readonly Uint8Array[];
  readonly ttlSeconds: number;
}

/** Header, question and room behind it; all counts but the question's are 0. */
function startReply(
  query: DnsQuery,
  room: number,
  { rcode = RCODE.noError, extendedError }: ReplyOptions,
): Buffer {
  const { packet, questionEnd, hasEdns } = query;
  const optBytes = hasEdns || rcode > 15 ? OPT_BYTES + (extendedError === undefined ? 0 : 6) : 0;
  // Of the pool, without zeros: every byte is written here or by the caller.
  const reply = Buffer.allocUnsafe(questionEnd + room + optBytes);
  packet.copy(reply, 0, 0, questionEnd);
  setFlags(reply, packet, rcode);
  reply.writeUInt16BE(questionEnd > HEADER_BYTES ? 1 : 0, 4);
  reply.fill(0, 6, HEADER_BYTES);
  if (optBytes > 0) writeOpt(reply, questionEnd + room, { query, rcode, extendedError });
  return reply;
}

/** An answer to the packet: opcode, RD and CD as asked; recursion available; AD off, for nothing was validated here. */
function setFlags(reply: Buffer, packet: Buffer, rcode: number): void {
  reply[2] = 0x80 | ((packet[2] ?? 0) & 0x79);
  reply[3] = 0x80 | ((packet[3] ?? 0) & 0x10) | (rcode & 0x0f);
}

function writeOpt(
  reply: Buffer,
  at: number,
  {
    query,
    rcode,
    extendedError,
  }: { readonly query: DnsQuery; readonly rcode: number; readonly extendedError: number | undefined },
): void {
  reply[at] = 0;
  reply.writeUInt16BE(TYPE.opt, at + 1);
  reply.writeUInt16BE(MAX_UDP_BYTES, at + 3);
  reply[at + 5] = rcode >> 4;
  reply[at + 6] = 0;
  reply.writeUInt16BE(query.dnssecOk ? 0x8000 : 0, at + 7);
  reply.writeUInt16BE(extendedError === undefined ? 0 : 6, at + 9);
  if (extendedError !== undefined) {
    // Option 15, two bytes of information code (RFC 8914 section 2).
    reply.writeUInt16BE(15, at + 11);
    reply.writeUInt16BE(2, at + 13);
    reply.writeUInt16BE(extendedError, at + 15);
  }
  reply.writeUInt16BE(1, 10);
}

/** An answer without records, such as an error. */
export function bareReply(query: DnsQuery, rcode: number): Buffer {
  return startReply(query, 0, { rcode });
}

// MNAME and RNAME of our SOA, then serial, refresh, retry, expire and minimum (RFC 1035 section 3.3.13).
const SOA_DATA = soaData();

function soaData(): Buffer {
  const name = encodeName('schoolgate.internal') ?? Buffer.of(0);
  const numbers = Buffer.alloc(20);
  for (const [index, value] of [1, 3_600, 600, 86_400, BLOCKED_TTL_SECONDS].entries())
    numbers.writeUInt32BE(value, index * 4);
  return Buffer.concat([name, name, numbers]);
}

/** A denial: no such name, or no data of this type. It has an SOA record, which says how long it may be cached (RFC 2308 section 3). */
export function denialReply(query: DnsQuery, options: ReplyOptions = {}): Buffer {
  const { questionEnd } = query;
  const reply = startReply(query, 12 + SOA_DATA.length, options);
  writeRecordHead(reply, questionEnd, {
    type: TYPE.soa,
    ttlSeconds: BLOCKED_TTL_SECONDS,
    length: SOA_DATA.length,
  });
  SOA_DATA.copy(reply, questionEnd + 12);
  reply.writeUInt16BE(1, 8);
  return reply;
}

function writeRecordHead(
  reply: Buffer,
  at: number,
  {
    type,
    ttlSeconds,
    length,
    owner = HEADER_BYTES,
  }: { readonly type: number; readonly ttlSeconds: number; readonly length: number; readonly owner?: number },
): void {
  reply.writeUInt16BE(0xc000 | owner, at);
  reply.writeUInt16BE(type, at + 2);
  reply.writeUInt16BE(1, at + 4);
  reply.writeUInt32BE(Math.min(ttlSeconds, MAX_TTL_SECONDS), at + 6);
  reply.writeUInt16BE(length, at + 10);
}

/** Addresses of our own making. */
export function addressReply(query: DnsQuery, list: AddressList, options: ReplyOptions = {}): Buffer {
  const { alias, addresses, ttlSeconds } = list;
  const target = alias === null ? null : encodeName(alias);
  const size = addresses[0]?.length ?? 0;
  const aliasRoom = target === null ? 0 : 12 + target.length;
  const reply = startReply(query, aliasRoom + addresses.length * (12 + size), options);
  let at = query.questionEnd;
  let owner = HEADER_BYTES;
  if (target !== null) {
    writeRecordHead(reply, at, { type: TYPE.cname, ttlSeconds, length: target.length });
    target.copy(reply, at + 12);
    owner = at + 12;
    at += aliasRoom;
  }
  for (const address of addresses) {
    writeRecordHead(reply, at, { type: query.type, ttlSeconds, length: size, owner });
    reply.set(address, at + 12);
    at += 12 + size;
  }
  reply.writeUInt16BE(addresses.length + (target === null ? 0 : 1), 6);
  return reply;
}

const NO_ADDRESS = { [TYPE.a]: Buffer.alloc(4), [TYPE.aaaa]: Buffer.alloc(16) } as const;

/** Blocked: 0.0.0.0 for A, `::` for AAAA, no data for everything else. */
export function blockedReply(query: DnsQuery): Buffer {
  const address = query.type === TYPE.a || query.type === TYPE.aaaa ? NO_ADDRESS[query.type] : undefined;
  const options = { extendedError: EXTENDED_ERROR.blocked };
  return address === undefined
    ? denialReply(query, options)
    : addressReply(query, { alias: null, addresses: [address], ttlSeconds: BLOCKED_TTL_SECONDS }, options);
}

/** The upstream's answer, adapted to this asker: its id, its spelling of the name, the rest of the TTLs. */
export function upstreamReply(
  query: DnsQuery,
  answer: UpstreamAnswer,
  { ageSeconds, isStale }: { readonly ageSeconds: number; readonly isStale: boolean },
): Buffer {
  const { bytes, rcode, ttlOffsets } = answer;
  const extendedError = isStale ? staleError(rcode) : undefined;
  const optBytes = query.hasEdns ? OPT_BYTES + (isStale ? 6 : 0) : 0;
  const reply = Buffer.allocUnsafe(bytes.length + optBytes);
  bytes.copy(reply);
  query.packet.copy(reply, 0, 0, 2);
  query.packet.copy(reply, HEADER_BYTES, HEADER_BYTES, query.questionEnd);
  setFlags(reply, query.packet, rcode);
  for (const offset of ttlOffsets) {
    const ttl = reply.readUInt32BE(offset);
    const left = isStale ? STALE_TTL_SECONDS : Math.max(0, (ttl >= 2 ** 31 ? 0 : ttl) - ageSeconds);
    reply.writeUInt32BE(Math.min(left, MAX_TTL_SECONDS), offset);
  }
  if (optBytes > 0) writeOpt(reply, bytes.length, { query, rcode, extendedError });
  return reply;
}

function staleError(rcode: number): number {
  return rcode === RCODE.nxDomain ? EXTENDED_ERROR.staleNxDomain : EXTENDED_ERROR.stale;
}

/** How long an answer to this query by UDP may be, in bytes. */
export function udpLimit({ payloadBytes }: DnsQuery): number {
  return Math.min(payloadBytes, MAX_UDP_BYTES);
}

/**
 * An answer that fits: as it is, else cut behind the last record that fits, with TC set, so that the asker comes back by TCP (RFC 2181 section 9). Its OPT record
 * stays.
 */
export function truncatedReply(reply: Buffer, query: DnsQuery, limit: number): Buffer {
  if (reply.length <= limit) return reply;
  const counts = [reply.readUInt16BE(6), reply.readUInt16BE(8)];
  const kept = [0, 0];
  const optBytes = query.hasEdns ? OPT_BYTES : 0;
  let end = query.questionEnd;
  for (const [section, count] of counts.entries()) {
    for (let number = 0; number < count; number++) {
      const record = readRecord(reply, end);
      if (record === null || record.end + optBytes > limit) return cutReply(reply, query, { end, kept });
      kept[section] = number + 1;
      end = record.end;
    }
  }
  return cutReply(reply, query, { end, kept });
}

function cutReply(
  reply: Buffer,
  query: DnsQuery,
  { end, kept }: { readonly end: number; readonly kept: readonly number[] },
): Buffer {
  const cut = Buffer.allocUnsafe(end + (query.hasEdns ? OPT_BYTES : 0));
  reply.copy(cut, 0, 0, end);
  cut[2] = (cut[2] ?? 0) | 0x02;
  cut.writeUInt16BE(kept[0] ?? 0, 6);
  cut.writeUInt16BE(kept[1] ?? 0, 8);
  cut.writeUInt16BE(0, 10);
  if (query.hasEdns) writeOpt(cut, end, { query, rcode: (reply[3] ?? 0) & 0x0f, extendedError: undefined });
  return cut;
}
