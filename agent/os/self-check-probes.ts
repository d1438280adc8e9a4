import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Connected, Greeted, Resolved, SelfCheckProbes } from '../ports/self-check-probes.ts';

const CONNECT_MS = 1_500;
/** Look-ups through a resolver that is busy or far. */
const RESOLVE_MS = 5_000;
const MAX_PAC_BYTES = 65_536;
/** First byte of a TLS record (RFC 8446 section 5.1): a handshake goes on. */
const TLS_HANDSHAKE = 22;

/** getaddrinfo(3): there is no such name, or it has no address. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);
const REFUSED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EACCES', 'EPERM', 'EPIPE']);

/** Through Node's own sockets and the system's getaddrinfo. */
export const systemProbes: SelfCheckProbes = {
  resolve: (name) => withinTime(resolve(name), RESOLVE_MS, { answer: 'none' }),
  connect: (address, port) => open(address, port, (socket, end) => socket.once('connect', () => end('open'))),
  async greet({ address, port, serverName }) {
    const hello = await clientHello(serverName);
    const result = await open<Greeted>(address, port, (socket, end) => {
      socket.once('connect', () => socket.write(hello));
      socket.once('data', (bytes: Buffer) => end(bytes[0] === TLS_HANDSHAKE ? 'answered' : 'refused'));
      socket.once('close', () => end('refused'));
    });
    return result === 'open' ? 'silent' : result;
  },
  async servesPac(port) {
    let text = '';
    await open('127.0.0.1', port, (socket, end) => {
      socket.once('connect', () =>
        socket.write(`GET /proxy.pac HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
      );
      socket.on('data', (bytes: Buffer) => {
        text += bytes.toString('latin1');
        if (text.length > MAX_PAC_BYTES) end('open');
      });
      socket.once('close', () => end('open'));
    });
    return /^HTTP\/1\.1 200 /.test(text) && text.includes('FindProxyForURL');
  },
};

async function resolve(name: string): Promise<Resolved> {
  try {
    const found = await lookup(name, { all: true });
    return { answer: 'addresses', addresses: found.map(({ address }) => address) };
  } catch (error) {
    return { answer: NOTHING.has(codeOf(error)) ? 'nothing' : 'none' };
  }
}

/** Opens a socket and closes it with the first result. */
function open<Result>(
  host: string,
  port: number,
  use: (socket: Socket, end: (result: Connected | Result) => void) => void,
): Promise<Connected | Result> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (result: Connected | Result): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(CONNECT_MS, () => end('silent'));
    socket.on('error', (error) => end(REFUSED.has(codeOf(error)) ? 'refused' : 'unreachable'));
    use(socket, end);
  });
}

/** The first message of a TLS connection, made by Node's own TLS, so that we need not implement TLS. */
function clientHello(serverName: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _encoding, done) {
        resolve(chunk);
        done();
      },
    });
    const tls = connectTls({ socket, servername: serverName });
    tls.on('error', () => undefined);
    setImmediate(() => tls.destroy());
  });
}

function withinTime<T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    work.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
