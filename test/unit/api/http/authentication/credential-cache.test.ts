import t, { type Test } from 'tap';
import { createCredentialCache } from '../../../../../api/http/authentication/credential-cache.ts';
import type { Bus, WakeUp } from '../../../../../store/ports/store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

/** `valid` credentials are found; each search is noted, and waits for `meanwhile`. */
function scene(t: Test) {
  const clock = createFakeClock();
  const handlers = new Set<(wakeUp: WakeUp) => void>();
  const bus: Bus = {
    publish(wakeUp) {
      for (const handler of handlers) handler(wakeUp);
    },
    subscribe: (handler) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
  const valid = new Set(['good']);
  const searches: string[] = [];
  const hooks = { meanwhile: async (): Promise<void> => undefined };
  const cache = createCredentialCache<string>({
    bus,
    clock,
    kind: 'api_keys',
    keyOf: (credential) => `hash of ${credential}`,
    find: async (credential) => {
      searches.push(credential);
      const found = valid.has(credential) ? `owner of ${credential}` : null;
      await hooks.meanwhile();
      return found;
    },
  });
  cache.start();
  t.teardown(() => cache.stop());
  return { clock, bus, valid, searches, hooks, cache, handlers };
}

t.test('what was found is kept for five seconds, each credential for itself', async (t) => {
  const { clock, valid, searches, cache } = scene(t);
  valid.add('other');
  await clock.advance(60_000);
  t.equal(await cache.get('good'), 'owner of good');
  t.equal(await cache.get('other'), 'owner of other');
  await clock.advance(4_999);
  t.equal(await cache.get('good'), 'owner of good');
  t.strictSame(searches, ['good', 'other']);
  await clock.advance(1);
  valid.delete('good');
  t.equal(await cache.get('good'), null);
});

t.test('an unknown credential is not kept: it may be made the next moment', async (t) => {
  const { valid, cache } = scene(t);
  t.equal(await cache.get('new'), null);
  valid.add('new');
  t.equal(await cache.get('new'), 'owner of new');
});

t.test('a change of keys ends all that was kept at once; another change does not', async (t) => {
  const { bus, valid, cache } = scene(t);
  await cache.get('good');
  valid.delete('good');
  bus.publish({ kind: 'accounts' });
  t.equal(await cache.get('good'), 'owner of good');
  bus.publish({ kind: 'api_keys' });
  t.equal(await cache.get('good'), null);
});

t.test('what was looked up before a change is not kept after it', async (t) => {
  const { bus, valid, hooks, cache } = scene(t);
  hooks.meanwhile = async () => {
    valid.delete('good');
    bus.publish({ kind: 'api_keys' });
  };
  t.equal(await cache.get('good'), 'owner of good', 'it was right when it was asked');
  hooks.meanwhile = async () => undefined;
  t.equal(await cache.get('good'), null);
});

t.test('a thousand are kept; the oldest makes room', async (t) => {
  const { valid, searches, cache } = scene(t);
  for (let n = 0; n <= 1_000; n++) valid.add(`key ${n}`);
  for (let n = 0; n < 1_000; n++) await cache.get(`key ${n}`);
  await cache.get('key 0');
  t.equal(searches.length, 1_000, 'a thousand have room');
  await cache.get('key 1000');
  await cache.get('key 1');
  t.equal(searches.length, 1_001);
  await cache.get('key 0');
  t.equal(searches.length, 1_002);
});

t.test('it listens once however often it is started, and no more when stopped', async (t) => {
  const { handlers, cache } = scene(t);
  cache.start();
  t.equal(handlers.size, 1);
  cache.stop();
  t.equal(handlers.size, 0);
  cache.stop();
  cache.start();
  t.equal(handlers.size, 1);
});
