// A program of a student's, for attacks.test.ts: speaks to the pipe of the worker's service, or takes its name before it.
import { connect, createServer } from 'node:net';
import { note } from './note.ts';

const PIPE = '\\\\.\\pipe\\schoolgate-worker';
const [what = '', seconds = '1'] = process.argv.slice(2);

if (what === 'squat') {
  const server = createServer((socket) => {
    socket.on('data', (bytes) => note('the squatter reads', bytes.length)).on('error', () => null);
  });
  server.listen(PIPE, () => note('the squatter has the name', null));
  server.on('error', (error) => note('the squatter fails', error.message));
} else {
  const socket = connect({ path: PIPE });
  socket.on('error', (error) => note(`${what} is refused`, error.message));
  socket.on('connect', () => {
    note(`${what} is connected`, null);
    if (what === 'garbage') socket.write(Buffer.alloc(100_000, 0xff));
    // An order whose handles are no handles of the service.
    if (what === 'order') socket.write(order());
  });
  socket.on('close', () => process.exit(0));
}
setTimeout(() => process.exit(0), Number(seconds) * 1_000);

/** As worker_frame.h has it, without ports. */
function order(): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(2, 0);
  bytes.writeUInt32LE(5, 4);
  bytes.writeBigUInt64LE(0x1_0000n, 8);
  return bytes;
}
