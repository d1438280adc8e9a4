import t from 'tap';
import type { KnownBrowser } from '../../../../api/http/authentication/known-browsers.ts';
import { beginAttempt, delayAfter } from '../../../../api/sign-in/throttle.ts';
import { createTestStore } from '../../../support/test-store.ts';

const MINUTE_MS = 60_000;

t.test('the delay begins after the free failures, doubles, and ends at a quarter of an hour', (t) => {
  const limit = { free: 5 };
  t.same(
    [0, 4, 5, 6, 7, 9, 10, 50].map((failures) => delayAfter(failures, limit) / 1_000),
    [0, 0, 30, 60, 120, 480, 900, 900],
  );
  t.end();
});

async function setting(t: Parameters<typeof createTestStore>[0]) {
  const store = await createTestStore(t);
  return {
    store,
    attempt: (now: number, name = 'ana@x.example', address = '192.0.2.1') =>
      store.transaction((tx) => beginAttempt(tx, { name, address, browser: null, now })),
    withBrowser: (browser: KnownBrowser, name = 'ana@x.example') =>
      store.transaction((tx) => beginAttempt(tx, { name, address: '192.0.2.1', browser, now: 0 })),
  };
}

t.test('an hour without a failure forgets all', async (t) => {
  const { attempt } = await setting(t);
  for (let failure = 0; failure < 5; failure++) await attempt(0);
  await t.rejects(attempt(1), { code: 'rate_limited', extras: { retryAfterSeconds: 30 } });
  await t.resolves(attempt(61 * MINUTE_MS));
  await t.resolves(attempt(61 * MINUTE_MS), 'as the first one');
});

t.test('a clock that was set back makes nobody wait for longer than the delay', async (t) => {
  const { attempt } = await setting(t);
  for (let failure = 0; failure < 5; failure++) await attempt(100 * MINUTE_MS);
  await t.rejects(attempt(0), { code: 'rate_limited', extras: { retryAfterSeconds: 30 } });
});

t.test('a name is one however it is written; another name is not held back', async (t) => {
  const { attempt } = await setting(t);
  for (const name of ['ana@x.example', 'ANA@x.example', 'Ana@X.Example', 'ana@X.EXAMPLE', 'aNa@x.example'])
    await attempt(0, name);
  await t.rejects(attempt(0, 'ANA@X.EXAMPLE'), { code: 'rate_limited' });
  await t.resolves(attempt(0, 'bea@x.example'));
});

t.test('a household of IPv6 counts as one address, and IPv4 in IPv6 as IPv4', async (t) => {
  const { attempt } = await setting(t);
  for (let failure = 0; failure < 30; failure++)
    await attempt(0, `a${failure}`, `2001:db8:1:2::${failure.toString(16)}`);
  for (const name of ['b', 'd']) await attempt(0, name, '203.0.113.1');
  await t.rejects(attempt(0, 'b', '2001:db8:1:2:ffff::1'), { code: 'rate_limited' });
  await t.resolves(attempt(0, 'b', '2001:db8:1:3::1'));
  for (let failure = 0; failure < 30; failure++)
    await attempt(0, `c${failure}`, failure % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9');
  await t.rejects(attempt(0, 'd', '::ffff:192.0.2.9'), { code: 'rate_limited' });
});

t.test('a success starts the name afresh and takes its own count back from the address', async (t) => {
  const { store, attempt } = await setting(t);
  for (let round = 0; round < 40; round++) {
    const one = await attempt(0);
    await store.transaction((tx) => one.succeeded(tx));
  }
  await t.resolves(attempt(0));
});

t.test('an attempt that is withdrawn does not count, and resets nothing', async (t) => {
  const { store, attempt } = await setting(t);
  const withdraw = async (at: number) => {
    const one = await attempt(at);
    await store.transaction((tx) => one.withdrawn(tx));
  };
  for (let round = 0; round < 40; round++) await withdraw(0);
  for (let failure = 0; failure < 5; failure++) {
    await attempt(0);
    if (failure < 4) await withdraw(0);
  }
  await t.rejects(attempt(0), { code: 'rate_limited' });
  await withdraw(MINUTE_MS);
  await t.resolves(attempt(MINUTE_MS), 'nobody waits for it');
  await t.rejects(attempt(MINUTE_MS), { code: 'rate_limited', extras: { retryAfterSeconds: 60 } });
});

t.test('what a network has tried holds back names that failed, and no other', async (t) => {
  const { attempt } = await setting(t);
  await attempt(0, 'ana@x.example');
  for (let failure = 0; failure < 30; failure++) await attempt(0, `made-up-${failure}`);
  await t.rejects(attempt(0, 'ana@x.example'), { code: 'rate_limited' });
  await t.resolves(attempt(0, 'bea@x.example'), 'a name without failures');
});

t.test('a browser that the person has signed in with before counts by itself', async (t) => {
  const { attempt, withBrowser } = await setting(t);
  const browser: KnownBrowser = { id: 'one', isOf: (name) => name === 'ana@x.example' };
  for (let failure = 0; failure < 5; failure++) await attempt(0);
  await t.rejects(attempt(0), { code: 'rate_limited' });
  await t.rejects(
    withBrowser({ ...browser, isOf: () => false }),
    { code: 'rate_limited' },
    'another person’s',
  );
  for (let failure = 0; failure < 5; failure++) await withBrowser(browser);
  await t.rejects(withBrowser(browser), { code: 'rate_limited' }, 'its own failures count');
  await t.resolves(withBrowser({ ...browser, id: 'another' }));
});

t.test('failures of a name elsewhere do not keep its owner out here, until there are fifty', async (t) => {
  const { store, attempt } = await setting(t);
  for (let failure = 0; failure < 49; failure++)
    await attempt(0, 'ana@x.example', `198.51.100.${Math.floor(failure / 5)}`);
  await t.rejects(attempt(0, 'ana@x.example', '198.51.100.0'), { code: 'rate_limited' });
  const here = await attempt(0);
  await store.transaction((tx) => here.succeeded(tx));
  await t.resolves(attempt(0), 'the fiftieth');
  await t.rejects(attempt(0, 'ana@x.example', '203.0.113.1'), {
    code: 'rate_limited',
    extras: { retryAfterSeconds: 30 },
  });
});
