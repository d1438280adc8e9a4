import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { Refusal } from '../../../gateway/limits/stats.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

const refused = (school: TestGateway, reason: Refusal): number => school.gateway.stats().refused[reason] ?? 0;

function activity(id: string) {
  return { records: [{ id, at: 1, kind: 'request', user: 'ana', domain: 'a.example', action: 'allow' }] };
}

const everything = (school: TestGateway) =>
  school.store.alerts.list({
    organisationId: 1,
    filter: {},
    sort: [{ field: 'timestamp', descending: false }],
    limit: 1_000,
    from: { kind: 'page', page: 1 },
  });

t.test('what nests too deep, or holds too many values, is dropped before it is parsed', async (t) => {
  const school = await createTestGateway(t, { limits: { unpackedByteBurst: 16_777_216 } });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  const parse = JSON.parse;
  const parsed: number[] = [];
  t.teardown(() => {
    JSON.parse = parse;
  });
  JSON.parse = (text: string, ...rest) => {
    if (text.length > 100_000) parsed.push(text.length);
    return parse(text, ...rest);
  };
  const bombs = [
    '['.repeat(2_000_000),
    `[${'[],'.repeat(600_000)}7]`,
    `{"records":[${'{},'.repeat(600_000)}7]}`,
  ];
  for (const [n, bomb] of bombs.entries()) {
    await link.publish('activity', gzipSync(bomb));
    t.equal(refused(school, 'too_complex'), n + 1);
  }
  await link.publish('activity', Buffer.from('['.repeat(200_000)));
  t.equal(refused(school, 'too_complex'), 4, 'unpacked as well');
  t.same(parsed, []);
  await link.publish('activity', activity('after-0001'));
});

t.test(
  'a device that has unpacked its burst waits, others do not; what waits is dropped when the device is cut',
  async (t) => {
    const clock = createFakeClock();
    const school = await createTestGateway(t, {
      clock,
      limits: { unpackedBytesPerSecond: 100_000, unpackedByteBurst: 1_000_000 },
    });
    const [mad, good] = [await school.device(), await school.device()];
    const [madLink, goodLink] = [await mad.connect(school.url), await good.connect(school.url)];
    t.teardown(() => goodLink.client.end(true));
    const bomb = gzipSync(Buffer.alloc(2_000_000, 0x20));
    for (let n = 0; n < 10; n++) madLink.publish('activity', bomb).catch(() => undefined);
    await until(() => refused(school, 'bad_json') === 1, { what: 'the first to be read' });
    await goodLink.publish('activity', activity('honest-0001'), { gzip: true });
    t.equal(refused(school, 'bad_json'), 1, 'the second waits until the debt is paid');
    // By its next connection. When the device itself hangs up, that is read only after all that it sent before: by how the bytes arrive, sooner or later.
    const next = await mad.connect(school.url);
    t.teardown(() => next.client.end(true));
    await until(() => madLink.closed, { what: 'the cut' });
    await clock.advance(10_000);
    await until(() => refused(school, 'sender_gone') > 0, { what: 'the others to be dropped' });
    t.equal(refused(school, 'bad_json'), 1, 'nothing more was read');
  },
);

t.test(
  'a device that waits for each acknowledgement is held to the same pace, packed or plain',
  async (t) => {
    for (const gzip of [true, false]) {
      const clock = createFakeClock();
      const school = await createTestGateway(t, {
        clock,
        limits: { unpackedBytesPerSecond: 1_000, unpackedByteBurst: 1_000 },
      });
      const [mad, good] = [await school.device(), await school.device()];
      const [madLink, goodLink] = [await mad.connect(school.url), await good.connect(school.url)];
      t.teardown(() => madLink.client.end(true));
      t.teardown(() => goodLink.client.end(true));
      const url = `https://a.example/${'x'.repeat(1_900)}`;
      const long = (id: string) => ({ records: activity(id).records.map((record) => ({ ...record, url })) });
      await madLink.publish('activity', long('first-0001'), { gzip });
      let isStored = false;
      const second = madLink.publish('activity', long('second-001'), { gzip }).then(() => {
        isStored = true;
      });
      await goodLink.publish('activity', activity('honest-0001'), { gzip });
      t.equal(isStored, false, 'its next waits until the debt is paid');
      await until(
        async () => {
          await clock.advance(500);
          return isStored;
        },
        { what: 'the second' },
      );
      await second;
      t.equal((await storedRecords(school.store)).length, 3);
    }
  },
);

t.test(
  'what is over a device’s quota is not acknowledged, not stored and not lost; all else of the device goes on',
  async (t) => {
    const clock = createFakeClock();
    const quota = { recordsPerHour: 3, recordsPerDay: 9, bytesPerHour: 10_000, bytesPerDay: 100_000 };
    const school = await createTestGateway(t, { clock, limits: { activity: quota, events: quota } });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    for (const id of ['first-0001', 'second-001', 'third-0001']) await link.publish('activity', activity(id));
    let acknowledged = 0;
    for (let n = 0; n < 3; n++) {
      link.publish('activity', activity('fourth-001'), { gzip: n === 1 }).then(
        () => {
          acknowledged += 1;
        },
        () => undefined,
      );
    }
    await until(() => refused(school, 'over_quota') === 3, { what: 'the refusals' });
    await link.publish('events', { events: [{ id: 'event-0001', at: 1, kind: 'repair', details: {} }] });
    await link.heartbeat({ battery: 44 });
    await until(
      async () => {
        // A heartbeat is written once a second, and nobody says when it has come.
        await clock.advance(1_000);
        return (await school.store.devices.find(laptop.id))?.battery === 44;
      },
      { what: 'the heartbeat' },
    );
    t.equal(acknowledged, 0);
    t.equal(link.closed, false);
    t.equal((await storedRecords(school.store)).length, 3);
    await clock.advance(1_200_000);
    await link.publish('activity', activity('fourth-001'));
    t.equal((await storedRecords(school.store)).length, 4, 'a third of an hour gives one more');
  },
);

t.test('a batch that could not be stored is not charged', async (t) => {
  const clock = createFakeClock();
  const quota = { recordsPerHour: 1, recordsPerDay: 1, bytesPerHour: 10_000, bytesPerDay: 100_000 };
  let ill = false;
  const school = await createTestGateway(t, {
    clock,
    limits: { activity: quota },
    between: (store) => ({
      ...store,
      transaction: (work) => (ill ? Promise.reject(new Error('disk full')) : store.transaction(work)),
    }),
  });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  ill = true;
  link.publish('activity', activity('first-0001')).catch(() => undefined);
  await until(() => link.closed, { what: 'the end of the connection' });
  ill = false;
  const again = await laptop.connect(school.url);
  t.teardown(() => again.client.end(true));
  await again.publish('activity', activity('first-0001'));
  t.equal((await storedRecords(school.store)).length, 1);
});

t.test('a device makes so many alerts of a type; the rest is one alert about the device', async (t) => {
  const clock = createFakeClock();
  const school = await createTestGateway(t, { clock });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  await link.heartbeat();
  const asks = (batch: number) => ({
    events: Array.from({ length: 100 }, (_, n) => ({
      id: `ask-${batch}-${String(n).padStart(4, '0')}`,
      at: clock.now(),
      kind: 'access_request',
      details: { host: `site-${batch}-${n}.example` },
    })),
  });
  for (let batch = 0; batch < 3; batch++) await link.publish('events', asks(batch));
  await link.publish('activity', {
    records: [
      {
        id: 'search-0001',
        at: clock.now(),
        kind: 'search',
        user: 'ana',
        domain: 'google.com',
        title: 'how to kill myself',
      },
    ],
  });
  const { rows } = await everything(school);
  const counts = new Map<string, number>();
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
  t.same(Object.fromEntries(counts), { access_request: 12, alert_flood: 1, self_harm_search: 1 });
  hasFields(
    t,
    rows.find(({ type }) => type === 'alert_flood'),
    { count: 288, deviceId: laptop.id, user: null, severity: 'high', details: { what: 'access_request' } },
  );
  t.equal(school.events.filter(({ type }) => type === 'alert.created').length, 14);
  await link.publish('events', { events: [{ ...asks(0).events[0], id: 'ask-again-1' }] });
  t.equal((await everything(school)).rows.length, 14, 'a repeat joins as ever');
});

t.test('a state that comes and goes all the time makes no more alerts than others', async (t) => {
  const clock = createFakeClock();
  const school = await createTestGateway(t, { clock });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  for (let n = 0; n < 40; n++) {
    await link.heartbeat({ battery: n % 2 === 0 ? 5 : 90 });
    await until(() => school.gateway.stats().messages.heartbeat === n + 1, { what: 'the heartbeat' });
    await clock.advance(1_000);
  }
  t.equal((await everything(school)).rows.length, 12);
  await link.heartbeat({ battery: 5 });
  await until(() => school.gateway.stats().messages.heartbeat === 41, { what: 'the heartbeat' });
  await clock.advance(600_000);
  await link.heartbeat({ battery: 5 });
  await until(() => school.gateway.stats().messages.heartbeat === 42, { what: 'the heartbeat' });
  await clock.advance(1_000);
  t.equal((await everything(school)).rows.length, 13, 'while it lasts it is told as soon as it may be');
});

const search = (id: string, user = 'ana', title = 'how to kill myself') => ({
  records: [{ id, at: 1, kind: 'search', user, domain: 'google.com', title }],
});

t.test(
  'neither a quota that is used up nor a full disk hides a search about self-harm; it makes one alert, whenever it is stored',
  async (t) => {
    const quota = { recordsPerHour: 1, recordsPerDay: 9, bytesPerHour: 10_000, bytesPerDay: 100_000 };
    for (const reason of ['over_quota', 'disk_reserve'] as const) {
      const clock = createFakeClock();
      let full = reason === 'disk_reserve';
      const school = await createTestGateway(t, {
        clock,
        limits: { activity: quota },
        reserve: { isReached: () => full },
      });
      const laptop = await school.device();
      const link = await laptop.connect(school.url);
      t.teardown(() => link.client.end(true));
      await link.heartbeat();
      if (!full) await link.publish('activity', activity('first-0001'));
      for (const gzip of [true, false]) {
        const before = refused(school, reason);
        link.publish('activity', search('search-0001'), { gzip }).catch(() => undefined);
        await until(() => refused(school, reason) > before, { what: 'it to be held back' });
      }
      hasFields(t, (await everything(school)).rows, [
        { type: 'self_harm_search', count: 1, severity: 'critical' },
      ]);
      t.equal((await storedRecords(school.store)).length, full ? 0 : 1);
      full = false;
      await clock.advance(3_600_000);
      await link.publish('activity', search('search-0001'));
      hasFields(t, (await everything(school)).rows, [{ type: 'self_harm_search', count: 1 }]);
      t.equal(school.events.filter(({ type }) => type === 'alert.created').length, 1);
    }
  },
);

t.test('what is held back is looked at so often and no more', async (t) => {
  const quota = { recordsPerHour: 1, recordsPerDay: 9, bytesPerHour: 10_000, bytesPerDay: 100_000 };
  const school = await createTestGateway(t, {
    clock: createFakeClock(),
    limits: { activity: quota, heldBackLooksPerHour: 2 },
    reserve: { isReached: () => true },
  });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  for (let n = 1; n <= 4; n++) {
    link.publish('activity', { records: [] }).catch(() => undefined);
    link.publish('activity', search(`search-000${n}`, `child-${n}`)).catch(() => undefined);
  }
  await until(() => refused(school, 'disk_reserve') >= 6, { what: 'the refusals' });
  t.ok((await everything(school)).rows.length <= 2);
});

t.test(
  'searches about self-harm beyond what a laptop may make are told apart from all else that it makes too many of',
  async (t) => {
    const school = await createTestGateway(t, { clock: createFakeClock(), limits: { alertsPerHour: 1 } });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    const asks = ['a.example', 'b.example'].map((host, n) => ({
      ...{ id: `ask-000${n}`, at: 1, kind: 'access_request', details: { host } },
    }));
    await link.publish('events', { events: asks });
    for (const user of ['ana', 'ben', 'cem']) {
      await link.heartbeat({ user });
      await link.publish('activity', search(`search-${user}`, user));
    }
    const found = (await everything(school)).rows.filter(({ type }) => type === 'alert_flood');
    hasFields(t, found, [
      { severity: 'high', count: 1, details: { what: 'access_request' } },
      { severity: 'critical', count: 2, user: null, details: { what: 'self_harm_search' } },
    ]);
    t.equal(school.events.filter(({ type }) => type === 'alert.created').length, 4);
  },
);

t.test(
  'a restart is no new day: what a device has used up stays used up, also after a crash, and takes nothing from others',
  async (t) => {
    for (const end of ['stop', 'crash'] as const) {
      const clock = createFakeClock();
      const quota = { recordsPerHour: 2, recordsPerDay: 9, bytesPerHour: 10_000, bytesPerDay: 100_000 };
      const school = await createTestGateway(t, { clock, limits: { activity: quota, alertsPerHour: 1 } });
      const [mad, honest] = [await school.device(), await school.device()];
      const link = await mad.connect(school.url);
      t.teardown(() => link.client.end(true));
      await link.heartbeat();
      for (const id of ['first-0001', 'second-001']) await link.publish('activity', activity(id));
      const asks = (host: string) => ({
        events: [{ id: `ask-for-${host[0]}`, at: 1, kind: 'access_request', details: { host } }],
      });
      await link.publish('events', asks('a.example'));
      if (end === 'stop') await school.gateway.stop();
      else await clock.advance(61_000);
      const kept = async () => (await school.store.deviceQuotas.spent()).length === 1;
      await until(kept, { what: 'it to be kept' });

      const again = await school.restart();
      const [madLink, honestLink] = [await mad.connect(again.url), await honest.connect(again.url)];
      for (const { client } of [madLink, honestLink]) t.teardown(() => client.end(true));
      madLink.publish('activity', activity('third-0001')).catch(() => undefined);
      await until(() => refused(again, 'over_quota') === 1, { what: 'the refusal' });
      await madLink.publish('events', asks('b.example'));
      t.same(
        (await everything(again)).rows.map(({ type }) => type),
        ['access_request', 'alert_flood'],
      );
      for (const id of ['honest-001', 'honest-002']) await honestLink.publish('activity', activity(id));
      await clock.advance(1_900_000);
      await madLink.publish('activity', activity('third-0001'));
      t.equal((await storedRecords(school.store)).length, 5, 'time gives it back');
    }
  },
);

t.test(
  'what was used up is forgotten when time has given it back; a clock that was set back takes nothing',
  async (t) => {
    const clock = createFakeClock();
    const quota = { recordsPerHour: 2, recordsPerDay: 9, bytesPerHour: 10_000, bytesPerDay: 100_000 };
    const school = await createTestGateway(t, { clock, limits: { activity: quota } });
    const laptop = await school.device();
    const first = await laptop.connect(school.url);
    await first.publish('activity', activity('first-0001'));
    await school.gateway.stop();
    t.equal((await school.store.deviceQuotas.spent()).length, 1);
    clock.jump(-86_400_000 * 365);
    const second = await school.restart();
    const link = await laptop.connect(second.url);
    t.teardown(() => link.client.end(true));
    await link.publish('activity', activity('second-001'));
    t.equal((await storedRecords(school.store)).length, 2, 'it has what it had');
    await second.gateway.stop();
    clock.jump(86_400_000 * 800);
    await second.restart();
    await clock.advance(61_000);
    const kept = async () => (await school.store.deviceQuotas.spent()).length;
    await until(async () => (await kept()) === 0, { what: 'it to be forgotten' });
  },
);

t.test(
  'a lock that comes and goes all the time is told so often, and its last state is told as soon as it may be',
  async (t) => {
    const clock = createFakeClock();
    const school = await createTestGateway(t, { clock, limits: { stateEventsPerHour: 4 } });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    let beats = 0;
    const beat = async (state: 'locked' | 'unlocked') => {
      beats += 1;
      await link.heartbeat({ lock: { state, commandId: null, since: null, until: null } });
      await until(() => school.gateway.stats().messages.heartbeat === beats, { what: 'the heartbeat' });
      const written = school.gateway.stats().heartbeatsWritten;
      await until(
        async () => {
          await clock.advance(1_000);
          return school.gateway.stats().heartbeatsWritten > written;
        },
        { what: 'it to be written' },
      );
    };
    const told = () =>
      school.events.filter(({ type }) => type === 'device.locked' || type === 'device.unlocked');
    for (let n = 0; n < 12; n++) await beat(n % 2 === 0 ? 'locked' : 'unlocked');
    t.ok(told().length <= 4, `${told().length} events`);
    await clock.advance(1_000_000);
    for (const state of ['locked', 'locked'] as const) await beat(state);
    await until(async () => (await school.store.devices.find(laptop.id))?.lock.confirmed, {
      what: 'the last state',
    });
  },
);
