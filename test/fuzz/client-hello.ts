import { damaged, type FuzzRandom } from './fuzz-run.ts';

/** An extension of a ClientHello: its type and its content. */
type Extension = readonly [type: number, content: Buffer];

interface HelloParts {
  /** From the version to the compression methods. */
  readonly start: Buffer;
  readonly extensions: readonly Extension[];
}

/** Takes a sound ClientHello (one record, as TLS libraries send it) apart. */
function partsOf(record: Buffer): HelloParts {
  const body = record.subarray(9);
  let at = 34;
  at += 1 + body.readUInt8(at);
  at += 2 + body.readUInt16BE(at);
  at += 1 + body.readUInt8(at);
  const extensions: Extension[] = [];
  for (let next = at + 2; next + 4 <= body.length; ) {
    const length = body.readUInt16BE(next + 2);
    extensions.push([body.readUInt16BE(next), body.subarray(next + 4, next + 4 + length)]);
    next += 4 + length;
  }
  return { start: body.subarray(0, at), extensions };
}

const SERVER_NAME = 0;

/** Ways to write a blocked name, and names that are none. */
function spelling(host: string, random: FuzzRandom): Buffer {
  const odd = [
    host,
    host.toUpperCase(),
    `${host}.`,
    `${host}..`,
    `.${host}`,
    `www.${host}`,
    `${host}\u0000.wiki.example`,
    `wiki.example\u0000${host}`,
    host.replace('a', '%61'),
    host.replace('a', '\u0430'),
    host.replace('.', '\u3002'),
    `${host}:443`,
    `[${host}]`,
    ` ${host}`,
    '127.0.0.1',
    '[::1]',
    '',
    'a'.repeat(300),
  ];
  return Buffer.from(random.pick(odd), random.oneIn(2) ? 'utf8' : 'latin1');
}

function nameList(names: readonly Buffer[], random: FuzzRandom): Buffer {
  const entries = names.map((name) => {
    const length = random.oneIn(15) ? random.below(65_536) : name.length;
    return Buffer.concat([
      Buffer.from([random.oneIn(15) ? random.below(256) : 0, length >> 8, length & 255]),
      name,
    ]);
  });
  const list = Buffer.concat(entries);
  const length = random.oneIn(15) ? random.below(65_536) : list.length;
  return Buffer.concat([Buffer.from([length >> 8, length & 255]), list]);
}

/** A ClientHello that was made from a sound one: other names, more or doubled extensions, cut into records, damaged. */
export function mutatedHello(
  sound: Buffer,
  hosts: { readonly open: string; readonly shut: string },
  random: FuzzRandom,
): Buffer {
  const { start, extensions } = partsOf(sound);
  const name = (): Buffer => (random.oneIn(3) ? Buffer.from(hosts.open) : spelling(hosts.shut, random));
  const names = Array.from({ length: random.oneIn(4) ? 2 : 1 }, name);
  let list = extensions.map(
    (extension): Extension =>
      extension[0] === SERVER_NAME ? [SERVER_NAME, nameList(names, random)] : extension,
  );
  if (random.oneIn(6)) list = [...list, [SERVER_NAME, nameList([name()], random)]];
  if (random.oneIn(8)) list = [[0xfe0d, Buffer.alloc(random.below(300))], ...list];
  if (random.oneIn(10)) list = list.filter(([type]) => type !== SERVER_NAME);
  const body = Buffer.concat(
    list.flatMap(([type, content]) => [
      Buffer.from([type >> 8, type & 255, content.length >> 8, content.length & 255]),
      content,
    ]),
  );
  const whole = Buffer.concat([start, Buffer.from([body.length >> 8, body.length & 255]), body]);
  const message = Buffer.concat([
    Buffer.from([1, whole.length >> 16, (whole.length >> 8) & 255, whole.length & 255]),
    whole,
  ]);
  const bytes = inRecords(message, random);
  return random.oneIn(2) ? damaged(bytes, random) : bytes;
}

function inRecords(message: Buffer, random: FuzzRandom): Buffer {
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; ) {
    const length = random.oneIn(2) ? Math.min(16_384, message.length - at) : random.below(200) + 1;
    const part = message.subarray(at, at + length);
    records.push(
      Buffer.from([random.oneIn(40) ? random.below(256) : 22, 3, 1, part.length >> 8, part.length & 255]),
      part,
    );
    at += part.length;
  }
  return Buffer.concat(records);
}
