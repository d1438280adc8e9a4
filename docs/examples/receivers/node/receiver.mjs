// A webhook receiver for Schoolgate, on nothing but Node.js (20 or later).
//
//   WEBHOOK_SECRETS=whsec_… PORT=3000 node receiver.mjs
//
// During a rotation give both secrets, with a comma between them. Put a reverse proxy with HTTPS in front.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const SECRETS = (process.env.WEBHOOK_SECRETS ?? '').split(',').filter(Boolean);
const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1_000_000; // Schoolgate sends less than 20,000
const REMEMBERED_IDS = 100_000;

if (SECRETS.length === 0)
  throw new Error('set WEBHOOK_SECRETS to the secret that POST /v1/webhooks gave you');

/** Checks a request (Standard Webhooks 1.0.0). `raw` is the body as it came: parsing and writing it again would change it. */
export function verify(raw, headers, secrets, now = Date.now()) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (typeof id !== 'string' || !/^\d+$/.test(timestamp ?? '')) throw new Error('headers are missing');
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new Error('timestamp too far from now');
  const sent = String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'));
  const genuine = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest();
    return sent.some(
      (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
    );
  });
  if (!genuine) throw new Error('no signature fits');
  return JSON.parse(raw.toString('utf8'));
}

// An event comes at least once. In production keep the ids with your data, in the same transaction as the work.
const seen = new Set();

function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > REMEMBERED_IDS) seen.delete(seen.values().next().value);
  return true;
}

/** Your work goes here. Events come in no order: `sequence` has it. */
function handle(event) {
  process.stdout.write(`${event.sequence} ${event.type} ${event.device_id ?? ''}\n`);
}

const server = createServer((request, response) => {
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      response.writeHead(413, { connection: 'close' }).end();
      request.destroy();
      return;
    }
    chunks.push(chunk);
  });
  request.on('end', () => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let event;
    try {
      event = verify(Buffer.concat(chunks), request.headers, SECRETS);
    } catch (error) {
      process.stderr.write(`refused: ${error.message}\n`);
      return response.writeHead(401).end();
    }
    // Answer first: after 15 seconds Schoolgate takes the attempt for failed and sends the event again.
    response.writeHead(204).end();
    if (isNew(event.id)) setImmediate(handle, event);
  });
});

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`),
);
process.on('SIGTERM', () => server.close());
