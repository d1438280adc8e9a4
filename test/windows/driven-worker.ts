// The worker of tests that drive the agent: says what is held for it, and answers there; with a file `no-handover` it leaves as one that has got nothing.
import { existsSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import {
  DATAGRAMS_FD,
  HELD_VARIABLE,
  NOT_HANDED_OVER,
  receiveHeldSockets,
} from '../../agent/os/windows/held-sockets.ts';
import { WORKER_FD } from '../../agent/os/worker-starter.ts';

if (existsSync(join(__dirname, 'no-handover'))) process.exit(NOT_HANDED_OVER);
const receiving = receiveHeldSockets({
  env: process.env,
  channel: process,
  openDatagrams: () => new Socket({ fd: DATAGRAMS_FD, readable: true, writable: true }),
});
const stream = new Socket({ fd: WORKER_FD, readable: true, writable: true });
stream.on('data', () => null);
stream.on('error', () => process.exit(1));
stream.on('close', () => process.exit(0));
void receiving.then((sockets) => {
  for (const socket of sockets)
    if ('datagrams' in socket)
      socket.datagrams.onMessage((packet, from) => socket.datagrams.send(packet, from));
    else socket.handed.takeOver(createServer((connection) => connection.on('error', () => null).end('here')));
  stream.write(JSON.stringify(process.env[HELD_VARIABLE] ?? null));
});
