import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { servePeer } from './peer-process.ts';

/** Aedes without our code: it accepts every login and every message and stores nothing. */
const broker = await Aedes.createBroker({ maxClientsIdLength: 64 });
// Without noDelay a reply waits 40 ms for the acknowledgement of the packet before it (RFC 896 beside RFC 1122, 4.2.3.2).
const server = createServer({ noDelay: true }, (socket) => broker.handle(socket));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

servePeer({ port }, () => new Promise((resolve) => broker.close(() => server.close(() => resolve()))));
