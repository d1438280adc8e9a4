import type { TokenBucket } from '../../kit/token-bucket.ts';
import { MAX_CONNECT_BYTES, MAX_CONTROL_BYTES, MAX_PUBLISH_BYTES } from '../limits/limits.ts';
import type { Refusal } from '../limits/stats.ts';

const CONNECT = 1;
const PUBLISH = 3;
const PUBACK = 4;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;

/** The shortest that a packet can be (bytes): its id, and one topic filter of one character, with its QoS [MQTT-3.8.3-3, MQTT-3.10.3-2]. */
const LEAST_BYTES: Readonly<Record<number, number>> = { [PUBACK]: 2, [SUBSCRIBE]: 6, [UNSUBSCRIBE]: 5 };
const ID_BYTES = 2;

/** The remaining length has at most four bytes of seven bits (MQTT 3.1.1, 2.2.3). */
const LAST_LENGTH_SHIFT = 21;

/**
 * Checks the framing of MQTT 3.1.1 (section 2.2) before the parser keeps a byte: the parser itself would collect up to 256 MB for any packet whose header says
 * that it is so large. It reads fixed headers and packet ids only, and skips the rest.
 */
export class PacketGuard {
  readonly #packets: TokenBucket;
  #loginSeen = false;
  #type: number | null = null;
  #length = 0;
  #shift = 0;
  /** Bytes of the present packet that are still to come. */
  #rest = 0;
  /** Bytes of its packet id that are still to come, and the part of the id that has come. */
  #idLeft = 0;
  #id = 0;

  constructor(packets: TokenBucket) {
    this.#packets = packets;
  }

  /** Looks at the next bytes of the connection. @returns why the connection is to be cut, or null */
  inspect(chunk: Uint8Array): Refusal | null {
    let at = 0;
    while (at < chunk.length) {
      if (this.#idLeft > 0) {
        const refusal = this.#idByte(chunk[at] ?? 0);
        if (refusal !== null) return refusal;
        at += 1;
      } else if (this.#rest > 0) {
        const step = Math.min(this.#rest, chunk.length - at);
        this.#rest -= step;
        at += step;
      } else {
        const refusal = this.#header(chunk[at] ?? 0);
        if (refusal !== null) return refusal;
        at += 1;
      }
    }
    return null;
  }

  /** A packet id is never 0 [MQTT-2.3.1-1]; that of a publish is looked at when its topic is known. */
  #idByte(byte: number): Refusal | null {
    this.#id = this.#id * 256 + byte;
    this.#idLeft -= 1;
    this.#rest -= 1;
    return this.#idLeft === 0 && this.#id === 0 ? 'protocol_error' : null;
  }

  #header(byte: number): Refusal | null {
    if (this.#type === null) {
      this.#type = byte >> 4;
      this.#length = 0;
      this.#shift = 0;
      // A stranger who does not begin with CONNECT is cut at the first byte [MQTT-3.1.0-1].
      return this.#loginSeen || this.#type === CONNECT ? null : 'protocol_error';
    }
    this.#length += (byte & 0x7f) << this.#shift;
    if ((byte & 0x80) !== 0) {
      if (this.#shift >= LAST_LENGTH_SHIFT) return 'protocol_error';
      this.#shift += 7;
      return null;
    }
    const refusal = this.#judge(this.#type);
    this.#idLeft = this.#type in LEAST_BYTES ? ID_BYTES : 0;
    this.#id = 0;
    this.#type = null;
    this.#rest = this.#length;
    return refusal;
  }

  #judge(type: number): Refusal | null {
    if (type === CONNECT) {
      if (this.#loginSeen) return 'protocol_error';
      this.#loginSeen = true;
    }
    if (this.#length > maxBytes(type)) return 'packet_too_large';
    if (this.#length < (LEAST_BYTES[type] ?? 0)) return 'protocol_error';
    return this.#packets.take(1) > 0 ? 'flood' : null;
  }
}

function maxBytes(type: number): number {
  if (type === CONNECT) return MAX_CONNECT_BYTES;
  return type === PUBLISH ? MAX_PUBLISH_BYTES : MAX_CONTROL_BYTES;
}
