import { connect } from 'node:net';
import t from 'tap';
import { startRestServer } from '../rest-server.ts';

const SIZES = [16_384, 65_536, 1_048_576];

/** Sends all of it and then reads; rejects where the connection breaks. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.setEncoding('utf8');
    socket.once('error', reject);
    // Nobody reads before all is sent, as simple clients do.
    socket.write(bytes, () =>
      socket.on('data', (chunk) => {
        text += chunk;
      }),
    );
    socket.once('end', () => {
      socket.end();
      resolve(text);
    });
  });
}

/** Status line and the parsed body, which must have come whole. */
function read(answer: string): { readonly status: string; readonly problem: Record<string, unknown> } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: head.split('\r\n')[0] ?? '', problem: JSON.parse(body) };
}

t.test('an address that is too long is answered 414 whole, however long it is', async (t) => {
  const { port } = await startRestServer(t);
  for (const size of SIZES) {
    const { status, problem } = read(
      await exchange(port, `GET /v1/devices?q=${'x'.repeat(size)} HTTP/1.1\r\nhost: x\r\n\r\n`),
    );
    t.equal(status, 'HTTP/1.1 414 URI Too Long', `${size} bytes`);
    t.equal(problem.code, 'uri_too_long');
  }
});

t.test('header fields that are too large are answered 431 whole, however large they are', async (t) => {
  const { port } = await startRestServer(t);
  for (const size of SIZES) {
    const { status, problem } = read(
      await exchange(port, `GET /v1/devices HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(size)}\r\n\r\n`),
    );
    t.equal(status, 'HTTP/1.1 431 Request Header Fields Too Large', `${size} bytes`);
    t.equal(problem.code, 'headers_too_large');
  }
});
