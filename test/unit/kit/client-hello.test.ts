import t from 'tap';
import { readClientHello } from '../../../kit/client-hello.ts';
import { extension, hello, serverName, u16 } from '../../support/client-hello.ts';

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

t.test('it is told how many bytes are needed before it is worth reading again', async (t) => {
  const needed = (bytes: Buffer): number | null => {
    const reading = readClientHello(bytes);
    return reading.state === 'more' ? reading.needed : null;
  };
  const whole = hello({ extensions: [serverName('wiki.example')] });
  for (let length = 0; length < whole.length; length++) {
    // The header of the record, that of the message, and the message.
    const expected = [5, 9].find((header) => length < header) ?? whole.length;
    t.equal(needed(whole.subarray(0, length)), expected, `${length} bytes`);
  }
  const cut = hello({ extensions: [serverName('wiki.example')], fragment: 50 });
  for (const [length, expected] of [
    [9, 55],
    [54, 55],
    [55, 60],
    [59, 60],
    [60, cut.length],
    [cut.length - 1, cut.length],
  ] as const)
    t.equal(needed(cut.subarray(0, length)), expected, `${length} bytes in records of 50`);
  t.equal(needed(cut), null);
});

t.test('what follows the message in its record is not waited for', async (t) => {
  const bytes = hello({ extensions: [serverName('wiki.example')] });
  const longer = Buffer.from(bytes);
  longer.writeUInt16BE(bytes.readUInt16BE(3) + 100, 3);
  t.equal(readClientHello(longer).state, 'hello');
});

t.test('a stranger is known by his first bytes', async (t) => {
  const state = (...bytes: readonly number[]) => readClientHello(Buffer.from(bytes)).state;
  t.strictSame([state(), state(22), state(22, 3), state(22, 3, 9)], ['more', 'more', 'more', 'more']);
  t.strictSame(
    [state(21), state(23), state(22, 2), state(22, 4)],
    ['invalid', 'invalid', 'invalid', 'invalid'],
  );
  t.equal(state(22, 3, 1, 0x40, 0), 'more', 'the longest record');
  t.equal(state(22, 3, 1, 0x40, 1), 'invalid');
  t.equal(state(22, 3, 1, 0, 1), 'more', 'the shortest record');
  t.equal(state(22, 3, 1, 0, 4, 1), 'more');
  t.equal(state(22, 3, 1, 0, 4, 2), 'invalid', 'another message');
  const second = hello({ extensions: [serverName('wiki.example')], fragment: 50 }).subarray(0, 55);
  t.equal(readClientHello(Buffer.concat([second, Buffer.from([23])])).state, 'invalid');
  t.equal(readClientHello(Buffer.concat([second, Buffer.from([22, 3])])).state, 'more');
});

t.test('one that is longer than sixteen bits can count is read as well', async (t) => {
  const long = hello({ extensions: [serverName('wiki.example'), extension(21, Buffer.alloc(65_490))] });
  t.same(readClientHello(long), { state: 'hello', hello: { serverName: 'wiki.example', ech: false } });
  t.equal(readClientHello(long.subarray(0, -1)).state, 'more');
});

/** The body of a message, part by part. */
function parts({
  version = [3, 3],
  session = Buffer.alloc(0),
  suites = u16(0x1301),
  compression = Buffer.of(0),
} = {}): string {
  const body = Buffer.concat([
    Buffer.from(version),
    Buffer.alloc(32, 7),
    Buffer.of(session.length),
    session,
    u16(suites.length),
    suites,
    Buffer.of(compression.length),
    compression,
  ]);
  const message = Buffer.concat([Buffer.of(1, 0), u16(body.length), body]);
  return readClientHello(Buffer.concat([Buffer.of(22, 3, 1), u16(message.length), message])).state;
}

t.test('each of its parts has the length that the standard gives it', async (t) => {
  t.equal(parts(), 'hello');
  t.strictSame([parts({ version: [2, 3] }), parts({ version: [3, 0] })], ['invalid', 'hello']);
  t.equal(parts({ session: Buffer.alloc(32) }), 'hello');
  t.equal(parts({ session: Buffer.alloc(33) }), 'invalid');
  t.equal(parts({ suites: Buffer.alloc(4) }), 'hello');
  t.equal(parts({ suites: Buffer.alloc(1) }), 'invalid');
  t.equal(parts({ compression: Buffer.alloc(2) }), 'hello');
  t.equal(parts({ compression: Buffer.alloc(0) }), 'invalid');
  const cut = hello({ extensions: null });
  const shorter = Buffer.from(cut.subarray(0, -1));
  shorter.writeUInt16BE(cut.readUInt16BE(3) - 1, 3);
  shorter.writeUInt16BE(cut.readUInt16BE(7) - 1, 7);
  t.equal(readClientHello(shorter).state, 'invalid', 'a message that ends within a part');
});

t.test('a name is a host’s, and its extension holds nothing else', async (t) => {
  const nameOf = (...extensions: readonly Buffer[]) => {
    const reading = readClientHello(hello({ extensions }));
    return reading.state === 'hello' ? reading.hello.serverName : reading.state;
  };
  const longest = `${'a.'.repeat(126)}aa`;
  for (const name of ['a', 'a-b', '_dmarc.a_b.example', '0.example', 'a.b.c.', longest])
    t.equal(nameOf(serverName(name)), name);
  for (const name of [`${longest}a`, '.', '.a', 'a..', 'a.b..', 'a b', '*.example', 'a:443', 'a.example\n'])
    t.equal(nameOf(serverName(name)), 'invalid', name);
  const list = serverName('a.example').subarray(4);
  t.equal(nameOf(extension(0, list)), 'a.example');
  t.equal(nameOf(extension(0, Buffer.concat([list, Buffer.of(0)]))), 'invalid', 'bytes behind the list');
  const within = Buffer.concat([u16(list.readUInt16BE(0) + 1), list.subarray(2), Buffer.of(0)]);
  t.equal(nameOf(extension(0, within)), 'invalid', 'bytes behind the name');
  t.equal(nameOf(extension(1, list), extension(2, list)), null, 'another extension names nobody');
});
