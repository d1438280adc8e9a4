import { createSsrfGuard } from '../../api/outbound/ssrf-guard.ts';
import { createWebhookDelivery } from '../../api/webhooks/delivery/delivery.ts';
import { newWebhookSecret, webhookSecretContext } from '../../api/webhooks/sending/signature.ts';
import { EVENT_TYPES } from '../../contracts/events/catalogue.ts';
import { delay, systemClock } from '../../kit/clock.ts';
import { systemRandom } from '../../kit/random.ts';
import { createSealer } from '../../kit/sealing.ts';
import { DEFAULT_ORGANISATION_ID as organisationId } from '../../store/ports/organisations.ts';
import { toDevice } from '../../store/views/device.ts';
import type { Commit, DeliveryJob } from '../webhooks.ts';
import { ids, log, openBenchStore } from './bench-store.ts';
import { servePeer } from './peer-process.ts';

/** Events of one transaction while a backlog is made. */
const FILL_BATCH = 500;
/** While events come in at a rate, they come this often (milliseconds), each lot in one durable transaction. */
const TICK_MS = 20;
const LAST_MS = 2_000;
const LOOPBACK = ['127.0.0.0/8'];

/** Webhook delivery over a real SQLite file, in one job: work off a backlog, or keep up with a rate. Ready when all but the endpoints that are to fail have it. */
const job = JSON.parse(process.argv[2] ?? '') as DeliveryJob;
const { store, fleet, remove } = await openBenchStore(1);
const sealer = createSealer({ masterKey: systemRandom.bytes(32), random: systemRandom });
const delivery = createWebhookDelivery({
  store,
  clock: systemClock,
  random: systemRandom,
  log,
  sealer,
  guard: createSsrfGuard({ allowCidrs: LOOPBACK, allowHttpCidrs: LOOPBACK }),
});
const types = EVENT_TYPES.slice(0, job.types);
const commits: Commit[] = [];
let fired = 0;

for (const [number, url] of job.urls.entries()) {
  const id = ids.next('whk');
  const now = systemClock.now();
  await store.webhooks.create({
    id,
    organisationId,
    url,
    kind: 'standard',
    events: [types[number % types.length] ?? '*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: now,
    updatedAt: now,
    sealedSecret: sealer.seal(newWebhookSecret(systemRandom), webhookSecretContext(id)),
  });
}

/** Commits events, one type after the other, as the gateway does: in the transaction of a change. */
const fire = async (count: number): Promise<void> => {
  const made = await store.transaction(async (tx) => {
    const device = await tx.devices.find(fleet[0]?.id ?? '');
    if (device === null) throw new Error('the device is gone');
    const at = systemClock.now();
    const committed: string[] = [];
    for (let number = 0; number < count; number++) {
      const type = types[fired++ % types.length] ?? 'device.offline';
      const data = { device: toDevice(device, at), reason: 'silence' };
      committed.push((await tx.events.append({ type, organisationId, at, deviceId: device.id, data })).id);
    }
    tx.wake({ kind: 'deliveries' });
    return committed;
  });
  const at = performance.timeOrigin + performance.now();
  for (const id of made) commits.push({ id, at });
};

/** Evenly over the time; what a slow moment has put off is caught up with. */
const fireAtRate = async (perSecond: number, seconds: number): Promise<void> => {
  const startedAt = systemClock.monotonic();
  const total = perSecond * seconds;
  while (fired < total) {
    const wanted = Math.min(total, Math.floor(((systemClock.monotonic() - startedAt) * perSecond) / 1_000));
    if (wanted > fired) await fire(wanted - fired);
    await delay(systemClock, TICK_MS);
  }
};

/** Until the endpoints that work have had everything. */
const drained = async (): Promise<void> => {
  while (delivery.stats().succeeded < job.expected) await delay(systemClock, TICK_MS);
};

const cpuUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let cpu = 0;
const startedAt = systemClock.monotonic();
if (job.kind === 'backlog') {
  while (fired < job.events) await fire(Math.min(FILL_BATCH, job.events - fired));
  cpu = cpuUsed();
  await delivery.start();
} else {
  await delivery.start();
  cpu = cpuUsed();
  await fireAtRate(job.perSecond, job.seconds);
}
await drained();
const elapsedMs = systemClock.monotonic() - startedAt;
// The slow endpoint’s successes were counted too: the last of the others may still be on their way.
if (job.kind === 'rate') await delay(systemClock, LAST_MS);

servePeer({ commits, cpuMs: cpuUsed() - cpu, elapsedMs }, async () => {
  await delivery.stop();
  await remove();
});
