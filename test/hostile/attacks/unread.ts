import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { Attack } from '../stand.ts';
import { untilAborted } from './hostile-laptop.ts';

const PIPELINES = 100;
const REQUEST = 'GET /v1/users HTTP/1.1\r\nHost: school\r\n\r\n';
const REQUESTS = REQUEST.repeat(5_000);
/** Many more than may wait, and few enough that they are soon answered where all may. */
const PROBE_COUNT = 200;
const ADDRESSES = 12;
const READERS = 50;

/** Writes the same again and again, as fast as it is taken. */
function flood(socket: Socket, bytes: string | Buffer): void {
  while (socket.writable && socket.write(bytes));
  if (socket.writable) socket.once('drain', () => flood(socket, bytes));
}

/** A connection that reads nothing, opened anew as often as the server closes it. */
function unread(
  port: number,
  localAddress: string,
  signal: AbortSignal,
  say: (socket: Socket) => void,
): void {
  if (signal.aborted) return;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.pause();
  socket.on('error', () => undefined);
  socket.once('connect', () => say(socket));
  socket.once('close', () => {
    signal.removeEventListener('abort', end);
    setImmediate(() => unread(port, localAddress, signal, say));
  });
}

/** Says something and reads. @returns how often `mark` came until the server closed the connection, or it had come as often as was asked for */
function countAnswers(
  port: number,
  { said, mark, most }: { readonly said: string | Buffer; readonly mark: string; readonly most: number },
): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(said));
    let told = '';
    const count = (): number => told.split(mark).length - 1;
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      told += text;
      if (count() >= most) socket.destroy();
    });
    socket.once('close', () => resolve(count()));
  });
}

/** Each parsed request takes memory, and so does each answer that nobody takes: who sends so far ahead is cut off, and so is who reads. */
export const PIPELINE_FLOOD: Attack = {
  what: 'a stranger sends thousands of requests ahead and reads no answer',
  prepare:
    async ({ school }) =>
    async (signal) => {
      const said = REQUEST.repeat(PROBE_COUNT);
      const answered = await countAnswers(school.httpPort, { said, mark: 'HTTP/1.1 ', most: PROBE_COUNT });
      assert.ok(answered < PROBE_COUNT, `the server answered ${answered} requests at once`);
      for (let number = 0; number < PIPELINES; number++)
        unread(school.httpPort, '127.0.0.1', signal, (socket) => flood(socket, REQUESTS));
      await untilAborted(signal);
    },
};

/** The explorer's script is the largest answer that needs no key. */
export const UNREAD_ANSWERS: Attack = {
  what: 'strangers from many addresses ask for the largest file and read nothing of it',
  prepare:
    async ({ school }) =>
    async (signal) => {
      for (let address = 1; address <= ADDRESSES; address++)
        for (let number = 0; number < READERS; number++)
          unread(school.httpPort, `127.0.7.${address}`, signal, (socket) =>
            socket.write('GET /docs/js/scalar.js HTTP/1.1\r\nHost: school\r\n\r\n'),
          );
      await untilAborted(signal);
    },
};

/** To MQTT over a web socket. */
export const UPGRADE = [
  'GET /mqtt HTTP/1.1',
  'Host: school',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: mqtt',
  '\r\n',
].join('\r\n');
const WEB_SOCKETS = 200;
const PING_BYTES = 125;
const PING_COUNT = 1_000;
/** Ping frames with as much as one may carry, masked with zeros (RFC 6455, section 5.5.2). */
const PINGS = Buffer.concat(
  Array(PING_COUNT).fill(
    Buffer.concat([Buffer.from([0x89, 0x80 | PING_BYTES, 0, 0, 0, 0]), Buffer.alloc(PING_BYTES)]),
  ),
);

/** Of a server, so unmasked. */
const PONG = `\x8a${String.fromCharCode(PING_BYTES)}`;

/** Each ping is to be answered, before anybody has logged in: who pings without end is cut off, and so is who reads the answers. */
export const UNREAD_PONGS: Attack = {
  what: 'a stranger pings over web sockets and reads no answer',
  prepare:
    async ({ school }) =>
    async (signal) => {
      const said = Buffer.concat([Buffer.from(UPGRADE), PINGS]);
      const answered = await countAnswers(school.httpPort, { said, mark: PONG, most: PING_COUNT });
      assert.ok(answered < PING_COUNT, `the server answered ${answered} pings at once`);
      for (let number = 0; number < WEB_SOCKETS; number++)
        unread(school.httpPort, '127.0.0.1', signal, (socket) => {
          socket.write(UPGRADE);
          flood(socket, PINGS);
        });
      await untilAborted(signal);
    },
};
