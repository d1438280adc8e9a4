// Uses a real server as an integrator would, and prints what it saw as one line of JSON.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Schoolgate, verifyWebhook } from '@schoolgate/sdk';

const client = new Schoolgate();
const id = process.env.SCHOOLGATE_SMOKE_DEVICE;

const listed = [];
for await (const device of client.devices.list({ status: 'online', limit: 2 })) listed.push(device.id);
if (!listed.includes(id)) throw new Error(`${id} is not among ${listed}`);
const lock = await client.devices.lock(id, { message: 'See the office', wait: 20 });
const unlock = await client.devices.command(id, { type: 'unlock', wait: 20 });
const override = await client.overrides.create({
  scope: { type: 'device', id },
  site: 'wiki.example',
  ttlMinutes: 5,
});
await client.overrides.delete(override.id);
let logs = 0;
for await (const _ of client.logs.list({ limit: 2 })) if (++logs === 200) break;

let receive;
const delivered = new Promise((resolve) => {
  receive = resolve;
});
const receiver = createServer(async (request, response) => {
  receive({ body: await buffer(request), headers: request.headers });
  response.writeHead(204).end();
});
await new Promise((ready) => receiver.listen(0, '127.0.0.1', ready));
const webhook = await client.webhooks.create({ url: `http://127.0.0.1:${receiver.address().port}/` });
await client.webhooks.test(webhook.id);
const { body, headers } = await delivered;
const event = await verifyWebhook(body, headers, webhook.secret);
await client.webhooks.delete(webhook.id);
receiver.close();
receiver.closeAllConnections();

console.log(
  JSON.stringify({
    devices: listed.length,
    lock: lock.status,
    unlock: unlock.status,
    override: override.id,
    logs,
    event: event.type,
  }),
);
