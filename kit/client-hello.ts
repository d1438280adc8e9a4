/** Facts of the first message of a TLS client. */
export interface ClientHello {
  /** Lower case, otherwise as the client wrote it; null = it sent no name. */
  readonly serverName: string | null;
  /** Whether it carries an encrypted ClientHello (RFC 9849), real or GREASE. In that case `serverName` may be a cover name. */
  readonly ech: boolean;
}

export type HelloReading =
  | { readonly state: 'hello'; readonly hello: ClientHello }
  /** Valid so far; read it again only with this many bytes. */
  | { readonly state: 'more'; readonly needed: number }
  | { readonly state: 'invalid'; readonly why: string };

const RECORD_HEADER = 5;
const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
/** RFC 8446 section 5.1 (bytes). */
const MAX_FRAGMENT = 16_384;
const SERVER_NAME = 0;
const ENCRYPTED_CLIENT_HELLO = 0xfe0d;
/** RFC 6066 section 3: ASCII, no trailing dot needed, not an address. The underscore occurs in practice. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/i;
const MAX_HOST_NAME = 254;

/**
 * Reads the ClientHello at the start of a TLS connection (RFC 8446 sections 4.1.2 and 5.1, RFC 6066 section 3), which may span several records. It is strict:
 * everything that a server could read differently is invalid, such as left-over bytes, an extension or a name given twice, or another kind of record in
 * between. What follows the message is ignored. Pure; never throws, whatever the bytes.
 */
export function readClientHello(bytes: Uint8Array): HelloReading {
  try {
    return read(new Cursor(bytes));
  } catch (error) {
    if (error instanceof Malformed) return { state: 'invalid', why: error.message };
    throw error;
  }
}

class Malformed extends Error {}

/** Length of the header of a handshake message: type and length (bytes). */
const MESSAGE_HEADER = 4;

function read(records: Cursor): HelloReading {
  const fragments: Uint8Array[] = [];
  let collected = 0;
  let wanted = MESSAGE_HEADER;
  while (collected < wanted) {
    checkRecordStart(records);
    if (records.left < RECORD_HEADER) return { state: 'more', needed: records.at + RECORD_HEADER };
    records.skip(3);
    const length = records.uint16();
    if (length === 0 || length > MAX_FRAGMENT) throw new Malformed('record of a wrong length');
    const fragment = records.upTo(length);
    fragments.push(fragment);
    collected += fragment.length;
    wanted = wantedBytes(fragments, collected);
    const missing = Math.min(length - fragment.length, wanted - collected);
    if (missing > 0) return { state: 'more', needed: records.at + missing };
  }
  const message = new Cursor(joined(fragments, wanted));
  message.skip(MESSAGE_HEADER);
  return { state: 'hello', hello: helloOf(message) };
}

/** The first bytes show whether it is TLS; the rest of the header may still be on its way. */
function checkRecordStart(records: Cursor): void {
  if (records.left > 0 && records.peek(0) !== HANDSHAKE_RECORD) throw new Malformed('no handshake record');
  if (records.left > 1 && records.peek(1) !== 3) throw new Malformed('no TLS version');
}

/** The length of the whole message, as far as it is known yet. */
function wantedBytes(fragments: readonly Uint8Array[], collected: number): number {
  if (collected > 0 && fragments[0]?.[0] !== CLIENT_HELLO) throw new Malformed('no ClientHello');
  if (collected < MESSAGE_HEADER) return MESSAGE_HEADER;
  return MESSAGE_HEADER + helloLength(joined(fragments, MESSAGE_HEADER));
}

function helloLength(header: Uint8Array): number {
  const cursor = new Cursor(header);
  cursor.skip(1);
  return cursor.uint24();
}

function helloOf(message: Cursor): ClientHello {
  if (message.uint16() >> 8 !== 3) throw new Malformed('no TLS version');
  message.skip(32);
  if (message.vector8().left > 32) throw new Malformed('session id too long');
  const suites = message.vector16().left;
  if (suites < 2 || suites % 2 !== 0) throw new Malformed('cipher suites of a wrong length');
  if (message.vector8().left < 1) throw new Malformed('no compression method');
  // TLS 1.2 may have no extensions at all.
  if (message.left === 0) return { serverName: null, ech: false };
  const extensions = message.vector16();
  message.end();
  const seen = new Set<number>();
  let serverName: string | null = null;
  while (extensions.left > 0) {
    const type = extensions.uint16();
    const content = extensions.vector16();
    if (seen.has(type)) throw new Malformed('an extension is given twice');
    seen.add(type);
    if (type === SERVER_NAME) serverName = serverNameOf(content);
  }
  return { serverName, ech: seen.has(ENCRYPTED_CLIENT_HELLO) };
}

/** The server name. There must be exactly one, of the only existing type. */
function serverNameOf(content: Cursor): string {
  const list = content.vector16();
  content.end();
  if (list.uint8() !== 0) throw new Malformed('server name of an unknown type');
  const name = list.vector16().rest();
  list.end();
  if (name.length === 0 || name.length > MAX_HOST_NAME) throw new Malformed('server name of a wrong length');
  const text = String.fromCharCode(...name);
  if (!HOST_NAME.test(text)) throw new Malformed('server name that is none');
  return text.toLowerCase();
}

/** The first bytes of several pieces, joined. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && first.length >= length) return first.subarray(0, length);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, length - at);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads big-endian numbers and vectors. Reading past the end is malformed, never undefined. */
class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  peek(offset: number): number | undefined {
    return this.#bytes[this.#at + offset];
  }

  skip(count: number): void {
    if (count > this.left) throw new Malformed('cut short');
    this.#at += count;
  }

  uint8(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Malformed('cut short');
    this.#at += 1;
    return byte;
  }

  uint16(): number {
    return (this.uint8() << 8) | this.uint8();
  }

  uint24(): number {
    return (this.uint16() << 8) | this.uint8();
  }

  vector8(): Cursor {
    return this.#vector(this.uint8());
  }

  vector16(): Cursor {
    return this.#vector(this.uint16());
  }

  /** Reads at most this many bytes, or as many as there are. */
  upTo(count: number): Uint8Array {
    const start = this.#at;
    this.#at = Math.min(start + count, this.#bytes.length);
    return this.#bytes.subarray(start, this.#at);
  }

  rest(): Uint8Array {
    return this.upTo(this.left);
  }

  end(): void {
    if (this.left > 0) throw new Malformed('bytes left over');
  }

  #vector(length: number): Cursor {
    const start = this.#at;
    this.skip(length);
    return new Cursor(this.#bytes.subarray(start, this.#at));
  }
}
