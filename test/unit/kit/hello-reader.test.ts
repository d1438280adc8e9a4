import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import t from 'tap';
import { takeClientHello } from '../../../kit/hello-reader.ts';
import { extension, hello, serverName } from '../../support/client-hello.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';

const WIKI = hello({ extensions: [serverName('wiki.example')] });

function stand(head?: Buffer) {
  const clock = createFakeClock();
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const socket = stream as unknown as Socket;
  const taking = takeClientHello(socket, { clock, ...(head === undefined ? {} : { head }) });
  return { clock, stream, taking };
}

t.test('it is taken in whatever pieces it comes, with what came after it', async (t) => {
  for (const size of [1, 7, WIKI.length]) {
    const { clock, stream, taking } = stand();
    for (let at = 0; at < WIKI.length; at += size) {
      const piece = WIKI.subarray(at, at + size);
      stream.push(at + size >= WIKI.length ? Buffer.concat([piece, Buffer.from('after')]) : piece);
      await clock.advance(1);
    }
    const result = await taking;
    hasFields(t, result, { state: 'hello', hello: { serverName: 'wiki.example' } });
    t.equal(
      'bytes' in result && result.bytes.toString('latin1'),
      `${WIKI.toString('latin1')}after`,
      `in pieces of ${size}`,
    );
    t.equal(clock.pending(), 0, 'no timer is left');
  }
});

t.test('what came with the request for a tunnel is the beginning', async (t) => {
  hasFields(t, await stand(WIKI).taking, { state: 'hello', bytes: WIKI });
  const { stream, taking } = stand(WIKI.subarray(0, 20));
  stream.push(WIKI.subarray(20));
  hasFields(t, await taking, { state: 'hello', bytes: WIKI });
});

t.test('nothing is lost of what comes after', async (t) => {
  const { clock, stream, taking } = stand();
  stream.push(WIKI);
  await taking;
  t.equal(stream.isPaused(), true);
  stream.push('later');
  await clock.advance(0);
  t.equal(String(stream.read()), 'later');
  t.strictSame(
    ['data', 'end', 'close'].map((event) => stream.listenerCount(event)),
    [0, 0, 0],
    'and nobody listens on',
  );
});

t.test('ten seconds are the limit from the first moment to the last byte', async (t) => {
  const { clock, stream, taking } = stand();
  let settled: unknown = null;
  void taking.then((result) => {
    settled = result;
  });
  await clock.advance(9_000);
  stream.push(WIKI.subarray(0, 10));
  await clock.advance(999);
  t.equal(settled, null);
  await clock.advance(1);
  hasFields(t, settled, { state: 'silent' });
});

t.test('who ends, breaks, or has gone before is silent', async (t) => {
  const ended = stand();
  ended.stream.push(WIKI.subarray(0, 10));
  ended.stream.push(null);
  hasFields(t, await ended.taking, { state: 'silent' });
  const broken = stand();
  broken.stream.destroy();
  hasFields(t, await broken.taking, { state: 'silent' });
  const { stream, clock } = broken;
  hasFields(t, await takeClientHello(stream as unknown as Socket, { clock, head: WIKI }), {
    state: 'silent',
  });
  t.equal(clock.pending(), 0);
});

t.test('what is no TLS is a stranger at once', async (t) => {
  const { clock, stream, taking } = stand();
  stream.push('SSH-2.0-OpenSSH_9.2\r\n');
  hasFields(t, await taking, { state: 'stranger' });
  t.equal(clock.pending(), 0);
});

t.test('one that is longer than any browser’s is a stranger before it has come', async (t) => {
  const long = (bytes: number): Buffer => hello({ extensions: [extension(21, Buffer.alloc(bytes))] });
  const fits = stand();
  for (let at = 0, all = long(30_000); at < all.length; at += 10_000)
    fits.stream.push(all.subarray(at, at + 10_000));
  hasFields(t, await fits.taking, { state: 'hello' });
  const { stream, taking } = stand();
  stream.push(long(40_000).subarray(0, 33_000));
  hasFields(t, await taking, { state: 'stranger', why: 'too long' });
});
