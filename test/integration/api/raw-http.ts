import { connect } from 'node:net';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** All of it: status line, header fields, body. */
  readonly text: string;
  /** `code` of its problem document; null when it is none. */
  readonly code: string | null;
}

/** Sends bytes as they are, which no HTTP client would, and reads all that comes back until the server ends the connection. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
      resolve({ status, text, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null });
    });
  });
}
