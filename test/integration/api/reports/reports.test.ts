import t, { type Test } from 'tap';
import type { ActivityRecord } from '../../../../contracts/mqtt/messages.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

interface Lab extends RestServer {
  readonly clock: FakeClock;
  /** Records that came in at their time. */
  visit(device: DeviceRecord, at: string, record?: Partial<ActivityRecord>): Promise<void>;
}

async function lab(t: Test, now = '2026-11-25T10:00:00Z'): Promise<Lab> {
  const clock = createFakeClock(Date.parse(now));
  const server = await startRestServer(t, { clock });
  await server.store.organisations.update(1, { timezone: 'Europe/Madrid', name: 'Springfield <High>' });
  let made = 0;
  return {
    ...server,
    clock,
    async visit(device, at, record = {}) {
      made += 1;
      await server.store.telemetry.appendActivity([
        {
          deviceId: device.id,
          organisationId: 1,
          receivedAt: Date.parse(at),
          ouPath: device.ouPath,
          record: {
            id: `record-${made}`,
            at: Date.parse(at),
            kind: 'request',
            user: 'ana@x.example',
            domain: 'wiki.example',
            action: 'allow',
            ...record,
          },
        },
      ]);
    },
  };
}

t.test('without a question it is the last full week of the school’s own time', async (t) => {
  const { call, clock } = await lab(t);
  hasFields(t, (await call('GET', '/v1/reports/weekly')).body, {
    week: '2026-W47',
    from: '2026-11-15T23:00:00.000Z',
    to: '2026-11-22T23:00:00.000Z',
    timezone: 'Europe/Madrid',
    complete: true,
    ou: '/',
  });
  // Sunday 23:30 there, and a moment later Monday.
  clock.jump(Date.parse('2026-11-29T22:59:59Z') - clock.now());
  t.equal((await call('GET', '/v1/reports/weekly')).body.week, '2026-W47');
  clock.jump(1_000);
  t.equal((await call('GET', '/v1/reports/weekly')).body.week, '2026-W48');
});

t.test('without a question it is the last full week in which there was anything', async (t) => {
  const { call, clock, visit, makeDevice } = await lab(t, '2026-11-25T10:00:00Z');
  const device = await makeDevice();
  const asked = async () => {
    const { body } = await call('GET', '/v1/reports/weekly');
    return [body.week, body.complete, body.totals.requests];
  };
  await visit(device, '2026-11-24T10:00:00Z');
  t.same(await asked(), ['2026-W48', false, 1], 'a new school sees its first week');
  await visit(device, '2026-11-04T10:00:00Z');
  t.same(await asked(), ['2026-W45', true, 1]);
  clock.jump(5 * 7 * 86_400_000);
  t.same(await asked(), ['2026-W48', true, 1], 'after the holidays, that of before');
});

t.test(
  'figures come from what devices sent, day by day in local time, against the week before',
  async (t) => {
    const { call, visit, makeDevice, store } = await lab(t);
    const device = await makeDevice({ ou: '/High' });
    await visit(device, '2026-11-15T22:59:00Z', { domain: 'before.example' });
    await visit(device, '2026-11-15T23:00:00Z', {
      domain: 'play.example',
      category: 'games',
      action: 'block',
    });
    await visit(device, '2026-11-16T12:00:00Z', {
      domain: 'play.example',
      category: 'games',
      action: 'block',
      count: 4,
    });
    await visit(device, '2026-11-18T12:00:00Z', { user: 'ben@x.example', category: 'news' });
    await visit(device, '2026-11-22T22:59:00Z');
    await visit(device, '2026-11-22T23:00:00Z', { domain: 'after.example' });
    await store.alerts.raise({
      organisationId: 1,
      type: 'game_detected',
      severity: 'low',
      title: 'x',
      deviceId: device.id,
      user: null,
      ouId: device.ouId,
      policyId: null,
      details: {},
      count: 1,
      sameAs: 'x',
      joinsForMs: 1,
      at: Date.parse('2026-11-18T12:00:00Z'),
    });
    const { body } = await call('GET', '/v1/reports/weekly?week=2026-W47');
    t.same(body.totals, { requests: 7, blocked: 5 });
    t.same(body.byDay, [
      { date: '2026-11-16', requests: 5, blocked: 5 },
      { date: '2026-11-17', requests: 0, blocked: 0 },
      { date: '2026-11-18', requests: 1, blocked: 0 },
      { date: '2026-11-19', requests: 0, blocked: 0 },
      { date: '2026-11-20', requests: 0, blocked: 0 },
      { date: '2026-11-21', requests: 0, blocked: 0 },
      { date: '2026-11-22', requests: 1, blocked: 0 },
    ]);
    t.same(body.topDomains, [
      { domain: 'play.example', count: 5 },
      { domain: 'wiki.example', count: 2 },
    ]);
    t.same(body.topBlockedDomains, [{ domain: 'play.example', count: 5 }]);
    t.same(body.topCategories, [
      { category: 'games', count: 5 },
      { category: 'news', count: 1 },
    ]);
    t.same(body.topUsers, [
      { user: 'ana@x.example', count: 6 },
      { user: 'ben@x.example', count: 1 },
    ]);
    t.same(body.alerts, {
      open: 1,
      acknowledged: 0,
      resolved: 0,
      bySeverity: { info: 0, low: 1, medium: 0, high: 0, critical: 0 },
    });
    t.same(body.deviceHealth, { enforcing: 0, stale: 0, unprotected: 0, unknown: 1 });
    t.same(body.previous, { week: '2026-W46', totals: { requests: 1, blocked: 0 }, alerts: 0 });
    t.same(body.change, { requests: 600, blocked: null, alerts: null });
  },
);

t.test('the weeks in which clocks change have seven days of their own', async (t) => {
  const { call, visit, makeDevice } = await lab(t);
  const device = await makeDevice();
  // The last hour of Sunday, 25 hours long, and of the Sunday that has 23.
  await visit(device, '2026-10-25T22:30:00Z');
  await visit(device, '2026-03-29T21:30:00Z');
  for (const [week, from, to, sunday] of [
    ['2026-W43', '2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-25'],
    ['2026-W13', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-29'],
  ]) {
    const { body } = await call('GET', `/v1/reports/weekly?week=${week}`);
    hasFields(t, body, { week, from, to });
    t.equal(body.byDay.length, 7);
    t.same(body.byDay.at(-1), { date: sunday, requests: 1, blocked: 0 });
  }
});

t.test('a week is named by its ISO name or by its Monday; anything else is refused in words', async (t) => {
  const { call } = await lab(t);
  const weekOf = async (query: string) => (await call('GET', `/v1/reports/weekly?${query}`)).body.week;
  t.equal(await weekOf('week=2026-W01'), '2026-W01');
  t.equal(await weekOf('weekStart=2025-12-29'), '2026-W01');
  t.equal(await weekOf('week=2026-W48'), '2026-W48', 'the one that has begun');
  hasFields(t, (await call('GET', '/v1/reports/weekly?week=2026-W48')).body, { complete: false });
  for (const query of ['week=2026-W49', 'weekStart=2026-11-30', 'week=9999-W01'])
    hasFields(
      t,
      await call('GET', `/v1/reports/weekly?${query}`),
      { status: 404, body: { code: 'not_found' } },
      query,
    );
  for (const query of [
    'week=2025-W53',
    'week=2026-47',
    'week=47',
    'week=',
    'weekStart=2026-11-17',
    'weekStart=2026-02-30',
    'weekStart=16.11.2026',
    'week=2026-W47&weekStart=2026-11-16',
    'week=2026-W46&week=2026-W47',
    'weak=2026-W47',
    'format=pdf',
  ])
    hasFields(t, await call('GET', `/v1/reports/weekly?${query}`), { status: 400 }, query);
  hasFields(t, (await call('GET', '/v1/reports/weekly?weekStart=2026-11-17')).body.errors, [
    { in: 'query', parameter: 'weekStart', detail: /2026-11-16/ },
  ]);
});

t.test('a week of a school and unit always has the same id', async (t) => {
  const { call, makeKey, makeDevice, clock } = await lab(t);
  await makeDevice({ ou: '/High' });
  const idOf = async (week: string, key?: string) =>
    (await call('GET', `/v1/reports/weekly?week=${week}`, key === undefined ? {} : { key })).body.id;
  const id = await idOf('2026-W47');
  t.match(id, /^rpt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  clock.jump(86_400_000);
  t.equal(await idOf('2026-W47'), id);
  t.not(await idOf('2026-W46'), id);
  t.not(await idOf('2026-W47', (await makeKey({ ouPath: '/High' })).key), id);
});

t.test('a key that is limited to a unit gets the figures of its subtree alone', async (t) => {
  const { call, visit, makeDevice, makeKey } = await lab(t);
  const inside = await makeDevice({ ou: '/High/Grade-9' });
  const outside = await makeDevice({ ou: '/Higher' });
  await visit(inside, '2026-11-18T12:00:00Z', { domain: 'inside.example' });
  await visit(outside, '2026-11-18T12:00:00Z', { domain: 'outside.example', user: 'ben@x.example' });
  const { key } = await makeKey({ ouPath: '/High' });
  const { body } = await call('GET', '/v1/reports/weekly', { key });
  hasFields(t, body, { ou: '/High', totals: { requests: 1 }, deviceHealth: { unknown: 1 } });
  t.same(body.topDomains, [{ domain: 'inside.example', count: 1 }]);
  t.notMatch(JSON.stringify(body), 'ben@');
  t.equal((await call('GET', '/v1/reports/weekly')).body.totals.requests, 2);
});

t.test('it comes as CSV, and no cell is a formula', async (t) => {
  const { call, visit, makeDevice } = await lab(t);
  const device = await makeDevice();
  await visit(device, '2026-11-18T12:00:00Z', { user: '=HYPERLINK("http://x.example")' });
  const byHeader = await call('GET', '/v1/reports/weekly', { headers: { accept: 'text/csv' } });
  const byQuery = await call('GET', '/v1/reports/weekly?format=csv');
  t.equal(byHeader.status, 200);
  t.equal(byHeader.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.equal(byHeader.headers.get('content-disposition'), 'attachment; filename="schoolgate-2026-W47.csv"');
  t.equal(byHeader.headers.get('vary'), 'accept, accept-encoding');
  t.equal(byHeader.body, byQuery.body);
  const lines = String(byHeader.body).split('\r\n');
  t.equal(lines[0], 'section,item,requests,blocked,count');
  t.ok(lines.includes('totals,2026-W47,1,0,'));
  t.ok(lines.includes('day,2026-11-18,1,0,'));
  t.ok(lines.includes(`top user,"'=HYPERLINK(""http://x.example"")",,,1`));
});

t.test('it comes as a page that holds all it needs, and whatever devices sent is text there', async (t) => {
  const { call, visit, makeDevice } = await lab(t);
  const device = await makeDevice();
  await visit(device, '2026-11-18T12:00:00Z', { user: '<script>alert(1)</script>', domain: 'a"b.example' });
  const { status, headers, body } = await call('GET', '/v1/reports/weekly?format=html');
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  hasText(t, headers.get('content-security-policy'), "default-src 'none'");
  hasText(t, body, '<!doctype html>');
  hasText(t, body, 'Springfield &lt;High&gt;');
  hasText(t, body, '&lt;script&gt;alert(1)&lt;/script&gt;');
  t.notMatch(body, '<script');
  hasText(t, body, '@media print');
  t.notMatch(body, /(?:src|href)=/);
});

t.test('the header decides the form where the query does not; what cannot be had is 406', async (t) => {
  const { call } = await lab(t);
  const typeOf = async (accept: string, query = '') =>
    (await call('GET', `/v1/reports/weekly${query}`, { headers: { accept } })).headers.get('content-type');
  hasText(t, await typeOf('application/json'), 'application/json');
  hasText(t, await typeOf('*/*'), 'application/json');
  hasText(t, await typeOf('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'), 'text/html');
  hasText(t, await typeOf('text/*'), 'text/csv');
  hasText(t, await typeOf('text/csv;q=0.5, application/json'), 'application/json');
  hasText(t, await typeOf('text/csv;q=0, */*'), 'application/json');
  hasText(t, await typeOf('text/csv', '?format=json'), 'application/json');
  hasFields(t, await call('GET', '/v1/reports/weekly', { headers: { accept: 'image/png' } }), {
    status: 406,
  });
  hasFields(
    t,
    await call('GET', '/v1/alerts', { headers: { accept: 'text/csv' } }),
    { status: 406 },
    'elsewhere',
  );
});

t.test('when the counts of a week are gone, the report that was kept is shown', async (t) => {
  const { call, visit, makeDevice, store, clock } = await lab(t);
  const device = await makeDevice();
  await visit(device, '2026-11-18T12:00:00Z');
  const live = (await call('GET', '/v1/reports/weekly?week=2026-W47')).body;
  const kept = {
    ...live,
    totals: { requests: 100, blocked: 3 },
    deviceHealth: { enforcing: 9, stale: 0, unprotected: 0, unknown: 0 },
  };
  await store.reports.add({ organisationId: 1, week: '2026-W47', report: kept, madeAt: clock.now() });
  t.same((await call('GET', '/v1/reports/weekly?week=2026-W47')).body, kept);
  for (let more = 0; more < 120; more++) await visit(device, '2026-11-18T13:00:00Z');
  hasFields(t, (await call('GET', '/v1/reports/weekly?week=2026-W47')).body, {
    totals: { requests: 121 },
    deviceHealth: { enforcing: 9 },
  });
});
