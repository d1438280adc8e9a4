import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { systemRandom } from '../../kit/random.ts';
import { inParallel } from '../load/statistics.ts';
import type { BarePosting } from '../webhooks.ts';
import { servePeer } from './peer-process.ts';

/** Signs one body anew for each request and posts it with undici; no queue, no store, no log. Ready when all are answered. */
const { port, endpoints, inFlight, requests, bodyFile } = JSON.parse(process.argv[2] ?? '') as BarePosting;
const body = readFileSync(bodyFile, 'utf8');
const key = systemRandom.bytes(32);
const dispatcher = new Agent({ pipelining: 1, connections: inFlight });

const post = async (number: number): Promise<void> => {
  const id = `evt_${String(number).padStart(26, '0')}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await request(`http://127.0.0.1:${port}/${number % endpoints}`, {
    method: 'POST',
    headers: {
      'user-agent': 'bench',
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    body,
    dispatcher,
  });
  await response.body.text();
  if (response.statusCode !== 204) throw new Error(`answered with ${response.statusCode}`);
};
const before = process.cpuUsage();
await inParallel(
  Array.from({ length: requests }, (_, number) => number),
  inFlight,
  post,
);

const { user, system } = process.cpuUsage(before);
servePeer({ cpuMs: (user + system) / 1_000 }, () => dispatcher.close());
