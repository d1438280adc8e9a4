import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { UpTopic } from '../../../../contracts/mqtt/topics.ts';
import { createIngest } from '../../../../gateway/ingest/ingest.ts';
import { NOTHING } from '../../../../gateway/ingest/sightings/sighting-watch.ts';
import type { GatewayLimits } from '../../../../gateway/limits/limits.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';
import { DEVICE_ID } from '../device-records.ts';
import { createFakeCommits } from '../fake-commits.ts';
import { fakeConnection } from '../fake-connection.ts';

const COMMAND_ID = 'cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz';

/** The way in for one device, and what happens to its messages, in order. */
function scene(limits: Partial<GatewayLimits> = {}) {
  const clock = createFakeClock();
  const log: string[] = [];
  const put: unknown[] = [];
  const state = { isReserve: false };
  const tx = {
    commands: { get: async () => null },
    telemetry: { appendDeviceEvents: async () => [] },
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  const tools = {
    clock,
    commits: {
      ...commits,
      submit: (job: Parameters<typeof commits.submit>[0]) => {
        log.push(job.kind === 'activity' ? `activity ${job.records[0]?.record.id}` : 'work');
        return commits.submit(job);
      },
    },
    heartbeats: {
      put: (heartbeat: unknown) => {
        put.push(heartbeat);
        log.push('heartbeat');
      },
      settle: (deviceId: string) => void log.push(`settled ${deviceId === DEVICE_ID}`),
    },
    organisations: { get: async () => ({ record: { accountDomain: 'school.example' } }) },
    alerts: {
      activity: async () => undefined,
      heldBack: async () => void log.push('looked'),
      events: async () => undefined,
    },
    sightings: { events: () => NOTHING },
    presence: { ended: async () => void log.push('status') },
    reserve: { isReached: () => state.isReserve },
  } as unknown as Parameters<typeof createIngest>[0];
  const ingest = createIngest(tools);
  const laptop = fakeConnection(clock, { limits });
  const bodies: Readonly<Record<UpTopic, (more: object) => object>> = {
    activity: (more) => ({
      records: [{ id: 'record-0001', at: 5, kind: 'request', user: null, domain: 'a.example', ...more }],
    }),
    events: (more) => ({ events: [{ id: 'event-0001', at: 5, kind: 'tamper', details: {}, ...more }] }),
    results: (more) => ({ id: 'result-0001', commandId: COMMAND_ID, state: 'acknowledged', at: 5, ...more }),
    status: () => ({ state: 'offline', epoch: 1, reason: 'stopped' }),
    heartbeat: (more) => more,
  };
  const payloadOf = (name: UpTopic, more: object = {}): Buffer =>
    Buffer.from(JSON.stringify(bodies[name](more)));
  const take = (name: UpTopic, more: object = {}) => ingest.take(laptop, name, payloadOf(name, more));
  const takePacked = (name: UpTopic, more: object = {}) =>
    ingest.take(laptop, name, gzipSync(payloadOf(name, more)));
  return { clock, ingest, laptop, log, put, state, payloadOf, take, takePacked };
}

t.test('what is packed is unpacked, and all the same', async (t) => {
  const { log, take, takePacked } = scene();
  t.equal(await takePacked('activity'), null);
  t.equal(await takePacked('events'), null);
  t.equal(await takePacked('results'), 'foreign_command');
  t.equal(await takePacked('heartbeat'), null);
  t.strictSame(log, [
    ...['settled true', 'activity record-0001', 'settled true', 'work'],
    ...['settled true', 'work', 'heartbeat'],
  ]);
  t.equal(await take('status'), null);
});

t.test('what cannot be unpacked is refused with its reason', async (t) => {
  const { ingest, laptop, log } = scene();
  t.equal(await ingest.take(laptop, 'activity', Buffer.from([0x1f, 0x8b, 0])), 'bad_gzip');
  t.strictSame(log, []);
});

t.test('of a device that is gone nothing is done any more', async (t) => {
  const { laptop, log, take, takePacked } = scene();
  const first = takePacked('activity');
  const second = take('results');
  laptop.connection.closed = true;
  t.equal(await second, 'sender_gone');
  t.equal(await first, 'sender_gone', 'also where it was being unpacked');
  t.strictSame(log, []);
});

t.test('over its quota a device keeps what is stored of that kind, and says all else', async (t) => {
  const quota = { recordsPerHour: 1, recordsPerDay: 9, bytesPerHour: 1e9, bytesPerDay: 1e9 };
  const { take, takePacked } = scene({ activity: quota, heldBackLooksPerHour: 1 });
  t.equal(await take('activity'), null);
  t.equal(await take('activity'), 'over_quota', 'looked at');
  t.equal(take('activity'), 'over_quota');
  t.equal(takePacked('activity'), 'over_quota', 'before it is unpacked');
  t.equal(await take('events'), null);
  t.equal(await take('results'), 'foreign_command');
  t.equal(take('heartbeat'), null);
});

t.test(
  'where the disk is at its reserve, records and events wait on the device, and nothing else',
  async (t) => {
    const { log, state, take, takePacked } = scene();
    state.isReserve = true;
    t.equal(await take('activity'), 'disk_reserve');
    t.strictSame(log, ['settled true', 'looked']);
    t.equal(takePacked('events'), 'disk_reserve');
    t.equal(await take('results'), 'foreign_command');
    t.equal(take('heartbeat'), null);
    t.equal(await take('status'), null);
  },
);

t.test('a device in debt waits with what costs the server something, packed or not', async (t) => {
  const size = scene().payloadOf('activity').length;
  const limits = { unpackedBytesPerSecond: 100, unpackedByteBurst: 2 * size - 50 };
  for (const how of ['take', 'takePacked'] as const) {
    const here = scene(limits);
    await here[how]('activity', { id: 'record-0001' });
    t.equal(here.laptop.login.budget.unpackedDebtMs(), 0);
    await here[how]('activity', { id: 'record-0002' });
    t.equal(here.laptop.login.budget.unpackedDebtMs(), 500);
    here.log.length = 0;
    const third = here[how]('activity', { id: 'record-0003' });
    await here.clock.advance(499);
    t.strictSame(here.log, [], how);
    await here.clock.advance(1);
    t.equal(await third, null);
    t.ok(here.log.includes('activity record-0003'));
  }
});

t.test('a device in debt may tell of its commands and its state', async (t) => {
  const size = scene().payloadOf('activity').length;
  const here = scene({ unpackedBytesPerSecond: 1, unpackedByteBurst: size });
  await here.take('activity');
  await here.take('activity', { id: 'record-0002' });
  t.ok(here.laptop.login.budget.unpackedDebtMs() > 0);
  t.equal(await here.take('results'), 'foreign_command');
  t.equal(here.take('heartbeat'), null);
  here.log.length = 0;
  const packed = here.takePacked('results');
  await here.clock.advance(1_000);
  t.strictSame(here.log, [], 'but not packed');
  await here.clock.advance(size * 1_000);
  t.equal(await packed, 'foreign_command');
});

t.test('a result that waits behind packed activity does not wait for a debt', async (t) => {
  const here = scene({ unpackedBytesPerSecond: 1, unpackedByteBurst: 1 });
  const first = here.takePacked('activity');
  const second = here.take('results');
  await first;
  await until(() => here.log.includes('work'), { what: 'the result' });
  t.equal(await second, 'foreign_command');
});

t.test(
  'what a device sends plain is charged as if it had been packed, but for what is not stored',
  async (t) => {
    const here = scene({ unpackedBytesPerSecond: 1, unpackedByteBurst: 10_000 });
    const debtAfter = async (name: UpTopic): Promise<boolean> => {
      for (let n = 0; n < 200; n++) await here.take(name, { id: `record-${n + 1_000}` });
      return here.laptop.login.budget.unpackedDebtMs() > 0;
    };
    t.equal(await debtAfter('heartbeat'), false);
    t.equal(await debtAfter('results'), false);
  },
);
