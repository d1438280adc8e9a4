import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** What the server of the stand trusts to say whom it speaks for. Nobody else comes from there. */
export const PROXY_ADDRESS = '127.0.0.77';

/** A reverse proxy as schools have it before the server: it says for whom it asks, and hands on upgrades. @returns its port on 127.0.0.1, and its end */
export async function startProxy(httpPort: number): Promise<{ readonly port: number; stop(): void }> {
  const asked = ({ method, url, headers, socket }: IncomingMessage): RequestOptions => ({
    ...{ method, path: url, host: '127.0.0.1', port: httpPort, localAddress: PROXY_ADDRESS },
    // A connection each: one that is used again may just be closed by the server.
    agent: false,
    headers: { ...headers, 'x-forwarded-for': socket.remoteAddress },
  });
  const server = createServer((question, answer) => {
    const onward = request(asked(question), (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    question.pipe(onward);
  });
  const open = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => open.add(socket));
  server.on('upgrade', (question, socket) => {
    socket.on('error', () => undefined);
    const onward = request(asked(question));
    onward.on('error', () => socket.destroy());
    onward.on('response', () => socket.destroy());
    onward.on('upgrade', (told, far) => {
      far.on('error', () => socket.destroy());
      far.once('close', () => socket.destroy());
      socket.once('close', () => far.destroy());
      const fields = Object.entries(told.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields.join('')}\r\n`);
      far.pipe(socket).pipe(far);
    });
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
