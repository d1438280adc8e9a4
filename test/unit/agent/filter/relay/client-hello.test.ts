import t from 'tap';
import { readClientHello } from '../../../../../agent/filter/relay/client-hello.ts';

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([u16(type), u16(content.length), content]);
}

function serverName(...names: readonly (string | Buffer)[]): Buffer {
  const entries = names.map((name) => {
    const bytes = Buffer.from(name as string, 'latin1');
    return Buffer.concat([Buffer.from([0]), u16(bytes.length), bytes]);
  });
  const list = Buffer.concat(entries);
  return extension(0, Buffer.concat([u16(list.length), list]));
}

interface Shape {
  readonly extensions?: readonly Buffer[] | null;
  readonly after?: Buffer;
  readonly suites?: Buffer;
  readonly fragment?: number;
}

function hello({
  extensions = [],
  after = Buffer.alloc(0),
  suites = u16(0x1301),
  fragment = 16_384,
}: Shape = {}): Buffer {
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
  const message = Buffer.concat([Buffer.from([1, 0]), u16(body.length), body]);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += fragment) {
    const part = message.subarray(at, at + fragment);
    records.push(Buffer.from([22, 3, 1]), u16(part.length), part);
  }
  return Buffer.concat(records);
}

t.test('the name is read, in lower case, whatever else is there', async (t) => {
  const named = hello({ extensions: [extension(43, Buffer.from([2, 3, 4])), serverName('Wiki.Example')] });
  t.same(readClientHello(named), { state: 'hello', hello: { serverName: 'wiki.example', ech: false } });
  const hidden = hello({ extensions: [serverName('a_b.example.'), extension(0xfe0d, Buffer.alloc(9))] });
  t.same(readClientHello(hidden), { state: 'hello', hello: { serverName: 'a_b.example.', ech: true } });
  for (const extensions of [null, []])
    t.same(readClientHello(hello({ extensions })), {
      state: 'hello',
      hello: { serverName: null, ech: false },
    });
});

t.test('it may be cut into records and segments anywhere', async (t) => {
  for (const fragment of [1, 2, 3, 4, 5, 50]) {
    const bytes = hello({ extensions: [serverName('wiki.example')], fragment });
    for (let length = 0; length < bytes.length; length++) {
      const reading = readClientHello(bytes.subarray(0, length));
      t.equal(reading.state, 'more', `${length} bytes in records of ${fragment}`);
      if (reading.state === 'more') t.ok(reading.needed > length && reading.needed <= bytes.length);
    }
    const whole = readClientHello(Buffer.concat([bytes, Buffer.from('what follows')]));
    t.same(whole, { state: 'hello', hello: { serverName: 'wiki.example', ech: false } });
  }
});

t.test('what another reader could understand otherwise is invalid', async (t) => {
  const good = serverName('wiki.example');
  const cases: readonly (readonly [string, Buffer])[] = [
    ['plain http', Buffer.from('GET / HTTP/1.1\r\n')],
    ['SSH', Buffer.from('SSH-2.0-x')],
    ['SSLv2', Buffer.from([0x80, 0x2e, 1, 3, 1])],
    [
      'an alert between the records',
      Buffer.concat([hello({ extensions: [good], fragment: 50 }).subarray(0, 55), Buffer.from([21, 3, 3])]),
    ],
    ['an empty record', Buffer.from([22, 3, 1, 0, 0])],
    ['a record too long', Buffer.from([22, 3, 1, 0x40, 1])],
    ['another message', Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
    ['two names', hello({ extensions: [serverName('wiki.example', 'play.example')] })],
    ['the extension twice', hello({ extensions: [good, serverName('play.example')] })],
    ['any extension twice', hello({ extensions: [good, extension(43, good), extension(43, good)] })],
    ['bytes behind the extensions', hello({ extensions: [good], after: Buffer.from([0]) })],
    ['an empty name', hello({ extensions: [serverName('')] })],
    ['an empty list', hello({ extensions: [extension(0, u16(0))] })],
    ['a NUL in the name', hello({ extensions: [serverName('wiki.example\u0000.play.example')] })],
    ['a blank in the name', hello({ extensions: [serverName(' wiki.example')] })],
    ['an escaped name', hello({ extensions: [serverName('wiki%2eexample')] })],
    ['an empty label', hello({ extensions: [serverName('wiki..example')] })],
    ['a name beyond ASCII', hello({ extensions: [serverName('w\u00efki.example')] })],
    ['a name too long', hello({ extensions: [serverName('a.'.repeat(130))] })],
    ['a name of another type', hello({ extensions: [extension(0, Buffer.from([0, 4, 1, 0, 1, 97]))] })],
    ['an odd number of suite bytes', hello({ suites: Buffer.from([1, 2, 3]) })],
    ['no suites', hello({ suites: Buffer.alloc(0) })],
    ['an extension longer than the list', hello({ extensions: [Buffer.from([0, 0, 0, 9, 0])] })],
  ];
  for (const [what, bytes] of cases) t.equal(readClientHello(bytes).state, 'invalid', what);
});
