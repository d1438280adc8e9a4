// The worker of attacks.test.ts: says that it is there.
import { Socket } from 'node:net';
import { WORKER_FD } from '../../agent/os/worker-starter.ts';

const stream = new Socket({ fd: WORKER_FD, readable: true, writable: true });
stream.on('data', () => null);
stream.on('error', () => process.exit(1));
stream.write('here');
