import { setImmediate as turn } from 'node:timers/promises';
import type { WakeUp } from '../../../store/ports/store.ts';
import { LONG_TRANSACTION_MS } from '../../../store/sqlite/transactional-store.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, promise } from './each-store.ts';

/** Records what the bus brings, and waits until all that was published has come. */
function listen({ store }: Fixture): {
  readonly heard: readonly WakeUp[];
  settled(): Promise<void>;
  end(): void;
} {
  const heard: WakeUp[] = [];
  const end = store.bus.subscribe((wakeUp) => heard.push(wakeUp));
  return { heard, end, settled: () => turn() };
}

promise('all writes of a transaction are there once it is done', async (t, { store, clock }) => {
  const result = await store.transaction(async (tx) => {
    await tx.organisations.update(1, { name: 'Springfield' });
    await tx.ous.ensurePath(1, '/A', clock.now());
    hasFields(t, await tx.organisations.get(1), { name: 'Springfield' }, 'it sees its own writes');
    return 'done';
  });
  t.equal(result, 'done');
  hasFields(t, await store.organisations.get(1), { name: 'Springfield' });
  t.not(await store.ous.byPath(1, '/A'), null);
});

promise(
  'a transaction that throws leaves nothing, and throws the same error',
  async (t, { store, clock }) => {
    const error = new Error('no');
    const failing = store.transaction(async (tx) => {
      await tx.organisations.update(1, { name: 'Springfield' });
      await tx.ous.ensurePath(1, '/A', clock.now());
      throw error;
    });
    t.equal(await failing.catch((thrown: unknown) => thrown), error);
    hasFields(t, await store.organisations.get(1), { name: 'My school', settingsVersion: 1 });
    t.equal(await store.ous.byPath(1, '/A'), null);
    await store.organisations.update(1, { name: 'After' });
    hasFields(t, await store.organisations.get(1), { name: 'After' }, 'and the next one works');
  },
);

promise('what a transaction has not committed is seen by nobody else', async (t, { store }) => {
  const name = async (): Promise<string | undefined> => (await store.organisations.get(1))?.name;
  await store.transaction(async (tx) => {
    await tx.organisations.update(1, { name: 'Springfield' });
    t.equal(await name(), 'My school');
  });
  t.equal(await name(), 'Springfield');
});

promise('transactions that write run one after another: no change is lost', async (t, { store }) => {
  const add = (): Promise<void> =>
    store.transaction(async (tx) => {
      const before = (await tx.organisations.get(1))?.heartbeatSeconds ?? 0;
      await turn();
      await tx.organisations.update(1, { heartbeatSeconds: before + 1 });
    });
  await Promise.all(Array.from({ length: 20 }, add));
  t.equal((await store.organisations.get(1))?.heartbeatSeconds, 50);
});

promise(
  'a write outside a transaction waits for the one that is open',
  async (t, { store, clock }) => {
    const order: string[] = [];
    const transaction = store.transaction(async (tx) => {
      await tx.ous.ensurePath(1, '/A', clock.now());
      await turn();
      order.push('transaction');
    });
    const single = store.ous.ensurePath(1, '/B', clock.now()).then(() => order.push('single'));
    await Promise.all([transaction, single]);
    t.same(order, ['transaction', 'single']);
    t.equal((await store.ous.list(1)).length, 3);
  },
  'once',
);

promise('a refusal that the work handles spoils nothing', async (t, { store, clock }) => {
  await store.transaction(async (tx) => {
    await tx.ous.ensurePath(1, '/A', clock.now());
    await t.rejects(tx.ous.ensurePath(1, 'malformed', clock.now()), { code: 'validation_failed' });
  });
  t.not(await store.ous.byPath(1, '/A'), null);
});

promise('wake-ups come after the commit, in order, and never from within it', async (t, fixture) => {
  const { store } = fixture;
  const { heard, settled } = listen(fixture);
  await store.transaction(async (tx) => {
    tx.wake({ kind: 'all_devices' });
    tx.wake({ kind: 'command', commandId: 'cmd_1' });
    await turn();
    t.same(heard, []);
  });
  await settled();
  t.same(heard, [{ kind: 'all_devices' }, { kind: 'command', commandId: 'cmd_1' }]);
});

promise('a subscriber that is woken sees the change', async (t, { store }) => {
  const seen = new Promise<string | undefined>((resolve) => {
    store.bus.subscribe(() => resolve(store.organisations.get(1).then((organisation) => organisation?.name)));
  });
  await store.transaction(async (tx) => {
    tx.wake({ kind: 'all_devices' });
    await tx.organisations.update(1, { name: 'Springfield' });
  });
  t.equal(await seen, 'Springfield');
});

promise('the wake-ups of a transaction that was rolled back are forgotten', async (t, fixture) => {
  const { heard, settled } = listen(fixture);
  const failing = fixture.store.transaction((tx) => {
    tx.wake({ kind: 'all_devices' });
    return Promise.reject(new Error('no'));
  });
  await t.rejects(failing);
  await fixture.store.transaction(() => Promise.resolve());
  await settled();
  t.same(heard, []);
});

promise('a failing subscriber harms neither the others nor the transaction', async (t, fixture) => {
  const { store, logged } = fixture;
  store.bus.subscribe(() => {
    throw new Error('sync');
  });
  store.bus.subscribe(() => Promise.reject(new Error('async')) as unknown as undefined);
  const { heard, settled } = listen(fixture);
  await store.transaction((tx) => Promise.resolve(tx.wake({ kind: 'api_keys' })));
  await settled();
  t.same(heard, [{ kind: 'api_keys' }]);
  t.equal(
    logged.filter(({ level, message }) => level === 'error' && message.includes('subscriber')).length,
    2,
  );
});

promise('a subscription that has ended hears nothing', async (t, fixture) => {
  const { heard, settled, end } = listen(fixture);
  end();
  end();
  fixture.store.bus.publish({ kind: 'all_devices' });
  await settled();
  t.same(heard, []);
});

promise(
  'a transaction that stays open is reported after five seconds, and others go on once it ends',
  async (t, { store, clock, logged }) => {
    let finish: () => void = () => t.fail('the work has not begun');
    const stuck = store.transaction(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const waiting = store.organisations.update(1, { name: 'Springfield' });
    await clock.advance(LONG_TRANSACTION_MS - 1);
    t.same(logged, []);
    await clock.advance(1);
    hasFields(t, logged, [{ level: 'error', message: /transaction stays open/ }]);
    hasFields(t, await store.organisations.get(1), { name: 'My school' }, 'readers do not wait');
    finish();
    await Promise.all([stuck, waiting]);
    hasFields(t, await store.organisations.get(1), { name: 'Springfield' });
    t.equal(clock.pending(), 0, 'no timer is left');
  },
  'once',
);

promise('a call of a transaction that has ended is refused', async (t, { store, clock }) => {
  const escaped = await store.transaction((tx) =>
    Promise.resolve({ late: () => tx.ous.ensurePath(1, '/Late', clock.now()) }),
  );
  await t.rejects(escaped.late(), { message: /transaction has ended/ });
  t.equal(await store.ous.byPath(1, '/Late'), null);
});

promise(
  'a failure of the storage that the work swallows still undoes everything',
  async (t, { store, ids, clock }) => {
    const orphan = {
      id: ids.next('enr'),
      organisationId: 1,
      name: 'x',
      ouId: ids.next('ou'),
      maxUses: null,
      expiresAt: null,
      reEnroll: false,
      deviceId: null,
      createdAt: 0,
      secretHash: 'h',
    };
    const swallowing = store.transaction(async (tx) => {
      await tx.ous.ensurePath(1, '/A', clock.now());
      await tx.enrollmentTokens.create(orphan).catch(() => undefined);
      await t.rejects(tx.organisations.get(1), 'nothing more is done in it');
    });
    await t.rejects(swallowing);
    t.equal(await store.ous.byPath(1, '/A'), null);
  },
);

promise('check tells whether the store answers', async (t, { store }) => {
  await store.check();
  await store.stop();
  await t.rejects(store.check(), { code: 'unavailable' });
});

promise(
  'start and stop may be called twice; a stopped store refuses with unavailable',
  async (t, { store }) => {
    await store.start();
    const last = store.organisations.update(1, { name: 'Springfield' });
    await Promise.all([store.stop(), store.stop()]);
    await last;
    await t.rejects(store.organisations.get(1), { code: 'unavailable' });
    await t.rejects(store.organisations.update(1, { name: 'x' }), { code: 'unavailable' });
    await t.rejects(
      store.transaction(() => Promise.resolve()),
      { code: 'unavailable' },
    );
  },
);
