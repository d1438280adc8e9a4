import t, { type Test } from 'tap';
import { hashApiKey, newApiKeyText } from '../../../../../api/http/authentication/api-key-text.ts';
import { createAuthentication } from '../../../../../api/http/authentication/authentication.ts';
import { createApiKey } from '../../../../../api/keys/api-keys.ts';
import { ROLE_SCOPES } from '../../../../../contracts/roles.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { createTestSchool } from '../../school.ts';

const REQUEST = {
  organisationId: 1,
  name: 'SIS sync',
  scopes: ['users:read'],
  tier: 'enterprise',
  rateLimitOverride: null,
  expiresAt: null,
} as const;

/** What a key with this list gets from each address: null = it is known, else the code of its refusal. */
async function answers(t: Test, ipAllowList: readonly string[]) {
  const { store, tools, clock } = await createTestSchool(t);
  const { key } = await createApiKey(tools, { ...REQUEST, ipAllowList });
  const authentication = createAuthentication({
    store,
    clock,
    sessions: { read: () => t.fail('no session is shown') as never },
  });
  authentication.start();
  t.teardown(() => authentication.stop());
  return async (address: string) => {
    const answer = await authentication.identify({
      authorization: `Bearer ${key}`,
      session: undefined,
      address,
    });
    return answer.kind === 'known' ? null : answer.fault.code;
  };
}

const NO = 'ip_not_allowed';

t.test('a key without a list works from everywhere', async (t) => {
  const from = await answers(t, []);
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', 'unknown'])
    t.equal(await from(address), null, address);
});

t.test('an IPv4 peer of a socket for both families is judged as that IPv4 address', async (t) => {
  const from = await answers(t, ['192.0.2.0/24', '198.51.100.4']);
  for (const address of [
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '::ffff:198.51.100.4',
    '::FFFF:192.0.2.7',
    '::ffff:c000:207',
    '0:0:0:0:0:ffff:c000:0207',
  ])
    t.equal(await from(address), null, address);
  for (const address of [
    '192.0.3.7',
    '::ffff:192.0.3.7',
    '::ffff:198.51.100.5',
    '::ffff:c000:307',
    '::192.0.2.7',
    '64:ff9b::192.0.2.7',
    '2001:db8::c000:207',
    'unknown',
    '',
  ])
    t.equal(await from(address), NO, address);
});

t.test('a network of IPv6 holds no IPv4 peer, whatever its socket calls it', async (t) => {
  const from = await answers(t, ['::/0']);
  t.equal(await from('2001:db8::1'), null);
  t.equal(await from('fe80::1%eth0'), null, 'a zone is not part of the address');
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'])
    t.equal(await from(address), NO, address);
});

t.test('a network of IPv6 holds what is in it alone', async (t) => {
  const from = await answers(t, ['2001:db8:1::/48', '2001:db8:2::1']);
  for (const address of ['2001:db8:1::9', '2001:DB8:1:ffff::1', '2001:db8:2::1'])
    t.equal(await from(address), null, address);
  for (const address of ['2001:db8:3::1', '2001:db8:2::2', '::ffff:192.0.2.7'])
    t.equal(await from(address), NO, address);
});

const SECRET = newApiKeyText(systemRandom, 'live');
const ORGANISATION = { id: 7, timezone: 'Europe/Madrid', plan: 'enterprise' };

/** A server that knows one key and one session, as the test says. */
function known({
  key = {},
  secret = {},
  session = null,
  organisation = ORGANISATION,
}: {
  readonly key?: object;
  readonly secret?: object;
  readonly session?: object | null;
  readonly organisation?: object | null;
} = {}) {
  const clock = createFakeClock();
  const searches: string[] = [];
  const handlers = new Set<(wakeUp: object) => void>();
  const record = {
    id: 'key_1',
    organisationId: 7,
    scopes: ['users:read'],
    ouPath: '/High',
    ipAllowList: [],
    expiresAt: null,
    revokedAt: null,
    ...key,
  };
  const authentication = createAuthentication({
    clock,
    store: {
      bus: {
        subscribe: (handler: (wakeUp: object) => void) => {
          handlers.add(handler);
          return () => handlers.delete(handler);
        },
      },
      apiKeys: {
        byHash: async (hash: string) => {
          searches.push(hash);
          return hash === hashApiKey(SECRET)
            ? { key: record, secret: { slot: 'secondary', expiresAt: null, ...secret } }
            : null;
        },
      },
      organisations: { get: async (id: number) => (id === 7 ? organisation : null) },
    } as never,
    sessions: { read: async (text: string | undefined) => (text === 'cookie' ? session : null) as never },
  });
  authentication.start();
  const ask = (presented: { readonly authorization?: string; readonly session?: string }) =>
    authentication.identify({
      authorization: undefined,
      session: undefined,
      address: '192.0.2.1',
      ...presented,
    });
  const refusal = async (presented: Parameters<typeof ask>[0]) => {
    const answer = await ask(presented);
    return answer.kind === 'known' ? null : `${answer.fault.code}: ${answer.fault.detail}`;
  };
  const wake = (kind: string) => {
    for (const handler of handlers) handler({ kind });
  };
  return { ask, refusal, clock, searches, authentication, wake };
}

const NO_KEY = 'missing_api_key: Send the header "Authorization: Bearer <API key>".';
const NO_FORM = 'invalid_api_key: This is not an API key of Schoolgate.';
const ENDED = 'session_ended: The dashboard session has ended; sign in again.';

t.test('a key that is known tells who asks, and with which of its secrets', async (t) => {
  const { ask } = known();
  for (const authorization of [`Bearer ${SECRET}`, `bearer   ${SECRET} `])
    hasFields(t, await ask({ authorization }), {
      kind: 'known',
      caller: {
        actor: 'key_1',
        credential: { kind: 'key', key: { id: 'key_1' }, slot: 'secondary' },
        scopes: ['users:read'],
        ouPath: '/High',
        organisationId: 7,
        timezone: 'Europe/Madrid',
        plan: 'enterprise',
      },
    });
});

t.test('what has not the form of a key is refused without a look into the store', async (t) => {
  const { refusal, searches } = known();
  for (const authorization of [
    SECRET,
    `Basic ${SECRET}`,
    `Bearer ${SECRET} x`,
    `Bearer${SECRET}`,
    ` Bearer ${SECRET}`,
    'Bearer ',
    'Bearer sgk_live_x',
    `Bearer ${SECRET.slice(0, -1)}`,
  ])
    t.equal(await refusal({ authorization }), NO_FORM, authorization);
  t.same(searches, []);
});

t.test('a key that nobody knows, or whose organisation is gone, is refused', async (t) => {
  const other = newApiKeyText(systemRandom, 'live');
  const unknown = 'invalid_api_key: There is no such API key.';
  t.equal(await known().refusal({ authorization: `Bearer ${other}` }), unknown);
  t.equal(await known({ organisation: null }).refusal({ authorization: `Bearer ${SECRET}` }), unknown);
});

t.test('a key or secret whose time is over is refused, from that very moment', async (t) => {
  const { clock } = known();
  const now = clock.now();
  const authorization = `Bearer ${SECRET}`;
  for (const [over, expected] of [
    [{ key: { revokedAt: now } }, 'revoked_api_key: This API key was revoked.'],
    [{ key: { expiresAt: now } }, 'expired_api_key: This API key has expired.'],
    [{ key: { expiresAt: now + 1 } }, null],
    [
      { secret: { expiresAt: now } },
      'expired_api_key: This secret was rotated and its grace is over; use the new one.',
    ],
    [{ secret: { expiresAt: now + 1 } }, null],
    [{ key: { revokedAt: now, expiresAt: now } }, 'revoked_api_key: This API key was revoked.'],
  ] as const)
    t.equal(await known(over).refusal({ authorization }), expected);
});

t.test('who shows nothing hears what to show; a header counts before a session', async (t) => {
  const { refusal } = known();
  t.equal(await refusal({}), NO_KEY);
  t.equal(await refusal({ authorization: ' ' }), NO_KEY);
  t.equal(await refusal({ authorization: ' ', session: 'other' }), ENDED);
  t.equal(await refusal({ authorization: 'x', session: 'cookie' }), NO_FORM);
  t.equal(await refusal({ authorization: `Bearer ${SECRET}`, session: 'other' }), null);
});

t.test('a session tells who is signed in, as long as it lasts', async (t) => {
  const account = { id: 'acc_1', role: 'owner', ouPath: null, organisationId: 7, status: 'active' };
  const { clock: today } = known();
  const session = { account, expiresAt: today.now() + 2_000, lastUsedAt: today.now() };
  const { ask, refusal, clock } = known({ session });
  hasFields(t, await ask({ session: 'cookie' }), {
    kind: 'known',
    caller: {
      actor: 'acc_1',
      credential: { kind: 'session', accountId: 'acc_1', role: 'owner' },
      scopes: ROLE_SCOPES.owner,
      ouPath: null,
      organisationId: 7,
      timezone: 'Europe/Madrid',
      plan: 'enterprise',
    },
  });
  t.equal(await refusal({ session: 'other' }), ENDED);
  await clock.advance(2_000);
  t.equal(await refusal({ session: 'cookie' }), ENDED, 'also while it is kept in memory');
  t.equal(await known({ session, organisation: null }).refusal({ session: 'cookie' }), ENDED);
});

t.test('what was found is kept until it changes, and only while the server runs', async (t) => {
  const { ask, searches, wake, authentication } = known();
  const authorization = `Bearer ${SECRET}`;
  const look = async () => {
    await ask({ authorization });
    return searches.length;
  };
  t.same([await look(), await look()], [1, 1]);
  wake('accounts');
  t.equal(await look(), 1, 'a change of accounts is none of keys');
  wake('api_keys');
  t.equal(await look(), 2);
  authentication.stop();
  wake('api_keys');
  t.equal(await look(), 2);
});
