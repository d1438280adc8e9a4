/** Two bytes, most significant first. */
export function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

/** An extension of a ClientHello, by its number (RFC 8446 section 4.2). */
export function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([u16(type), u16(content.length), content]);
}

/** The extension that names the host (RFC 6066 section 3). */
export function serverName(...names: readonly (string | Buffer)[]): Buffer {
  const entries = names.map((name) => {
    const bytes = Buffer.from(name as string, 'latin1');
    return Buffer.concat([Buffer.from([0]), u16(bytes.length), bytes]);
  });
  const list = Buffer.concat(entries);
  return extension(0, Buffer.concat([u16(list.length), list]));
}

/** What differs from a plain one. */
export interface HelloShape {
  readonly extensions?: readonly Buffer[] | null;
  readonly after?: Buffer;
  readonly suites?: Buffer;
  readonly fragment?: number;
}

/** A ClientHello in its records, as it goes over the wire. */
export function hello({
  extensions = [],
  after = Buffer.alloc(0),
  suites = u16(0x1301),
  fragment = 16_384,
}: HelloShape = {}): Buffer {
  const list = extensions === null ? null : Buffer.concat(extensions);
  const body = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    Buffer.from([0]),
    u16(suites.length),
    suites,
    Buffer.from([1, 0]),
    ...(list === null ? [] : [u16(list.length), list]),
    after,
  ]);
  const message = Buffer.concat([Buffer.from([1, body.length >> 16]), u16(body.length), body]);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += fragment) {
    const part = message.subarray(at, at + fragment);
    records.push(Buffer.from([22, 3, 1]), u16(part.length), part);
  }
  return Buffer.concat(records);
}

/** Says that the true name is inside, encrypted (RFC 9849 section 5). */
export const ECH = extension(0xfe0d, Buffer.alloc(9));
