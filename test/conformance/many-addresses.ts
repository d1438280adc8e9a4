import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

/**
 * A reverse proxy through which each request comes from an address of its own, as `X-Forwarded-For` says. Strangers have 60 requests a
 * minute from one address, and what a program tries without a key are requests of strangers.
 * @returns its URL; it stops by teardown
 */
export async function startManyAddresses(t: Test, port: number): Promise<string> {
  let count = 0;
  // What is too long for the server must reach it.
  const proxy = createServer({ maxHeaderSize: 262_144 }, (incoming, outgoing) => {
    count += 1;
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
    const { method, url: path, rawHeaders } = incoming;
    const upstream = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: [...rawHeaders, 'X-Forwarded-For', address],
        setHost: false,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
