import type { IncomingMessage } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import t from 'tap';
import type { Peer } from '../../../../gateway/admission/stranger-places.ts';
import { createWebSocketUpgrade } from '../../../../gateway/broker/web-socket.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';

/** An upgrade over a stream in memory, and what became of it. */
function scene({ isOpen = true, hasPlace = true } = {}) {
  const clock = createFakeClock();
  const complaints: unknown[] = [];
  const accepted: unknown[] = [];
  const peers: Peer[] = [];
  const state = { isAnswered: false, isLeft: false, hasNoDelay: false };
  const upgrade = createWebSocketUpgrade({
    clock,
    complaints: { report: (...all: unknown[]) => void complaints.push(all) },
    admissions: {
      admit: (peer: Peer) => {
        peers.push(peer);
        if (!hasPlace) return null;
        return {
          answered: () => Object.assign(state, { isAnswered: true }),
          leave: () => Object.assign(state, { isLeft: true }),
        };
      },
    },
    broker: { accept: (...all: unknown[]) => void accepted.push(all) },
    clientAddress: (address: string, forwarded: unknown) => `${address} for ${forwarded}`,
    isOpen: () => isOpen,
  } as unknown as Parameters<typeof createWebSocketUpgrade>[0]);
  const ask = (url: string, headers: Readonly<Record<string, string>> = {}, { isStuck = false } = {}) => {
    const [ours, theirs] = duplexPair();
    if (isStuck) ours._write = () => undefined;
    theirs.on('error', () => undefined);
    let answer = '';
    theirs.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    const request = {
      url,
      method: 'GET',
      headers: {
        upgrade: 'websocket',
        connection: 'Upgrade',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        'sec-websocket-protocol': 'mqtt',
        'x-forwarded-for': '198.51.100.9',
        ...headers,
      },
      socket: {
        remoteAddress: '203.0.113.7',
        setNoDelay: (now: boolean) => Object.assign(state, { hasNoDelay: now }),
      },
    } as unknown as IncomingMessage;
    upgrade(request, ours, Buffer.alloc(0));
    return { ours, theirs, answer: () => answer };
  };
  return { clock, ask, complaints, accepted, peers, state };
}

const isOver = (stream: Duplex) => until(() => stream.destroyed, { what: 'the end of the socket' });

t.test('MQTT over WebSocket is taken over at its path, each packet to go out at once', async (t) => {
  for (const [url, protocol] of [
    ['/mqtt', 'mqtt'],
    ['/mqtt?token=1', 'mqttv3.1, mqtt'],
  ] as const) {
    const { ask, accepted, complaints, peers, state } = scene();
    const { ours, answer } = ask(url, { 'sec-websocket-protocol': protocol });
    await until(() => answer().includes('\r\n\r\n'), { what: 'the answer' });
    t.match(answer(), /^HTTP\/1\.1 101 /);
    t.match(answer(), /\r\nSec-WebSocket-Protocol: mqtt\r\n/i);
    t.strictSame([accepted.length, complaints.length, state.hasNoDelay], [1, 0, true]);
    t.equal(peers[0]?.address, '203.0.113.7 for 198.51.100.9');
    t.equal(state.isAnswered, true, 'what the server waits for now is its login');
    t.equal(state.isLeft, false);
    peers[0]?.destroy();
    await until(() => state.isLeft, { what: 'the place to be free' });
    t.equal(ours.destroyed, true);
  }
});

t.test('anything else is refused, with a status that says why', async (t) => {
  for (const [options, url, headers, status, admitted] of [
    [{}, '/', {}, '404 Not Found', 0],
    [{}, '/mqtt/', {}, '404 Not Found', 0],
    [{}, '/x?/mqtt', {}, '404 Not Found', 0],
    [{ isOpen: false }, '/mqtt', {}, '503 Service Unavailable', 0],
    [{}, '/mqtt', { 'sec-websocket-protocol': 'chat' }, '400 Bad Request', 0],
    [{}, '/mqtt', { 'sec-websocket-protocol': '' }, '400 Bad Request', 0],
    [{ hasPlace: false }, '/mqtt', {}, '503 Service Unavailable', 1],
  ] as const) {
    const { ask, accepted, complaints, peers, clock } = scene(options);
    const { ours, answer } = ask(url, headers);
    await until(() => answer() !== '', { what: 'the answer' });
    t.equal(answer(), `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    await isOver(ours);
    t.equal(clock.pending(), 0);
    t.strictSame([accepted.length, peers.length], [0, admitted]);
    t.strictSame(
      complaints,
      status.startsWith('404') ? [['not_mqtt_path', { address: '203.0.113.7 for 198.51.100.9' }]] : [],
    );
  }
});

t.test('a peer that does not take its refusal is let go after a second', async (t) => {
  const { ask, clock } = scene();
  const { ours } = ask('/', {}, { isStuck: true });
  await clock.advance(999);
  t.equal(ours.destroyed, false);
  await clock.advance(1);
  t.equal(ours.destroyed, true);
});

t.test('an error of a socket ends that socket and nothing else', async (t) => {
  const { ask } = scene();
  const { ours } = ask('/mqtt', { 'sec-websocket-version': '7' });
  ours.emit('error', new Error('reset'));
  await isOver(ours);
  t.pass('the process goes on');
});

/** Frames with the opcode and nothing in them, masked with zeros (RFC 6455, section 5.2). */
const framesOf = (opcode: number, count: number): Buffer =>
  Buffer.concat(Array(count).fill(Buffer.from([0x80 | opcode, 0x80, 0, 0, 0, 0])));

t.test('ten pings are answered, and one a second after them; who sends more nothing is cut', async (t) => {
  for (const opcode of [0x9, 0xa, 0x2]) {
    const { ask, clock } = scene();
    const { ours, theirs, answer } = ask('/mqtt');
    await until(() => answer().includes('\r\n\r\n'), { what: 'the answer' });
    const pongs = () => answer().split('\r\n\r\n')[1]?.length ?? 0;
    theirs.write(framesOf(opcode, 10));
    if (opcode === 0x9) await until(() => pongs() === 10 * 2, { what: 'ten pongs' });
    await clock.advance(1_000);
    theirs.write(framesOf(opcode, 1));
    if (opcode === 0x9) await until(() => pongs() === 11 * 2, { what: 'the eleventh' });
    t.equal(ours.destroyed, false);
    theirs.write(framesOf(opcode, 1));
    await isOver(ours);
  }
});
