import t, { type Test } from 'tap';
import type { AlertRecord } from '../../../store/ports/alerts.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;

async function setUp(t: Test) {
  const clock = createFakeClock();
  const school = await createTestGateway(t, { clock });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  let made = 0;
  const record = (user: string | null, changes: object = {}) => {
    made += 1;
    const id = `record-${String(made).padStart(4, '0')}`;
    return {
      id,
      at: clock.now(),
      kind: 'request',
      user,
      domain: `${id}.example`,
      action: 'allow',
      ...changes,
    };
  };
  const search = (user: string | null, changes: object = {}) =>
    record(user, { kind: 'search', domain: 'google.com', title: 'how to kill myself', ...changes });
  return { clock, school, laptop, link, record, search };
}

const alertsOf = async (school: TestGateway): Promise<readonly AlertRecord[]> =>
  (
    await school.store.alerts.list({
      organisationId: 1,
      filter: {},
      sort: [{ field: 'timestamp', descending: false }],
      limit: 100,
      from: { kind: 'page', page: 1 },
    })
  ).rows;

const topUsers = async (school: TestGateway) =>
  (
    await school.store.rollups.top({
      organisationId: 1,
      ouPath: null,
      field: 'user',
      by: 'requests',
      limit: 10,
      from: '2026-11-19',
      to: '2026-11-23',
    })
  ).map(({ value }) => value);

t.test('who was never signed in on a laptop is not accused by it', async (t) => {
  const { clock, school, laptop, link, record, search } = await setUp(t);
  await link.heartbeat({ user: 'ben' });
  await link.publish('activity', { records: [record('ben'), record('principal'), search('principal')] });
  await clock.advance(1_000);

  const stored = await storedRecords(school.store);
  t.same(stored.map(({ user, unproven }) => [user, unproven]).sort(), [
    ['ben@school.local', false],
    ['principal@school.local', true],
    ['principal@school.local', true],
  ]);
  t.same(await topUsers(school), ['ben@school.local']);
  hasFields(t, await alertsOf(school), [
    {
      type: 'self_harm_search',
      user: null,
      deviceId: laptop.id,
      title: 'Search about self-harm by somebody on test-laptop',
      details: { unproven: true },
    },
  ]);
  t.notMatch(JSON.stringify(school.events.filter(({ type }) => type === 'alert.created')), 'principal');
});

t.test('who was signed in at that time is named, also when another one is signed in by now', async (t) => {
  const { clock, school, link, record, search } = await setUp(t);
  await link.heartbeat({ user: 'ana' });
  await until(() => school.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
  await clock.advance(1_000);
  const then = clock.now();
  await clock.advance(600_000);
  await link.heartbeat({ user: 'ben' });
  await until(() => school.gateway.stats().messages.heartbeat === 2, { what: 'the heartbeat' });
  await clock.advance(600_000);
  await link.publish('activity', {
    records: [search('ana', { at: then }), record('ana', { at: then }), search('ana'), record('ana')],
  });
  const stored = await storedRecords(school.store);
  t.same(stored.map(({ at, unproven }) => [at === then, unproven]).sort(), [
    [false, true],
    [false, true],
    [true, false],
    [true, false],
  ]);
  const alerts = (await alertsOf(school)).filter(({ type }) => type === 'self_harm_search');
  t.same(alerts.map(({ user, details }) => [user, details.unproven ?? false]).sort(), [
    [null, true],
    ['ana@school.local', false],
  ]);
});

t.test(
  'after a time off-line those at both its ends are proven in it, over a restart of the server too',
  async (t) => {
    const { clock, school, laptop, link, record } = await setUp(t);
    await link.heartbeat({ user: 'ana' });
    await until(() => school.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
    await clock.advance(1_000);
    await link.drop();
    await school.gateway.stop();
    await clock.advance(2 * HOUR_MS);
    const then = clock.now();
    await clock.advance(2 * HOUR_MS);
    const again = await school.restart();
    const back = await laptop.connect(again.url);
    t.teardown(() => back.client.end(true));
    await back.heartbeat({ user: 'ben' });
    await back.publish('activity', {
      records: ['ana', 'ben', 'cleo'].map((user) => record(user, { at: then })),
    });
    const stored = await storedRecords(again.store);
    t.same(stored.map(({ user, unproven }) => [user, unproven]).sort(), [
      ['ana@school.local', false],
      ['ben@school.local', false],
      ['cleo@school.local', true],
    ]);
  },
);

t.test('an event of before is not laid at the door of who is signed in now', async (t) => {
  const { clock, school, link } = await setUp(t);
  await link.heartbeat({ user: 'ana' });
  await until(() => school.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
  await clock.advance(HOUR_MS);
  await link.heartbeat({ user: 'ben' });
  await until(() => school.gateway.stats().messages.heartbeat === 2, { what: 'the second heartbeat' });
  const game = (id: string, at: number) => ({ id, at, kind: 'game', details: { name: 'Doom' } });
  await link.publish('events', { events: [game('event-0001', clock.now() - HOUR_MS)] });
  await link.publish('events', { events: [game('event-0002', clock.now())] });
  t.same((await alertsOf(school)).map(({ user }) => user).sort(), ['ben@school.local', null]);
});
