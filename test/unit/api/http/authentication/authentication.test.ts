import t, { type Test } from 'tap';
import { createAuthentication } from '../../../../../api/http/authentication/authentication.ts';
import { createApiKey } from '../../../../../api/keys/api-keys.ts';
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
