// The worker of worker.test.ts: says who it is, then answers, or leaves.
import { Socket } from 'node:net';
import { WORKER_FD } from '../../agent/os/worker-starter.ts';

const LEFT = 7;

process.stderr.write('the worker logs\n');
const stream = new Socket({ fd: WORKER_FD, readable: true, writable: true });
stream.setEncoding('utf8');
stream.on('data', (question) => {
  if (String(question) === 'leave') process.exit(LEFT);
  if (String(question) === 'answer') stream.write('answered');
});
stream.on('error', () => process.exit(1));
stream.write(JSON.stringify({ args: process.argv.slice(2), env: Object.keys(process.env).sort() }));
