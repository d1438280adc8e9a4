/** Record types (IANA DNS parameters) that the resolver treats by themselves. */
export const TYPE = {
  a: 1,
  ns: 2,
  cname: 5,
  soa: 6,
  aaaa: 28,
  opt: 41,
  svcb: 64,
  https: 65,
  /** TKEY; from here to `any` all are meta-queries (RFC 6895 section 3.1). */
  firstMeta: 249,
  any: 255,
} as const;

/** Response codes (RFC 1035 section 4.1.1, RFC 6891 section 9). */
export const RCODE = {
  noError: 0,
  formErr: 1,
  servFail: 2,
  nxDomain: 3,
  notImp: 4,
  refused: 5,
  badVers: 16,
} as const;

export const HEADER_BYTES = 12;
const CLASS_IN = 1;
const MAX_LABEL = 63;
/** With length bytes and the root (RFC 1035 section 2.3.4). */
const MAX_NAME_BYTES = 255;
const DOT = 46;

/** A query as it lies in its packet. */
export interface DnsQuery {
  readonly packet: Buffer;
  /** The `RCODE` of an error answer that the query must get; `noError` = the question can be answered. */
  readonly problem: number;
  /** Lower case, without trailing dot; bytes above 127 as Latin-1; empty = the root. */
  readonly name: string;
  readonly type: number;
  /** Where the question section ends; 12 when it could not be read. */
  readonly questionEnd: number;
  readonly hasEdns: boolean;
  /** The longest answer by UDP that the asker accepts, in bytes. */
  readonly payloadBytes: number;
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}

/** Without EDNS (RFC 1035 section 4.2.1); also the least that EDNS may say (RFC 6891 section 6.2.3). */
const PLAIN_PAYLOAD_BYTES = 512;

// Room for one name: read at once and then copied into a string.
const scratch = Buffer.alloc(MAX_NAME_BYTES);
let scratchLength = 0;

/**
 * Copies a name without compression into the scratch, in lower case.
 * @returns where it ends, or -1 when it is malformed, compressed, or has a dot or NUL inside a label: no text can tell such a name from another
 */
function takePlainName(packet: Buffer, start: number): number {
  let at = start;
  scratchLength = 0;
  for (let label = packet[at] ?? 256; label !== 0; label = packet[at] ?? 256) {
    const end = at + 1 + label;
    if (label > MAX_LABEL || end >= packet.length || end - start >= MAX_NAME_BYTES) return -1;
    if (at > start) scratch[scratchLength++] = DOT;
    if (!takeLabel(packet, at + 1, end)) return -1;
    at = end;
  }
  return at + 1;
}

function takeLabel(packet: Buffer, start: number, end: number): boolean {
  let length = scratchLength;
  for (let at = start; at < end; at++) {
    const byte = packet[at] ?? 0;
    if (byte === DOT || byte === 0) return false;
    scratch[length++] = byte >= 65 && byte <= 90 ? byte | 32 : byte;
  }
  scratchLength = length;
  return true;
}

/**
 * Reads a query.
 * @returns null for what deserves no answer: too short, or itself an answer (two servers must not talk for ever)
 */
export function readQuery(packet: Buffer): DnsQuery | null {
  if (packet.length < HEADER_BYTES || ((packet[2] ?? 0) & 0x80) !== 0) return null;
  if (((packet[2] ?? 0) & 0x78) !== 0) return refused(packet, RCODE.notImp);
  const isPlain = packet.readUInt16BE(4) === 1 && packet.readUInt32BE(6) === 0;
  if (!isPlain) return refused(packet, RCODE.formErr);
  const nameEnd = takePlainName(packet, HEADER_BYTES);
  const questionEnd = nameEnd + 4;
  if (nameEnd < 0 || questionEnd > packet.length) return refused(packet, RCODE.formErr);
  const name = scratch.toString('latin1', 0, scratchLength);
  const type = packet.readUInt16BE(nameEnd);
  const edns = readEdns(packet, questionEnd);
  if (edns === BAD) return refused(packet, RCODE.formErr);
  return {
    packet,
    problem: problemOf(type, packet.readUInt16BE(nameEnd + 2), edns),
    name,
    type,
    questionEnd,
    hasEdns: edns !== NO_EDNS,
    payloadBytes: Math.max(PLAIN_PAYLOAD_BYTES, edns.payloadBytes),
    dnssecOk: edns.dnssecOk,
    checkingDisabled: ((packet[3] ?? 0) & 0x10) !== 0,
  };
}

function problemOf(type: number, dnsClass: number, edns: Edns): number {
  if (edns.version > 0) return RCODE.badVers;
  if (dnsClass !== CLASS_IN) return RCODE.refused;
  return (type >= TYPE.firstMeta && type <= TYPE.any) || type === TYPE.opt ? RCODE.notImp : RCODE.noError;
}

function refused(packet: Buffer, problem: number): DnsQuery {
  return {
    packet,
    problem,
    name: '',
    type: 0,
    questionEnd: HEADER_BYTES,
    hasEdns: false,
    payloadBytes: PLAIN_PAYLOAD_BYTES,
    dnssecOk: false,
    checkingDisabled: false,
  };
}

interface Edns {
  readonly payloadBytes: number;
  readonly dnssecOk: boolean;
  readonly version: number;
}

const NO_EDNS: Edns = { payloadBytes: PLAIN_PAYLOAD_BYTES, dnssecOk: false, version: 0 };
const BAD: Edns = { ...NO_EDNS };

/** Finds the OPT record among the additional ones (RFC 6891 section 6.1). Its options (cookies, client subnet) are not read. */
function readEdns(packet: Buffer, start: number): Edns {
  let edns = NO_EDNS;
  let at = start;
  for (let count = packet.readUInt16BE(10); count > 0; count--) {
    const record = readRecord(packet, at);
    if (record === null) return BAD;
    if (record.type === TYPE.opt) {
      if (edns !== NO_EDNS || packet[at] !== 0) return BAD;
      edns = {
        payloadBytes: packet.readUInt16BE(at + 3),
        version: packet[at + 6] ?? 0,
        dnssecOk: ((packet[at + 7] ?? 0) & 0x80) !== 0,
      };
    }
    at = record.end;
  }
  return edns;
}

/** A resource record as it lies in its message. */
export interface RecordView {
  readonly type: number;
  readonly ttlOffset: number;
  readonly dataOffset: number;
  /** Behind the last byte of its data. */
  readonly end: number;
}

/** The record at an offset; null when it does not lie wholly inside of the message. */
export function readRecord(message: Buffer, at: number): RecordView | null {
  const nameEnd = skipName(message, at);
  if (nameEnd < 0 || nameEnd + 10 > message.length) return null;
  const dataOffset = nameEnd + 10;
  const end = dataOffset + message.readUInt16BE(nameEnd + 8);
  if (end > message.length) return null;
  return { type: message.readUInt16BE(nameEnd), ttlOffset: nameEnd + 4, dataOffset, end };
}

/** Where a name ends that may be compressed; -1 when it runs out of the message. Pointers are not followed. */
function skipName(message: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const label = message[at];
    if (label === undefined) return -1;
    if (label === 0) return at + 1;
    if (label >= 0xc0) return at + 2;
    if (label > MAX_LABEL) return -1;
    at += label + 1;
  }
}

/**
 * The name at an offset, in lower case; follows pointers, each further back than the one before, so that it ends.
 * @returns null when it is malformed or longer than a name may be
 */
export function readName(message: Buffer, start: number): string | null {
  const labels: string[] = [];
  let length = 0;
  let limit = start;
  for (let at = start; length < MAX_NAME_BYTES; ) {
    const label = message[at] ?? MAX_LABEL + 1;
    if (label === 0) return labels.join('.').toLowerCase();
    if (label >= 0xc0) {
      at = ((label & 0x3f) << 8) | (message[at + 1] ?? 0);
      if (at >= limit || at < HEADER_BYTES) return null;
      limit = at;
      continue;
    }
    // One that runs out of the message has no end there either.
    if (label > MAX_LABEL) return null;
    labels.push(message.toString('latin1', at + 1, at + 1 + label));
    at += label + 1;
    length += label + 1;
  }
  return null;
}

/**
 * A name in wire form, without compression.
 * @param name as `DnsQuery.name` has it
 * @returns null when no message can carry it
 */
export function encodeName(name: string): Buffer | null {
  if (name === '') return Buffer.of(0);
  if (name.length + 2 > MAX_NAME_BYTES) return null;
  const wire = Buffer.allocUnsafe(name.length + 2);
  let at = 0;
  for (const label of name.split('.')) {
    if (label === '' || label.length > MAX_LABEL) return null;
    wire[at] = label.length;
    wire.write(label, at + 1, 'latin1');
    at += label.length + 1;
  }
  wire[at] = 0;
  return wire;
}

/** Whether a question section of one name is the same in two messages: the name without case, type and class exactly. */
export function isSameQuestion(message: Buffer, asked: Buffer, questionEnd: number): boolean {
  if (message.length < questionEnd || message.readUInt16BE(4) !== 1) return false;
  for (let at = HEADER_BYTES; at < questionEnd; at++) {
    const is = message[at] ?? 0;
    const was = asked[at] ?? 0;
    if (is === was) continue;
    const isLetter = at < questionEnd - 4 && (is | 32) === (was | 32) && (is | 32) >= 97 && (is | 32) <= 122;
    if (!isLetter) return false;
  }
  return true;
}
