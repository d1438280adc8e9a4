import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Arrival, ReceiverReport } from '../webhooks.ts';
import { servePeer } from './peer-process.ts';

/** The slow endpoint answers within the 15 s that an attempt has. */
const SLOW_MS = 14_000;

/**
 * Takes webhooks: reads the body, notes the moment and answers 204. `/slow` answers after 14 s, `/dead` never. `GET /arrivals` tells what has come since it
 * was last asked.
 */
let arrivals: Arrival[] = [];
let sample = '';

const take = (request: IncomingMessage, response: ServerResponse): void => {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    arrivals.push({ path, id: String(request.headers['webhook-id']), at });
    if (sample === '') sample = Buffer.concat(chunks).toString('utf8');
    if (path === '/dead') return;
    if (path === '/slow') setTimeout(() => response.writeHead(204).end(), SLOW_MS);
    else response.writeHead(204).end();
  });
};
const report = (response: ServerResponse): void => {
  const told: ReceiverReport = { arrivals, sample };
  arrivals = [];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
};

const server = createServer((request, response) => {
  if (request.method === 'GET') report(response);
  else take(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();

servePeer(
  { port: typeof address === 'object' && address !== null ? address.port : 0 },
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);
