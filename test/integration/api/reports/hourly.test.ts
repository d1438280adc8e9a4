import t, { type Test } from 'tap';
import { received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;

async function lab(t: Test, now = '2026-11-25T10:20:00Z', timezone = 'Europe/Madrid') {
  const clock = createFakeClock(Date.parse(now));
  const server = await startRestServer(t, { clock });
  await server.store.organisations.update(1, { timezone });
  for (const path of ['/High', '/Middle']) await server.store.ous.ensurePath(1, path, clock.now());
  const visit = (at: string | number, record: Parameters<typeof received>[1] = {}) =>
    server.store.telemetry.appendActivity([received(typeof at === 'number' ? at : Date.parse(at), record)]);
  const hourly = async (query = '') => (await server.call('GET', `/v1/reports/hourly?${query}`)).body;
  return { ...server, clock, visit, hourly };
}

t.test('without a question it is the last 24 hours, each beside the mean of the weeks before', async (t) => {
  const { visit, hourly } = await lab(t);
  const hour = Date.parse('2026-11-25T09:00:00Z');
  await visit(hour + 1, { count: 12, action: 'block' });
  await visit('2026-11-25T10:10:00Z', { count: 3 });
  await visit(hour - WEEK_MS, { count: 10 });
  await visit(hour - 2 * WEEK_MS, { count: 5, action: 'block' });
  // The day had requests, this hour none.
  await visit(hour - 3 * WEEK_MS + 4 * HOUR_MS, { count: 7 });
  // Four weeks before nobody was there. Five weeks are too long ago.
  await visit(hour - 5 * WEEK_MS, { count: 1_000 });
  const body = await hourly();
  t.equal(body.hours.length, 24);
  t.equal(body.hours[0].at, '2026-11-24T11:00:00.000Z');
  t.equal(body.hours[0].usual, null, 'no Tuesday had a request');
  t.same(body.hours.slice(-2), [
    {
      at: '2026-11-25T09:00:00.000Z',
      complete: true,
      requests: 12,
      blocked: 12,
      usual: { requests: 5, blocked: 1.7, days: 3 },
    },
    {
      at: '2026-11-25T10:00:00.000Z',
      complete: false,
      requests: 3,
      blocked: 0,
      usual: { requests: 0, blocked: 0, days: 3 },
    },
  ]);
  hasFields(t, body, { timezone: 'Europe/Madrid', ou: '/', totals: { requests: 15, blocked: 12 } });
});

t.test('an hour is compared with the same hour of the clock, also over a clock change', async (t) => {
  const { visit, hourly } = await lab(t, '2026-10-28T12:00:00Z');
  // Nine o'clock there: before the change at 07:00 UTC, after it at 08:00.
  await visit('2026-10-28T08:30:00Z', { count: 2 });
  await visit('2026-10-21T07:30:00Z', { count: 8 });
  const body = await hourly('from=2026-10-28&to=2026-10-29');
  t.same(body.hours[9], {
    at: '2026-10-28T08:00:00.000Z',
    complete: true,
    requests: 2,
    blocked: 0,
    usual: { requests: 8, blocked: 0, days: 1 },
  });
  t.equal(body.hours.length, 14, 'those that have begun');
  t.equal((await hourly('from=2026-10-25&to=2026-10-26')).hours.length, 25, 'a day on which clocks go back');
});

t.test('zones of half an hour have hours of their own', async (t) => {
  const { visit, hourly } = await lab(t, '2026-11-25T10:20:00Z', 'Asia/Kolkata');
  await visit('2026-11-25T09:40:00Z', { count: 4 });
  hasFields(t, (await hourly()).hours.at(-1), { at: '2026-11-25T09:30:00.000Z', requests: 4 });
});

t.test('a unit is counted with its subtree, within reach', async (t) => {
  const { visit, hourly, call, makeKey, store, clock, ...server } = await lab(t);
  await visit(clock.now() - 1, { ouPath: '/High' });
  await visit(clock.now() - 1, { ouPath: '/High/Grade-9', count: 2 });
  await visit(clock.now() - 1, { ouPath: '/Middle', count: 4 });
  const requests = async (query: string, key?: string) => {
    const answer = await call('GET', `/v1/reports/hourly?${query}`, key === undefined ? {} : { key });
    return answer.status === 200 ? answer.body.totals.requests : answer.status;
  };
  const { id } = await store.ous.ensurePath(1, '/High', 0);
  const { key } = await makeKey({ ouPath: '/High' });
  t.same([await requests(''), await requests('ou=/'), await requests(`ou=${id}`)], [7, 7, 3]);
  t.same([await requests('', key), await requests('ou=/High', key)], [3, 3]);
  for (const ou of ['/Middle', '/', '/Nowhere']) t.equal(await requests(`ou=${ou}`, key), 404, ou);
  const people = { store, clock, call, makeKey, ...server };
  const viewer = await signedIn(people, 'viewer', { ou: '/Middle', clock });
  t.equal((await viewer.call('GET', '/v1/reports/hourly')).body.totals.requests, 4);
  const teacher = await signedIn(people, 'teacher', { clock });
  t.equal((await teacher.call('GET', '/v1/reports/hourly')).status, 403, 'who may not read reports');
  t.ok((await hourly()).hours.length > 0);
});

t.test('ranges are refused in words, and one of the future is empty', async (t) => {
  const { hourly } = await lab(t);
  for (const query of [
    'from=2026-11-01&to=2026-11-20',
    'from=2026-11-21&to=2026-11-20',
    'from=x',
    'hours=3',
    'ou=',
  ])
    hasFields(t, await hourly(query), { status: 400 }, query);
  t.same((await hourly('from=2027-01-01&to=2027-01-02')).hours, []);
  t.same((await hourly('from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:00Z')).hours, []);
  t.equal((await hourly('from=2026-11-18&to=2026-11-25')).hours.length, 168);
});

t.test('the weekly report is told of a unit, within reach', async (t) => {
  const { visit, call, makeKey } = await lab(t);
  await visit('2026-11-18T12:00:00Z', { ouPath: '/High' });
  await visit('2026-11-18T12:00:00Z', { ouPath: '/Middle', count: 2, user: 'ben@x.example' });
  const weekly = (query: string, key?: string) =>
    call('GET', `/v1/reports/weekly?week=2026-W47${query}`, key === undefined ? {} : { key });
  const high = (await weekly('&ou=/High')).body;
  hasFields(t, high, { ou: '/High', totals: { requests: 1 } });
  t.notMatch(JSON.stringify(high), 'ben@');
  hasFields(t, (await weekly('&ou=/')).body, { ou: '/', totals: { requests: 3 } });
  t.equal((await weekly('&ou=/')).body.id, (await weekly('')).body.id, 'the root is the whole school');
  const { key } = await makeKey({ ouPath: '/High' });
  t.same((await weekly('', key)).body.id, high.id);
  t.equal((await weekly('&ou=/Middle', key)).status, 404);
  t.equal((await weekly('&ou=/Nowhere')).status, 404);
  t.equal((await weekly('&ou=/High&ou=/Middle')).status, 400);
});
