import { join } from 'node:path';
import t from 'tap';
import { hashApiKey, newApiKeyText } from '../../../../api/http/authentication/api-key-text.ts';
import { organisationBundle } from '../../../../api/policies/bundle.ts';
import {
  createPreviewEngine,
  type PreviewRequest,
  type PreviewResult,
} from '../../../../api/policies/preview/preview-engine.ts';
import type { ApiKeyId, DeviceId } from '../../../../contracts/ids.ts';
import { SCOPES } from '../../../../contracts/scopes.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import type { Store } from '../../../../store/ports/store.ts';
import type { ReceivedActivity } from '../../../../store/ports/telemetry.ts';
import { createSchoolTimes } from '../../../../store/rules/school-times.ts';
import { PREVIEW_PROGRAM } from '../../../support/child-process.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestStore, temporaryFolder } from '../../../support/test-store.ts';
import { signedIn } from '../people.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const NOTHING = { visits: 0, users: 0, topDomains: [], belowMinimum: true };

const BLOCKED = {
  visits: 30,
  users: 5,
  topDomains: [{ domain: 'a.example', count: 30 }],
  belowMinimum: false,
};

/** A key of every scope in a store of the test's own. */
async function fullKey(store: Store): Promise<string> {
  const key = newApiKeyText(systemRandom, 'live');
  await store.apiKeys.create(
    {
      id: strangeId('key') as ApiKeyId,
      organisationId: 1,
      name: 'test',
      scopes: SCOPES,
      tier: 'enterprise',
      rateLimitOverride: null,
      ouPath: null,
      ipAllowList: [],
      expiresAt: null,
      revokedAt: null,
      createdAt: 1,
    },
    { slot: 'primary', hash: hashApiKey(key), display: 'sgk_live_test', createdAt: 1, expiresAt: null },
  );
  return key;
}

/** A server whose preview engine notes what it is asked, and finds little. */
async function withEngine(t: Parameters<typeof startRestServer>[0]) {
  const asked: PreviewRequest[] = [];
  const run = async (request: PreviewRequest): Promise<PreviewResult> => {
    asked.push(request);
    const { from, to } = request;
    return {
      from,
      to,
      evaluated: 90,
      warnings: ['Little to go by.'],
      newlyAllowed: NOTHING,
      newlyBlocked: BLOCKED,
      someLeftOut: false,
    };
  };
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock, api: { preview: { run } } });
  return { ...server, asked, clock };
}

t.test('a draft is put to the records of the last days and saves nothing', async (t) => {
  const { call, store, asked, clock } = await withEngine(t);
  const unit = await store.ous.ensurePath(1, '/High', 1);
  const known = await call('POST', '/v1/policies', { body: { name: 'Old', priority: 7 } });
  const body = {
    policy: {
      name: 'New',
      target: { ous: [unit.id] },
      rules: [{ effect: 'block', match: { categories: ['games'] } }],
    },
    replaces: known.body.id,
    days: 14,
  };
  const answer = await call('POST', '/v1/policies/preview', { body });
  t.equal(answer.status, 200);
  t.strictSame(answer.body, {
    from: '2026-11-06T10:00:00.000Z',
    to: '2026-11-20T10:00:00.000Z',
    evaluated: 90,
    warnings: ['Little to go by.'],
    newlyAllowed: NOTHING,
    newlyBlocked: BLOCKED,
  });
  t.equal(asked.length, 1);
  hasFields(t, asked[0], {
    organisationId: 1,
    replaces: known.body.id,
    withinOuPath: null,
    to: clock.now(),
    policy: {
      id: known.body.id,
      name: 'New',
      enabled: true,
      priority: 100,
      target: { ous: ['/High'] },
      version: 3,
    },
  });
  t.equal(await store.policies.version(1), 2);
  t.strictSame((await call('GET', `/v1/policies/${known.body.id}`)).body, known.body);
});

t.test('a new draft looks at seven days; a limited key at its own people alone', async (t) => {
  const { call, store, asked, clock, makeKey } = await withEngine(t);
  await store.ous.ensurePath(1, '/High', 1);
  const { key } = await makeKey({ ouPath: '/High' });
  const body = { policy: { name: 'New', target: { ous: ['/High'] } } };
  t.equal((await call('POST', '/v1/policies/preview', { body, key })).status, 200);
  hasFields(t, asked[0], { withinOuPath: '/High', replaces: null, from: clock.now() - 7 * 86_400_000 });
  const wide = { policy: { name: 'New', target: { everyone: true } } };
  hasFields(t, await call('POST', '/v1/policies/preview', { body: wide, key }), { status: 403 });
  t.equal(asked.length, 1);
});

t.test('a draft is checked like a policy, with pointers into it', async (t) => {
  const { call, asked } = await withEngine(t);
  const ask = (body: object) => call('POST', '/v1/policies/preview', { body });
  const draft = { name: 'New' };
  hasFields(
    t,
    await ask({ policy: { ...draft, rules: [{ effect: 'block', match: { categories: ['fun'] } }] } }),
    {
      status: 400,
      body: { errors: [{ pointer: '#/policy/rules/0/match/categories/0' }] },
    },
  );
  hasFields(t, await ask({ policy: { ...draft, schedule: { timezone: 'Mars/Olympus' } } }), {
    status: 400,
    body: { errors: [{ pointer: '#/policy/schedule/timezone' }] },
  });
  hasFields(t, await ask({ policy: { ...draft, target: { ous: ['/Nowhere'] } } }), {
    status: 422,
    body: { errors: [{ pointer: '#/policy/target/ous/0' }] },
  });
  hasFields(t, await ask({ policy: draft, replaces: strangeId('pol') }), {
    status: 422,
    body: { errors: [{ pointer: '#/replaces' }] },
  });
  for (const days of [0, 15, 1.5]) t.equal((await ask({ policy: draft, days })).status, 400);
  t.equal(asked.length, 0);
});

t.test('previews have a limit of their own of 30 a minute and caller, named beside the other', async (t) => {
  const { call, makeKey, asked, clock } = await withEngine(t);
  const ask = (key: string) =>
    call('POST', '/v1/policies/preview', { key, body: { policy: { name: 'New' } } });
  const { key } = await makeKey();
  const first = await ask(key);
  t.equal(first.headers.get('ratelimit-policy'), '"default";q=5000;w=60, "preview";q=30;w=60');
  t.match(first.headers.get('ratelimit'), /^"default";r=4999;t=\d+, "preview";r=29;t=\d+$/);
  for (let count = 1; count < 30; count++) t.equal((await ask(key)).status, 200);
  const refused = await ask(key);
  hasFields(t, refused, { status: 429, body: { code: 'rate_limited', 'violated-policies': ['preview'] } });
  t.ok(Number(refused.headers.get('retry-after')) >= 1);
  t.equal(asked.length, 30);
  const list = await call('GET', '/v1/policies', { key });
  t.equal(list.headers.get('x-ratelimit-remaining'), String(5_000 - 31), 'the refused call cost nothing');
  t.equal(list.headers.get('ratelimit-policy'), '"default";q=5000;w=60');
  t.equal((await ask((await makeKey()).key)).status, 200, 'another caller has its own');
  await clock.advance(60_000);
  t.equal((await ask(key)).status, 200);
});

t.test('the real engine tells what a draft would have changed for real records', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const store = await createTestStore(t, { path });
  const preview = createPreviewEngine({
    program: PREVIEW_PROGRAM,
    source: { kind: 'sqlite', path },
    bundleOf: (organisationId) => organisationBundle(store, createSchoolTimes(), organisationId),
    clock: systemClock,
    log: silentLog,
  });
  t.teardown(() => preview.stop());
  await preview.start();
  const { call } = await startRestServer(t, { store: () => store, api: { preview } });
  const key = await fullKey(store);
  const unit = await store.ous.ensurePath(1, '/High', 1);
  const now = systemClock.now();
  const record = (number: number, user: string, domain: string, count: number): ReceivedActivity => ({
    deviceId: strangeId('dev') as DeviceId,
    organisationId: 1,
    receivedAt: now,
    ouPath: unit.path,
    record: {
      id: `record-${number}`,
      kind: 'request',
      at: now - 3_600_000 - number,
      user,
      domain,
      action: 'allow',
      reason: 'default',
      campus: 'on-campus',
      count,
    },
  });
  const people = ['ana', 'bob', 'cy', 'dan', 'eve'].map((name) => `${name}@x.example`);
  const records = people.flatMap((user, index) => [
    record(index * 2, user, 'play.a.example', 4),
    record(index * 2 + 1, user, 'b.example', 1),
  ]);
  t.equal(await store.telemetry.appendActivity(records), 10);
  const rules = [{ effect: 'block', match: { domains: ['a.example'] } }];
  const body = { policy: { name: 'New', target: { ous: ['/High'] }, rules } };
  const answer = await call('POST', '/v1/policies/preview', { key, body });
  hasFields(t, answer, { status: 200, body: { evaluated: 25, newlyAllowed: NOTHING } });
  t.strictSame(answer.body.newlyBlocked, {
    visits: 20,
    users: 5,
    topDomains: [{ domain: 'play.a.example', count: 20 }],
    belowMinimum: false,
  });
});

t.test(
  'what people visited is for who may read logs: neither a viewer nor a key without the scope',
  async (t) => {
    const server = await withEngine(t);
    const body = { policy: { name: 'New' } };
    const { key } = await server.makeKey({ scopes: ['policies:read'] });
    const refused = await server.call('POST', '/v1/policies/preview', { key, body });
    hasFields(t, refused, {
      status: 403,
      body: { code: 'insufficient_scope', requiredScopes: ['policies:read', 'logs:read'] },
    });
    t.equal(
      refused.headers.get('www-authenticate'),
      'Bearer realm="api", error="insufficient_scope", scope="policies:read logs:read"',
    );
    const onlyLogs = await server.makeKey({ scopes: ['logs:read'] });
    t.equal((await server.call('POST', '/v1/policies/preview', { key: onlyLogs.key, body })).status, 403);
    const viewer = await signedIn(server, 'viewer', { clock: server.clock });
    t.equal((await viewer.call('POST', '/v1/policies/preview', body)).status, 403);
    t.same(server.asked, []);
    const helpdesk = await signedIn(server, 'helpdesk', { ou: '/High', clock: server.clock });
    const own = { policy: { name: 'New', target: { ous: ['/High'] } } };
    t.equal((await helpdesk.call('POST', '/v1/policies/preview', own)).status, 200);
    hasFields(t, server.asked, [{ withinOuPath: '/High' }], 'within reach');
  },
);

t.test('a server without an engine says that it cannot', async (t) => {
  const { call } = await startRestServer(t);
  const answer = await call('POST', '/v1/policies/preview', { body: { policy: { name: 'New' } } });
  hasFields(t, answer, { status: 503, body: { code: 'unavailable' } });
});
