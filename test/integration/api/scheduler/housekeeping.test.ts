import t, { type Test } from 'tap';
import { createAlertPurgeJob } from '../../../../api/alerts/purge-job.ts';
import { createEventPurgeJob, createIdempotencyPurgeJob } from '../../../../api/scheduler/housekeeping.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { NewEvent, NewWebhook } from '../../../../store/ports/events.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY = 86_400_000;
const going = new AbortController().signal;

async function lab(t: Test): Promise<{ readonly clock: FakeClock; readonly store: Store }> {
  const clock = createFakeClock();
  return { clock, store: await createTestStore(t, { clock }) };
}

const event = (at: number): NewEvent => ({ type: 'command.failed', organisationId: 1, at, data: {} });

const webhook = (at: number): NewWebhook => ({
  id: 'whk_01h455vb4pex5vsknk084sn02q',
  organisationId: 1,
  url: 'https://sis.example/hooks',
  kind: 'standard',
  events: ['*'],
  description: null,
  enabled: true,
  disabledReason: null,
  signature: 'hmac',
  headers: {},
  createdAt: at,
  updatedAt: at,
});

t.test(
  'events go with their deliveries after thirty days, but for one that is still to be delivered',
  async (t) => {
    const { clock, store } = await lab(t);
    const quiet = await store.events.append(event(clock.now()));
    await store.webhooks.create({ ...webhook(clock.now()), sealedSecret: 'sealed' });
    const waiting = await store.events.append(event(clock.now()));
    clock.jump(2 * DAY);
    const young = await store.events.append(event(clock.now()));
    const job = createEventPurgeJob({ store, clock, log: silentLog });
    clock.jump(28 * DAY);
    await job.run(going);
    const kept = async () =>
      (
        await Promise.all([quiet, waiting, young].map(({ id }) => store.events.get(1, id as `evt_${string}`)))
      ).map((found) => found !== null);
    t.same(await kept(), [true, true, true], 'thirty days are not over');
    clock.jump(1);
    await job.run(going);
    t.same(await kept(), [false, true, true]);
    await store.webhooks.delete(1, 'whk_01h455vb4pex5vsknk084sn02q');
    clock.jump(3 * DAY);
    await job.run(going);
    t.same(await kept(), [false, false, false]);
  },
);

t.test('a purge of thousands goes batch by batch to its end, and stops when it is told to', async (t) => {
  const { clock, store } = await lab(t);
  await store.transaction(async (tx) => {
    for (let number = 0; number < 2_500; number++) await tx.events.append(event(clock.now()));
  });
  clock.jump(31 * DAY);
  const stopped = new AbortController();
  stopped.abort();
  const job = createEventPurgeJob({ store, clock, log: silentLog });
  await job.run(stopped.signal);
  t.equal(await store.events.purge(0, 1), 0);
  await job.run(going);
  t.equal(await store.events.purge(clock.now(), 10), 0, 'nothing is left');
});

t.test('alerts go after half a year and leave a receipt', async (t) => {
  const { clock, store } = await lab(t);
  await store.alerts.raise({
    organisationId: 1,
    type: 'game_detected',
    severity: 'low',
    title: 'x',
    deviceId: null,
    user: null,
    ouId: 'ou_00000000000000000000000001',
    policyId: null,
    details: {},
    count: 1,
    sameAs: 'x',
    joinsForMs: 1,
    at: clock.now(),
  });
  const job = createAlertPurgeJob({ store, clock, log: silentLog });
  clock.jump(180 * DAY);
  await job.run(going);
  t.same(await store.records.receipts(10), []);
  clock.jump(1);
  await job.run(going);
  await job.run(going);
  const receipts = await store.records.receipts(10);
  t.equal(receipts.length, 1);
  t.match(receipts, [{ kind: 'alerts', organisationId: null, rows: 1, at: clock.now() }]);
});

t.test('each job comes again after itself', async (t) => {
  const { clock, store } = await lab(t);
  const tools = { store, clock, log: silentLog };
  for (const [job, next] of [
    [createIdempotencyPurgeJob(tools), '2026-11-20T11:00:00.000Z'],
    [createAlertPurgeJob(tools), '2026-11-21T03:10:00.000Z'],
    [createEventPurgeJob(tools), '2026-11-21T03:20:00.000Z'],
  ] as const)
    t.equal(new Date(await job.next(clock.now())).toISOString(), next, job.name);
});
