import t from 'tap';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestGateway } from '../../support/test-gateway.ts';

const MIDNIGHT = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;

const record = (id: string, at: number, changes: object = {}) => ({
  id,
  at,
  kind: 'request',
  user: 'ana',
  domain: `${id}.example`,
  action: 'allow',
  ...changes,
});

t.test('batches that come again after a restart, on another day, are stored and counted once', async (t) => {
  const clock = createFakeClock(MIDNIGHT + 60_000);
  const school = await createTestGateway(t, { clock });
  const laptop = await school.device();
  const records = [
    record('before-0001', MIDNIGHT - 1),
    record('after-00001', MIDNIGHT),
    record('wrong-0001', 0),
  ];
  const link = await laptop.connect(school.url);
  await link.publish('activity', { records });
  await link.publish('activity', { records });
  await link.client.endAsync(true);
  await school.gateway.stop();
  clock.jump(2 * DAY_MS);
  const again = await school.restart();
  const second = await laptop.connect(again.url);
  t.teardown(() => second.client.end(true));
  await second.publish(
    'activity',
    { records: [...records, record('fresh-0001', clock.now())] },
    { gzip: true },
  );
  const stored = await storedRecords(school.store);
  t.same(
    stored.map(({ domain, at }) => [domain, at]),
    [
      ['fresh-0001.example', MIDNIGHT + 60_000 + 2 * DAY_MS],
      ['wrong-0001.example', MIDNIGHT + 60_000],
      ['after-00001.example', MIDNIGHT],
      ['before-0001.example', MIDNIGHT - 1],
    ],
  );
  t.same(await school.store.telemetry.activityCounts(1, 0), { requests: 4, blocked: 0 });
});

t.test('what is worth a look is flagged, and help in a crisis is acknowledged but not kept', async (t) => {
  const school = await createTestGateway(t);
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  const now = school.clock.now();
  const activity = (id: string, at: number, changes: object) =>
    record(id, at, { kind: 'search', action: undefined, ...changes });
  await link.publish('activity', {
    records: [
      activity('search-001', now, { title: 'i want to die' }),
      activity('search-002', now - 1, { title: 'photosynthesis' }),
      record('crisis-001', now, { reason: 'crisis_allow' }),
    ],
  });
  await link.publish('activity', { records: [record('crisis-002', now, { reason: 'crisis_allow' })] });
  hasFields(t, await storedRecords(school.store), [
    {
      domain: 'search-001.example',
      kind: 'search',
      title: 'i want to die',
      flagged: true,
      user: 'ana@school.local',
    },
    { domain: 'search-002.example', flagged: false },
  ]);
  t.equal((await storedRecords(school.store)).length, 2);
});

t.test('what is no host and no account is not stored as one, and costs no other record', async (t) => {
  const school = await createTestGateway(t);
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  const now = school.clock.now();
  const hostile = '=HYPERLINK("http://evil.example")';
  await link.publish('activity', {
    records: [
      record('hostile-1', now, { domain: hostile, user: '<b>ana</b>@x.example' }),
      record('hostile-2', now - 1, { domain: 'a/b?c', user: 'ana\u202e@x.example' }),
      record('spelt-001', now - 2, { domain: 'WWW.Example.', user: ' ana ' }),
      record('honest-01', now - 3, { domain: '192.0.2.7', user: 'SCHOOL\\ana' }),
    ],
  });
  t.same(
    (await storedRecords(school.store)).map(({ domain, user }) => [domain, user]),
    [
      [null, null],
      [null, null],
      ['www.example', 'ana@school.local'],
      ['192.0.2.7', 'ana@school.local'],
    ],
  );
});
