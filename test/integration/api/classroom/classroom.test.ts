import t, { type Test } from 'tap';
import { createDueChanges } from '../../../../api/classroom/due-changes.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { withPorts } from '../../../support/with-ports.ts';
import { type Answer, type RestServer, startRestServer, strangeId } from '../rest-server.ts';

const MINUTE = 60_000;
const SESSIONS = '/v1/classroom/sessions';

interface School {
  readonly rest: RestServer;
  readonly clock: FakeClock;
  readonly store: Store;
  create(body: object, key?: string): Promise<Answer>;
  get(id: string): Promise<Answer>;
  user(email: string, ou: string): Promise<string>;
  /** Event types and what they are about, in order. */
  events(): Promise<readonly string[]>;
}

async function school(t: Test, options: { readonly moments?: boolean } = {}): Promise<School> {
  const clock = createFakeClock();
  const rest = await startRestServer(t, { clock });
  const { store } = rest;
  const moments = createDueChanges({ store, clock, log: silentLog });
  t.teardown(() => moments.stop());
  if (options.moments !== false) await moments.start();
  return {
    rest,
    clock,
    store,
    create: (body, key) => rest.call('POST', SESSIONS, { body, ...(key === undefined ? {} : { key }) }),
    get: (id) => rest.call('GET', `${SESSIONS}/${id}`),
    async user(email, ou) {
      const { status, body } = await rest.call('POST', '/v1/users', {
        body: { email, name: email, role: 'student', ou },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
    events: () => seenEvents(rest),
  };
}

/** Told by a webhook that nobody answers: its deliveries name the events. */
async function seenEvents({ store }: RestServer): Promise<readonly string[]> {
  const all = { organisationId: 1, limit: 200, from: { kind: 'page', page: 1 } } as const;
  const { rows: webhooks } = await store.webhooks.list({ ...all, filter: {}, sort: [] });
  const [webhook] = webhooks;
  if (webhook === undefined) throw new Error('nobody listens');
  const { rows } = await store.deliveries.list({
    ...all,
    filter: { webhookId: webhook.id },
    sort: [{ field: 'createdAt', descending: false }],
  });
  return rows.map(({ eventType }) => eventType);
}

/** Notes all classroom and override events from now on. */
async function listen({ rest }: School): Promise<void> {
  const { status } = await rest.call('POST', '/v1/webhooks', {
    body: { url: 'https://sis.example/hooks', events: ['classroom.*', 'override.*'] },
  });
  if (status !== 201) throw new Error(`webhook: ${status}`);
}

const MATHS = { name: 'Maths 9B', teacher: 'tea@x.example', durationMinutes: 6 };

t.test('a session is created at once active, shown, listed, changed and ended', async (t) => {
  const at = await school(t);
  await listen(at);
  const device = await at.rest.makeDevice();
  const made = await at.create({
    ...MATHS,
    deviceIds: [device.id],
    mode: 'focus',
    allowedUrls: ['https://GeoGebra.org/'],
  });
  t.equal(made.status, 201);
  const { id } = made.body;
  t.equal(made.headers.get('location'), `${SESSIONS}/${id}`);
  hasFields(t, made.body, {
    ...MATHS,
    studentEmails: [],
    ou: null,
    deviceIds: [device.id],
    mode: 'focus',
    status: 'active',
    endedAt: null,
    conflicts: [],
  });
  t.equal(Date.parse(made.body.endsAt) - Date.parse(made.body.startsAt), 6 * MINUTE);
  t.same((await at.get(id)).body, made.body);
  t.same((await at.rest.call('GET', `${SESSIONS}?status=active`)).body.data, [made.body]);
  t.equal((await at.rest.call('GET', `${SESSIONS}?status=ended`)).body.total, 0);

  const patch = { durationMinutes: 8, mode: 'open', allowedUrls: [], name: 'Maths' };
  const before = (await at.get(id)).headers.get('etag') ?? '';
  const changed = await at.rest.call('PATCH', `${SESSIONS}/${id}`, {
    body: patch,
    headers: { 'if-match': before },
  });
  t.equal(changed.status, 200);
  hasFields(t, changed.body, patch);
  t.equal(Date.parse(changed.body.endsAt) - Date.parse(made.body.startsAt), 8 * MINUTE);
  const stale = await at.rest.call('PATCH', `${SESSIONS}/${id}`, {
    body: patch,
    headers: { 'if-match': before },
  });
  t.equal(stale.status, 412);

  await at.clock.advance(MINUTE);
  const ended = await at.rest.call('POST', `${SESSIONS}/${id}/end`);
  t.equal(ended.status, 200);
  hasFields(t, ended.body, { status: 'ended', endedAt: new Date(at.clock.now()).toISOString() });
  const again = await at.rest.call('POST', `${SESSIONS}/${id}/end`);
  t.same(again.body, ended.body, 'a second end changes nothing');
  t.equal((await at.rest.call('PATCH', `${SESSIONS}/${id}`, { body: { name: 'X' } })).body.code, 'conflict');
  t.same(await at.events(), ['classroom.session_started', 'classroom.session_ended']);
});

t.test('exactly one of students, unit and devices is given', async (t) => {
  const at = await school(t);
  const device = await at.rest.makeDevice();
  const refused = [
    {},
    { studentEmails: [] },
    { studentEmails: ['ana@x.example'], ou: '/' },
    { ou: '/', deviceIds: [device.id] },
    { ou: null, deviceIds: null },
  ];
  for (const who of refused) {
    const { status, body } = await at.create({ ...MATHS, ...who });
    t.equal(status, 400, JSON.stringify(who));
    t.equal(body.code, 'validation_failed');
  }
  t.equal((await at.create({ ...MATHS, ou: '/', studentEmails: null, deviceIds: [] })).status, 201);
});

t.test('what is named but does not exist, or does not fit, is refused with its place', async (t) => {
  const at = await school(t);
  const device = await at.rest.makeDevice();
  const first = async (body: object): Promise<object> => {
    const answer = await at.create({ ...MATHS, ...body });
    const { pointer, code } = answer.body.errors[0];
    return { status: answer.status, pointer, code };
  };
  t.same(await first({ deviceIds: [device.id, strangeId('dev')] }), {
    status: 422,
    pointer: '#/deviceIds/1',
    code: 'unknown_device',
  });
  t.same(await first({ ou: '/Nowhere' }), { status: 422, pointer: '#/ou', code: 'unknown_ou' });
  t.same(await first({ ou: '/', allowedUrls: ['geogebra.org', 'not a host'] }), {
    status: 400,
    pointer: '#/allowedUrls/1',
    code: 'url',
  });
  hasFields(t, await first({ ou: '/', durationMinutes: 4 }), { status: 400, pointer: '#/durationMinutes' });
  hasFields(t, await first({ ou: '/', startsAt: '2036-01-01T00:00:00Z' }), { status: 400, code: 'too_far' });
  t.equal((await at.rest.call('GET', SESSIONS)).body.total, 0, 'nothing was made');
});

t.test('a planned session starts and ends by itself, each once; it can be cancelled before', async (t) => {
  const at = await school(t);
  await listen(at);
  const startsAt = new Date(at.clock.now() + 2 * MINUTE).toISOString();
  const { body } = await at.create({ ...MATHS, ou: '/', startsAt });
  hasFields(t, body, { status: 'scheduled', startsAt });
  const cancelled = (await at.create({ ...MATHS, ou: '/', startsAt })).body.id;
  hasFields(t, (await at.rest.call('POST', `${SESSIONS}/${cancelled}/end`)).body, { status: 'cancelled' });

  await at.clock.advance(2 * MINUTE - 1);
  t.equal((await at.get(body.id)).body.status, 'scheduled');
  await at.clock.advance(1);
  t.equal((await at.get(body.id)).body.status, 'active', 'at its very moment');
  await at.clock.advance(6 * MINUTE);
  hasFields(t, (await at.get(body.id)).body, { status: 'ended', endedAt: body.endsAt });
  t.same(await at.events(), ['classroom.session_started', 'classroom.session_ended']);
  t.equal((await at.get(cancelled)).body.status, 'cancelled');
});

t.test('what passed while the server was down is caught up, in order', async (t) => {
  const at = await school(t, { moments: false });
  await listen(at);
  const startsAt = new Date(at.clock.now() + MINUTE).toISOString();
  const { body } = await at.create({ ...MATHS, ou: '/', startsAt });
  await at.clock.advance(10 * MINUTE);
  t.equal((await at.get(body.id)).body.status, 'scheduled');
  const moments = createDueChanges({ store: at.store, clock: at.clock, log: silentLog });
  await moments.start();
  await at.clock.advance(0);
  await moments.stop();
  hasFields(t, (await at.get(body.id)).body, { status: 'ended', endedAt: body.endsAt });
  t.same(await at.events(), ['classroom.session_started', 'classroom.session_ended']);
});

t.test('a session that cannot be marked holds up no other, and is marked when it can be', async (t) => {
  const at = await school(t, { moments: false });
  await listen(at);
  const startsAt = new Date(at.clock.now() + MINUTE).toISOString();
  const soon = new Date(at.clock.now() + 1.5 * MINUTE).toISOString();
  const bad = (await at.create({ ...MATHS, name: 'Bad', ou: '/', startsAt })).body.id;
  const good = (await at.create({ ...MATHS, ou: '/', startsAt })).body.id;
  const later = (await at.create({ ...MATHS, ou: '/', startsAt: soon })).body.id;
  let poisoned = true;
  const errors: unknown[] = [];
  const store: Store = {
    ...at.store,
    transaction: (work, options) =>
      at.store.transaction((tx) => {
        const advance: typeof tx.classroomSessions.advance = (id, step) =>
          id === bad && poisoned
            ? Promise.reject(new RangeError('Invalid time value'))
            : tx.classroomSessions.advance(id, step);
        return work(withPorts(tx, { classroomSessions: { ...tx.classroomSessions, advance } }));
      }, options),
  };
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const moments = createDueChanges({ store, clock: at.clock, log });
  t.teardown(() => moments.stop());
  await moments.start();
  await at.clock.advance(MINUTE + 500);
  t.equal((await at.get(good)).body.status, 'active');
  t.equal((await at.get(bad)).body.status, 'scheduled');
  await at.clock.advance(MINUTE / 2 + 500);
  t.equal((await at.get(later)).body.status, 'active', 'a second late at most');
  hasFields(
    t,
    errors,
    [{ sessionId: bad }, { sessionId: bad }, { sessionId: bad }],
    'at once, 10 s and 30 s later',
  );
  poisoned = false;
  await at.clock.advance(MINUTE);
  t.equal((await at.get(bad)).body.status, 'active');
});

t.test('an extension moves the end, and an end in the past is refused', async (t) => {
  const at = await school(t);
  const { id } = (await at.create({ ...MATHS, ou: '/' })).body;
  const extend = (durationMinutes: number) =>
    at.rest.call('PATCH', `${SESSIONS}/${id}`, { body: { durationMinutes } });
  await at.clock.advance(5.5 * MINUTE);
  t.equal((await extend(5)).status, 422);
  t.equal((await extend(7)).status, 200);
  await at.clock.advance(1 * MINUTE);
  t.equal((await at.get(id)).body.status, 'active');
  await at.clock.advance(0.5 * MINUTE);
  t.equal((await at.get(id)).body.status, 'ended');
});

t.test(
  'the later start wins: the earlier session lists the conflict, its teacher is told, and the end ends it',
  async (t) => {
    const at = await school(t);
    const maths = (
      await at.create({ ...MATHS, durationMinutes: 8, studentEmails: ['ana@x.example', 'bo@x.example'] })
    ).body.id;
    await at.clock.advance(MINUTE);
    await listen(at);
    const art = { name: 'Art', teacher: 'art@x.example', durationMinutes: 5 };
    const other = (await at.create({ ...art, studentEmails: ['Bo@x.example', 'cy@x.example'] })).body.id;
    const since = new Date(at.clock.now()).toISOString();
    const conflict = {
      sessionId: other,
      teacher: 'art@x.example',
      studentEmails: ['bo@x.example'],
      deviceIds: [],
    };
    t.same((await at.get(maths)).body.conflicts, [{ ...conflict, since, endedAt: null }]);
    t.same((await at.get(other)).body.conflicts, [], 'the later one loses nobody');
    t.same((await at.rest.call('GET', `${SESSIONS}?teacher=tea@x.example`)).body.data[0].conflicts.length, 1);
    t.same([...(await at.events())].sort(), ['classroom.session_conflict', 'classroom.session_started']);
    await at.clock.advance(5 * MINUTE);
    const endedAt = new Date(at.clock.now()).toISOString();
    t.same((await at.get(maths)).body.conflicts, [{ ...conflict, since, endedAt }]);
    t.equal((await at.get(maths)).body.status, 'active');
  },
);

t.test('sessions that share nobody, or follow one another, do not conflict', async (t) => {
  const at = await school(t);
  const first = (await at.create({ ...MATHS, studentEmails: ['ana@x.example'] })).body;
  await at.create({ ...MATHS, studentEmails: ['bo@x.example'] });
  const next = (await at.create({ ...MATHS, studentEmails: ['ana@x.example'], startsAt: first.endsAt })).body;
  await at.clock.advance(7 * MINUTE);
  t.equal((await at.get(next.id)).body.status, 'active');
  t.same((await at.get(first.id)).body.conflicts, []);
});

t.test('a student of a unit’s session and a session of that student conflict', async (t) => {
  const at = await school(t);
  await at.store.ous.ensurePath(1, '/High/9B', at.clock.now());
  await at.user('ana@x.example', '/High/9B');
  const unit = (await at.create({ ...MATHS, ou: '/High' })).body;
  t.equal(unit.ou, '/High');
  await at.clock.advance(MINUTE);
  await at.create({ ...MATHS, studentEmails: ['ana@x.example'] });
  hasFields(t, (await at.get(unit.id)).body.conflicts, [{ studentEmails: ['ana@x.example'] }]);
});

t.test('a key that is limited to a unit makes and sees only what lies within', async (t) => {
  const at = await school(t);
  const inside = await at.rest.makeDevice({ ou: '/High/9B' });
  const outside = await at.rest.makeDevice({ ou: '/Low' });
  await at.user('ana@x.example', '/High/9B');
  await at.user('low@x.example', '/Low');
  const { key } = await at.rest.makeKey({ ouPath: '/High' });
  t.equal((await at.create({ ...MATHS, deviceIds: [outside.id] }, key)).status, 422, 'as if there were none');
  t.equal((await at.create({ ...MATHS, ou: '/Low' }, key)).status, 403);
  t.equal((await at.create({ ...MATHS, studentEmails: ['low@x.example'] }, key)).status, 403);
  t.equal((await at.create({ ...MATHS, studentEmails: ['nobody@x.example'] }, key)).status, 403);
  const seen = [
    (await at.create({ ...MATHS, deviceIds: [inside.id] }, key)).body.id,
    (await at.create({ ...MATHS, studentEmails: ['ana@x.example'] }, key)).body.id,
    (await at.create({ ...MATHS, ou: '/High' })).body.id,
  ];
  const hidden = [
    (await at.create({ ...MATHS, ou: '/' })).body.id,
    (await at.create({ ...MATHS, deviceIds: [inside.id, outside.id] })).body.id,
  ];
  const list = await at.rest.call('GET', SESSIONS, { key });
  t.same(list.body.data.map(({ id }: { id: string }) => id).sort(), [...seen].sort());
  for (const id of hidden) {
    t.equal((await at.rest.call('GET', `${SESSIONS}/${id}`, { key })).status, 404);
    t.equal((await at.rest.call('POST', `${SESSIONS}/${id}/end`, { key })).status, 404);
    t.equal((await at.get(id)).body.status, 'active');
  }
  t.equal((await at.rest.call('GET', `${SESSIONS}/${seen[0]}`, { key })).status, 200);
});
