import t, { type Test } from 'tap';
import { createAccessRequestExpiryJob } from '../../../../api/access-requests/expiry-job.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const REQUESTS = '/v1/access-requests';
const DAY = 86_400_000;

/** A school in which students of two units ask for a site. */
async function school(t: Test) {
  const clock = createFakeClock();
  const rest = await startRestServer(t, { clock });
  const high = await rest.makeDevice({ ou: '/High' });
  const low = await rest.makeDevice({ ou: '/Low' });
  for (const [name, ou] of [
    ['ana', '/High'],
    ['ben', '/High'],
  ] as const)
    await rest.call('POST', '/v1/users', { body: { email: `${name}@x.example`, name, role: 'student', ou } });
  /** As the gateway does when a laptop tells: an alert, and a request. */
  const ask = async (device: DeviceRecord, user: string | null, host = 'wiki.example'): Promise<string> => {
    const { organisationId, ouId, id: deviceId } = device;
    const common = { organisationId, deviceId, ouId, user, policyId: null, at: clock.now() };
    const { alert } = await rest.store.alerts.raise({
      ...common,
      ...{ type: 'access_request', severity: 'info', title: 'Asked', details: {}, count: 1 },
      ...{ sameAs: `${deviceId}:${user}:${host}`, joinsForMs: DAY },
    });
    const facts = { host, url: null, note: 'for history', ruleId: null, alertId: alert.id };
    return (await rest.store.accessRequests.ask({ ...common, ...facts })).id;
  };
  const decide = (id: string, body: object) => rest.call('POST', `${REQUESTS}/${id}/decision`, { body });
  return { clock, rest, high, low, ask, decide };
}

t.test('a request is listed, and read with its verdict, its neighbours and who else asks', async (t) => {
  const { rest, high, low, ask } = await school(t);
  await rest.call('POST', '/v1/policies', {
    body: {
      name: 'No encyclopaedias',
      target: { everyone: true },
      rules: [{ effect: 'block', match: { domains: ['wiki.example'] } }],
    },
  });
  const id = await ask(high, 'ana@x.example');
  const other = await ask(low, null);
  await ask(low, null, 'elsewhere.example');
  const list = await rest.call('GET', `${REQUESTS}?status=open&host=WIKI.example`);
  t.equal(list.body.total, 2);
  t.equal((await rest.call('GET', `${REQUESTS}?user=ANA@x.example&ou=/High`)).body.data[0].id, id);
  const { status, body } = await rest.call('GET', `${REQUESTS}/${id}`);
  t.equal(status, 200);
  hasFields(t, body, {
    ...{ id, status: 'open', host: 'wiki.example', user: 'ana@x.example', ou: '/High', note: 'for history' },
    verdict: { action: 'block' },
    alsoRefused: [],
    alsoAsking: [{ id: other }],
  });
  hasFields(t, body.verdict.chain[0], { decided: true, action: 'block' });
  t.equal(body.alsoAsking.length, 1);
});

t.test('the hosts that were refused around it are named to those who may read logs', async (t) => {
  const { rest, high, ask, clock } = await school(t);
  const request = (domain: string, at: number, user = 'ana@x.example') => ({
    ...{ organisationId: 1, deviceId: high.id, receivedAt: clock.now(), ouPath: '/High' },
    record: { id: `record-${domain}-${at % 97}`, at, kind: 'request', user, domain, action: 'block' },
  });
  await rest.store.telemetry.appendActivity([
    request('img.wiki.example', clock.now() - 1_000),
    request('img.wiki.example', clock.now() - 2_000),
    request('wiki.example', clock.now() - 1_000),
    request('long-ago.example', clock.now() - 600_000),
    request('bens.example', clock.now() - 1_000, 'ben@x.example'),
  ] as never);
  const id = await ask(high, 'ana@x.example');
  const detail = await rest.call('GET', `${REQUESTS}/${id}`);
  t.same(detail.body.alsoRefused, [{ host: 'img.wiki.example', category: null, count: 2 }]);
  const { key } = await rest.makeKey({ scopes: ['alerts:read'] });
  t.equal((await rest.call('GET', `${REQUESTS}/${id}`, { key })).body.alsoRefused, null);
});

t.test('allowed for the student: an override, the alert resolved, the answer for the laptop', async (t) => {
  const { rest, high, low, ask, decide, clock } = await school(t);
  const id = await ask(high, 'ana@x.example');
  const sameStudent = await ask(low, 'ana@x.example');
  const another = await ask(high, 'ben@x.example');
  const words = 'Until noon';
  const allow = { decision: 'allow', for: 'student', ttlMinutes: 45, alsoHosts: ['IMG.wiki.example'], words };
  const { status, body } = await decide(id, allow);
  t.equal(status, 200);
  hasFields(t, body, {
    request: {
      id,
      status: 'allowed',
      decidedBy: /^key_/,
      words,
      decidedAt: new Date(clock.now()).toISOString(),
    },
    overrides: [
      { site: 'wiki.example', scope: { type: 'student' }, reason: `Asked for: ${id}` },
      { site: 'img.wiki.example' },
    ],
    alsoDecided: [sameStudent],
  });
  t.same(
    body.request.overrideIds,
    body.overrides.map((one: { id: string }) => one.id),
  );
  hasFields(t, (await rest.call('GET', `/v1/alerts/${body.request.alertId}`)).body, {
    status: 'resolved',
    note: words,
  });
  hasFields(t, await rest.store.accessRequests.answersFor(high.id, 0), [{ id, words }]);
  t.equal((await rest.call('GET', `${REQUESTS}/${another}`)).body.status, 'open');
  hasFields(t, await decide(id, allow), { status: 409, body: { code: 'conflict' } });
});

t.test('allowed for a device, a lesson, a unit or everyone', async (t) => {
  const { rest, high, low, ask, decide } = await school(t);
  const statusOf = async (id: string) => (await rest.call('GET', `${REQUESTS}/${id}`)).body.status;
  const allow = (id: string, whom: string) => decide(id, { decision: 'allow', for: whom, ttlMinutes: 5 });

  const stranger = await ask(high, null);
  hasFields(t, await allow(stranger, 'student'), {
    status: 422,
    body: { errors: [{ code: 'unknown_user' }] },
  });
  hasFields(t, (await allow(stranger, 'device')).body.overrides, [
    { scope: { type: 'device', id: high.id } },
  ]);

  const inLesson = await ask(high, 'ben@x.example');
  hasFields(t, await allow(inLesson, 'session'), { status: 422, body: { errors: [{ code: 'no_session' }] } });
  const lesson = { name: 'Maths', teacher: 'tea@x.example', durationMinutes: 5, deviceIds: [high.id] };
  const session = await rest.call('POST', '/v1/classroom/sessions', { body: lesson });
  hasFields(t, (await allow(inLesson, 'session')).body.overrides, [
    { scope: { type: 'session', id: session.body.id } },
  ]);

  const mine = await ask(high, 'ana@x.example');
  const neighbour = await ask(high, 'ben@x.example');
  const elsewhere = await ask(low, null);
  t.same((await allow(mine, 'ou')).body.alsoDecided, [neighbour]);
  t.equal(await statusOf(elsewhere), 'open');
  const again = await ask(high, 'ana@x.example');
  t.same((await allow(again, 'everyone')).body.alsoDecided, [elsewhere]);
});

t.test('refused with words, for the others too when it says so', async (t) => {
  const { rest, high, low, ask, decide } = await school(t);
  const [one, two, three] = [
    await ask(high, 'ana@x.example'),
    await ask(high, 'ben@x.example'),
    await ask(low, null),
  ];
  t.equal((await decide(one, { decision: 'refuse' })).status, 400, 'a student is told why');
  hasFields(t, await decide(one, { decision: 'refuse', words: 'Not in class' }), {
    status: 200,
    body: {
      request: { status: 'refused', words: 'Not in class', overrideIds: [] },
      overrides: [],
      alsoDecided: [],
    },
  });
  hasFields(t, await decide(two, { decision: 'refuse', words: 'No', others: true }), {
    body: { alsoDecided: [three] },
  });
  t.equal((await rest.call('GET', '/v1/overrides')).body.total, 0);
});

t.test('what a locked block of a policy forbids stays open', async (t) => {
  const { rest, high, ask, decide } = await school(t);
  await rest.call('POST', '/v1/policies', {
    body: {
      name: 'Never',
      target: { everyone: true },
      rules: [{ effect: 'block', locked: true, match: { domains: ['wiki.example'] } }],
    },
  });
  const id = await ask(high, 'ana@x.example');
  const refusal = await decide(id, { decision: 'allow', for: 'student', ttlMinutes: 5 });
  hasFields(t, refusal, { status: 422, body: { code: 'locked_by_policy' } });
  t.equal((await rest.call('GET', `${REQUESTS}/${id}`)).body.status, 'open');
});

t.test('helpdesk and teachers decide in their reach; viewers and others do not', async (t) => {
  const { rest, high, low, ask, clock } = await school(t);
  const [mine, foreign] = [await ask(high, 'ana@x.example'), await ask(low, null)];
  const refuse = { decision: 'refuse', words: 'No', others: true };
  const viewer = await signedIn(rest, 'viewer', { clock });
  t.equal((await viewer.call('GET', REQUESTS)).status, 403);
  t.equal((await viewer.call('POST', `${REQUESTS}/${mine}/decision`, refuse)).status, 403);
  const { key } = await rest.makeKey({ scopes: ['alerts:read', 'alerts:write'] });
  t.equal((await rest.call('POST', `${REQUESTS}/${mine}/decision`, { key, body: refuse })).status, 403);
  const teacher = await signedIn(rest, 'teacher', { ou: '/High', clock });
  t.same((await teacher.call('GET', REQUESTS)).body.total, 1);
  t.same((await teacher.call('GET', `${REQUESTS}/${mine}`)).body.alsoAsking, []);
  for (const id of [foreign, strangeId('acr')]) {
    t.equal((await teacher.call('GET', `${REQUESTS}/${id}`)).status, 404);
    t.equal((await teacher.call('POST', `${REQUESTS}/${id}/decision`, refuse)).status, 404);
  }
  const forAll = { decision: 'allow', for: 'everyone', ttlMinutes: 5 };
  hasFields(t, await teacher.call('POST', `${REQUESTS}/${mine}/decision`, forAll), {
    status: 403,
    body: { code: 'ou_not_permitted' },
  });
  hasFields(t, await teacher.call('POST', `${REQUESTS}/${mine}/decision`, refuse), {
    status: 200,
    body: { alsoDecided: [] },
  });
  const helpdesk = await signedIn(rest, 'helpdesk', { clock });
  t.equal((await helpdesk.call('POST', `${REQUESTS}/${foreign}/decision`, forAll)).status, 200);
});

t.test('what nobody decides ends by itself after a day, with its alert', async (t) => {
  const { rest, high, ask, decide, clock } = await school(t);
  const id = await ask(high, 'ana@x.example');
  const job = createAccessRequestExpiryJob({ store: rest.store, clock });
  await clock.advance(DAY - 1);
  await job.run(new AbortController().signal);
  const { body } = await rest.call('GET', `${REQUESTS}/${id}`);
  t.equal(body.status, 'open');
  await clock.advance(1);
  const late = { decision: 'refuse', words: 'No' };
  hasFields(t, await decide(id, late), { status: 409, body: { detail: 'Its time is over.' } });
  await job.run(new AbortController().signal);
  hasFields(t, (await rest.call('GET', `${REQUESTS}/${id}`)).body, { status: 'expired', decidedAt: null });
  hasFields(t, (await rest.call('GET', `/v1/alerts/${body.alertId}`)).body, {
    status: 'resolved',
    resolvedBy: null,
  });
});

t.test(
  'a unit is opened for its people: somebody of another unit on its laptop is not told so',
  async (t) => {
    const { rest, high, ask, decide } = await school(t);
    await rest.store.ous.ensurePath(1, '/Staff', 0);
    await rest.call('POST', '/v1/users', {
      body: { email: 'tea@x.example', name: 'Tea', role: 'teacher', ou: '/Staff' },
    });
    const id = await ask(high, 'ana@x.example');
    const guest = await ask(high, 'tea@x.example');
    const { body } = await decide(id, { decision: 'allow', for: 'ou', ttlMinutes: 5 });
    t.same(body.alsoDecided, []);
    t.equal((await rest.call('GET', `${REQUESTS}/${guest}`)).body.status, 'open');
  },
);

t.test(
  'a bad host among more is named, nothing is allowed then, and one that is named twice counts once',
  async (t) => {
    const { rest, high, ask, decide } = await school(t);
    const id = await ask(high, 'ana@x.example');
    const allow = (...alsoHosts: readonly string[]) =>
      decide(id, { decision: 'allow', for: 'student', ttlMinutes: 5, alsoHosts });
    for (const host of ['com', 'no site'])
      hasFields(t, await allow('img.example', host), {
        status: 400,
        body: { errors: [{ pointer: '#/alsoHosts/1' }] },
      });
    t.equal((await rest.call('GET', '/v1/overrides')).body.total, 0);
    t.equal(
      (await decide(id, { decision: 'refuse', words: ' \u200b ' })).status,
      400,
      'words without a word',
    );
    t.equal((await allow('WIKI.example', 'img.example', 'img.example')).body.overrides.length, 2);
  },
);
