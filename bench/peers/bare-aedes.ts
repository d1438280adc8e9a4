import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { servePeer } from './peer-process.ts';

/** Aedes with nothing of ours: every login and every message is taken; nothing is stored. */
const broker = await Aedes.createBroker({ maxClientsIdLength: 64 });
const server = createServer((socket) => broker.handle(socket));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

servePeer({ port }, () => new Promise((resolve) => broker.close(() => server.close(() => resolve()))));
