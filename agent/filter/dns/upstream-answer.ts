import { isPublicAddress } from './address-ranges.ts';
import { HEADER_BYTES, RCODE, type RecordView, readName, readRecord, TYPE } from './message.ts';
import { isNeutralEdge } from './neutral-edges.ts';

/** An answer of an upstream: the whole message without its additional section, and what was read from it. It is never changed. */
export interface UpstreamAnswer {
  readonly bytes: Buffer;
  readonly rcode: number;
  readonly questionEnd: number;
  /** Offsets of the TTLs of its records. */
  readonly ttlOffsets: readonly number[];
  /** How long it may be cached: the lowest TTL; for a denial the TTL of its SOA (RFC 2308 section 5); 0 where there is none. */
  readonly lifeSeconds: number;
  /** Names that it is an alias of, lower case; edges of content networks are left out. */
  readonly targets: readonly string[];
  /** Whether an address in it is no public one. */
  readonly hasPrivateAddress: boolean;
}

/** RFC 8767 section 4: a longer TTL is a mistake or an attack. */
const MAX_LIFE_SECONDS = 86_400;
/** A chain of aliases that is longer leads nowhere good; resolvers stop between 8 and 16. */
const MAX_TARGETS = 16;

interface Reading {
  readonly message: Buffer;
  readonly ttlOffsets: number[];
  readonly targets: string[];
  lifeSeconds: number;
  hasPrivateAddress: boolean;
  soa: RecordView | null;
}

/**
 * Reads an answer whose header and question have been checked.
 * @returns null when a record is malformed
 */
export function readAnswer(
  message: Buffer,
  { questionEnd, dnssecOk }: { readonly questionEnd: number; readonly dnssecOk: boolean },
): UpstreamAnswer | null {
  const rcode = (message[3] ?? 0) & 0x0f;
  const answers = message.readUInt16BE(6);
  // A stub resolver does not use the authority section of an answer; only a validator needs the proofs in it.
  const authorities = answers === 0 || dnssecOk ? message.readUInt16BE(8) : 0;
  const reading: Reading = {
    message,
    ttlOffsets: [],
    targets: [],
    lifeSeconds: MAX_LIFE_SECONDS,
    hasPrivateAddress: false,
    soa: null,
  };
  let at = questionEnd;
  for (let number = 0; number < answers + authorities; number++) {
    const record = readRecord(message, at);
    if (record === null || !take(record, reading, number < answers)) return null;
    at = record.end;
  }
  return {
    bytes: withCounts(message.subarray(0, at), answers, authorities),
    rcode,
    questionEnd,
    ttlOffsets: reading.ttlOffsets,
    lifeSeconds: lifeOf(reading, rcode === RCODE.noError && answers > 0),
    targets: reading.targets,
    hasPrivateAddress: reading.hasPrivateAddress,
  };
}

/** @returns false when the record is malformed */
function take(record: RecordView, reading: Reading, isAnswer: boolean): boolean {
  const { message } = reading;
  const { type, ttlOffset, dataOffset, end } = record;
  // A pseudo-record does not belong here, and has no TTL at that place.
  if (type === TYPE.opt) return false;
  reading.ttlOffsets.push(ttlOffset);
  reading.lifeSeconds = Math.min(reading.lifeSeconds, readTtl(message, ttlOffset));
  if (!isAnswer) {
    if (type === TYPE.soa) reading.soa = record;
    return true;
  }
  const size = end - dataOffset;
  if (type === TYPE.cname) return takeTarget(dataOffset, reading);
  if (type === TYPE.a || type === TYPE.aaaa) {
    if (size !== (type === TYPE.a ? 4 : 16)) return false;
    if (!isPublicAddress(message, dataOffset, size)) reading.hasPrivateAddress = true;
  }
  return true;
}

function takeTarget(dataOffset: number, { message, targets }: Reading): boolean {
  const target = readName(message, dataOffset);
  if (target === null || targets.length >= MAX_TARGETS) return false;
  if (!isNeutralEdge(target)) targets.push(target);
  return true;
}

function lifeOf({ message, soa, lifeSeconds }: Reading, isPositive: boolean): number {
  if (isPositive) return lifeSeconds;
  // Without SOA a denial must not be kept (RFC 2308 section 5).
  if (soa === null || soa.end - soa.dataOffset < 22) return 0;
  return Math.min(lifeSeconds, message.readUInt32BE(soa.end - 4));
}

/** A TTL with the highest bit set counts as 0 (RFC 2181 section 8). */
export function readTtl(message: Buffer, offset: number): number {
  const ttl = message.readUInt32BE(offset);
  return ttl >= 2 ** 31 ? 0 : ttl;
}

function withCounts(bytes: Buffer, answers: number, authorities: number): Buffer {
  bytes.writeUInt16BE(answers, 6);
  bytes.writeUInt16BE(authorities, 8);
  bytes.writeUInt16BE(0, 10);
  return bytes;
}

/** The addresses in an answer that are of a type (A or AAAA), as bytes, in its order. */
export function addressesIn({ bytes, questionEnd }: UpstreamAnswer, type: number): readonly Buffer[] {
  const found: Buffer[] = [];
  let at = questionEnd;
  for (let count = bytes.readUInt16BE(6); count > 0; count--) {
    const record = readRecord(bytes, at);
    if (record === null) break;
    if (record.type === type) found.push(bytes.subarray(record.dataOffset, record.end));
    at = record.end;
  }
  return found;
}

/** The smallest header that can be an answer to us. */
export function isAnswerHeader(message: Buffer): boolean {
  return message.length >= HEADER_BYTES && ((message[2] ?? 0) & 0xf8) === 0x80;
}
