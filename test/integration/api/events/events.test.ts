import t, { type Test } from 'tap';
import { requestBody } from '../../../../api/events/request-body.ts';
import { createEventPurgeJob } from '../../../../api/scheduler/housekeeping.ts';
import type { EventType } from '../../../../contracts/events/catalogue.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';

const DAY_MS = 86_400_000;

async function lab(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const append = (type: EventType, data: Record<string, unknown> = {}) =>
    server.store.events.append({ type, organisationId: 1, at: clock.now(), data });
  return { ...server, clock, append };
}

const sequencesOf = async ({ call }: Pick<RestServer, 'call'>, path: string): Promise<readonly number[]> =>
  (await call('GET', path)).body.data.map(({ sequence }: { sequence: number }) => sequence);

t.test('events are pulled as they are pushed, whether or not there is a webhook', async (t) => {
  const here = await lab(t);
  const first = await here.append('device.offline', { reason: 'silence' });
  const large = await here.append('report.weekly', { text: 'x'.repeat(30_000) });
  const { status, body, headers } = await here.call('GET', '/v1/events');
  t.equal(status, 200);
  t.equal(headers.get('cache-control'), 'no-store', 'it is about people');
  hasFields(t, body, { total: 2, page: 1, limit: 100, hasMore: false, nextCursor: null });
  t.same(
    body.data.map((event: object) => JSON.stringify(event)),
    [first, large].map(requestBody),
    'byte for byte',
  );
  const { href } = body.data[1].data;
  hasFields(t, await here.call('GET', href), {
    status: 200,
    body: { id: large.id, data: { text: /^x{30000}$/ } },
  });
  t.equal((await here.call('GET', `/v1/events/${strangeId('evt')}`)).status, 404);
  t.equal((await here.call('GET', '/v1/events/evt_1')).status, 404);
});

t.test('a consumer goes on behind what it has seen, by sequence or by cursor', async (t) => {
  const here = await lab(t);
  for (let at = 0; at < 12; at++) await here.append(at % 2 === 0 ? 'device.online' : 'command.failed');
  t.same(await sequencesOf(here, '/v1/events?after=9'), [10, 11, 12]);
  t.same(await sequencesOf(here, '/v1/events?after=12'), []);
  t.same(await sequencesOf(here, '/v1/events?type=command.*&after=6'), [8, 10, 12]);
  t.same(await sequencesOf(here, '/v1/events?type=command.failed&type=device.online&after=10'), [11, 12]);
  t.same(await sequencesOf(here, '/v1/events?type=*&after=11'), [12]);
  const seen: number[] = [];
  let path: string | null = '/v1/events?after=2&limit=3&type=*';
  while (path !== null) {
    const { body, headers } = await here.call('GET', path);
    seen.push(...body.data.map(({ sequence }: { sequence: number }) => sequence));
    t.equal(body.total, 10);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  t.same(seen, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

t.test('what asks wrongly is told so', async (t) => {
  const here = await lab(t);
  for (const query of ['after=-1', 'after=x', 'limit=1001', 'type=device.exploded', 'type=', 'sort=type'])
    hasFields(
      t,
      await here.call('GET', `/v1/events?${query}`),
      { status: 400, body: { code: 'validation_failed' } },
      query,
    );
  hasFields(t, await here.call('GET', '/v1/events?type=webhook.test'), {
    status: 400,
    body: { errors: [{ in: 'query', parameter: 'type', code: 'unknown_event' }] },
  });
  hasFields(t, await here.call('GET', '/v1/events?page=11&limit=1000'), {
    status: 400,
    body: { code: 'page_window_exceeded' },
  });
  hasFields(t, await here.call('GET', '/v1/events?kind=x'), {
    status: 400,
    body: { code: 'unknown_parameter' },
  });
});

t.test('after thirty days an older "after" is 410 and says what is the oldest', async (t) => {
  const here = await lab(t);
  for (let at = 0; at < 5; at++) await here.append('device.online');
  const { body: page } = await here.call('GET', '/v1/events?limit=2');
  const job = createEventPurgeJob({ store: here.store, clock: here.clock, log: silentLog });
  here.clock.jump(30 * DAY_MS);
  await here.append('device.online');
  await job.run(new AbortController().signal);
  t.same(await sequencesOf(here, '/v1/events?after=0'), [1, 2, 3, 4, 5, 6], 'thirty days are not over');
  here.clock.jump(1);
  await job.run(new AbortController().signal);
  hasFields(t, await here.call('GET', '/v1/events?after=4'), {
    status: 410,
    body: { code: 'events_expired', oldestSequence: 6 },
  });
  t.equal((await here.call('GET', `/v1/events?limit=2&cursor=${page.nextCursor}`)).status, 410);
  t.same(await sequencesOf(here, '/v1/events?after=5'), [6]);
  t.same(await sequencesOf(here, '/v1/events'), [6]);
  t.equal((await here.append('device.online')).sequence, 7);
});

t.test('a key of one unit, and one without the scope, pull nothing', async (t) => {
  const here = await lab(t);
  const { id } = await here.append('device.online');
  const limited = await here.makeKey({ ouPath: '/Springfield' });
  const without = await here.makeKey({ scopes: ['devices:read'] });
  for (const path of ['/v1/events', `/v1/events/${id}`]) {
    hasFields(t, await here.call('GET', path, limited), { status: 403, body: { code: 'ou_not_permitted' } });
    hasFields(t, await here.call('GET', path, without), {
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  }
});
