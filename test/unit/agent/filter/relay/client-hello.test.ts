import t from 'tap';
import { readClientHello } from '../../../../../agent/filter/relay/client-hello.ts';
import { extension, hello, serverName, u16 } from '../../../../support/client-hello.ts';

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
