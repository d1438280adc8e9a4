import { gzipSync } from 'node:zlib';
import t from 'tap';
import {
  createBundleKeeper,
  type KeeperFault,
  type KeptBundle,
} from '../../../../../agent/core/policy/bundle-keeper.ts';
import type { FetchWanted } from '../../../../../agent/ports/policy-source.ts';
import { zlibUnpacker } from '../../../../../agent/state/content-store.ts';
import type { PolicyTarget } from '../../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { sha256 } from '../../../../../kit/signing.ts';
import { createMemoryStore, type MemoryStore } from '../../../../support/content-stores.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { bundleOf } from '../../../../support/filter-state.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

const HOUR = 3_600_000;

const bytesOf = (bundle: unknown): Buffer => Buffer.from(JSON.stringify(bundle));

function targetOf(bytes: Uint8Array, version: number, extra: Partial<PolicyTarget> = {}): PolicyTarget {
  return { version, hash: sha256(bytes), bytes: bytes.length, ...extra };
}

const inlineOf = (bytes: Uint8Array) => ({ inline: gzipSync(bytes).toString('base64') });

const first = bytesOf(bundleOf([{}], { version: 1 }));
const second = bytesOf(bundleOf([{}], { version: 2 }));
const third = bytesOf(bundleOf([{}], { version: 3 }));

type Answer = Uint8Array | Error | Promise<Uint8Array>;

function setUp({
  store = createMemoryStore(),
  answers = [],
}: {
  store?: MemoryStore;
  answers?: readonly Answer[];
} = {}) {
  const clock = createFakeClock();
  const changes: KeptBundle[] = [];
  const faults: KeeperFault[] = [];
  const asked: FetchWanted[] = [];
  const logged: unknown[] = [];
  const say = (fields: unknown, message: string): void => void logged.push([fields, message]);
  const queue = [...answers];
  const keeper = createBundleKeeper({
    store,
    source: {
      async fetch(wanted) {
        asked.push(wanted);
        const answer = await (queue.shift() ?? new Error('the server is not there'));
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    unpacker: zlibUnpacker,
    clock,
    random: systemRandom,
    log: { ...silentLog, info: say, warn: say, error: say },
    onChange: (kept) => changes.push(kept),
    onFault: (fault) => faults.push(fault),
  });
  return { clock, store, keeper, changes, faults, asked, logged, queue };
}

t.test('an inline bundle is in force when want resolves, and on disk', async (t) => {
  const { keeper, changes, store, faults } = setUp();
  await keeper.start();
  t.equal(keeper.current(), null);
  await keeper.want(targetOf(first, 7, inlineOf(first)));
  hasFields(t, keeper.current(), { version: 7, hash: sha256(first), bundle: { version: 1 } });
  t.equal(changes.length, 1);
  t.same([...store.files.keys()], [sha256(first)]);
  await keeper.want(targetOf(first, 7));
  t.equal(changes.length, 1, 'the same again is no change');
  await keeper.want(targetOf(first, 8));
  hasFields(t, changes.at(-1), { version: 8 }, 'but a later version of the same bytes is');
  await keeper.want(undefined);
  hasFields(t, keeper.current(), { version: 8 }, 'a target without policy takes nothing away');
  t.same(faults, []);
});

t.test('a bundle that is not inline is fetched by its hash, again and again until it comes', async (t) => {
  const { keeper, clock, asked, queue, changes } = setUp({ answers: [new Error('down'), new Error('down')] });
  await keeper.want(targetOf(first, 1));
  t.equal(keeper.current(), null);
  await clock.advance(HOUR);
  t.ok(asked.length > 5 && asked.length < 40, `${asked.length} tries in an hour`);
  t.same(asked[0], { kind: 'bundle', hash: sha256(first), from: null, maxBytes: first.length });
  queue.push(first);
  keeper.kick();
  await clock.advance(0);
  await until(() => changes.length === 1, { what: 'the bundle' });
  await clock.advance(HOUR);
  t.equal(changes.length, 1);
  await keeper.stop();
});

t.test('a newer target ends the pursuit of the older one', async (t) => {
  const { keeper, clock, asked, queue } = setUp();
  await keeper.want(targetOf(first, 1));
  await clock.advance(0);
  await keeper.want(targetOf(second, 2, inlineOf(second)));
  const tries = asked.length;
  queue.push(first);
  await clock.advance(HOUR);
  t.equal(asked.length, tries);
  hasFields(t, keeper.current(), { version: 2 });
  await keeper.stop();
});

t.test('bytes of another hash are told and fetched again; nothing else happens', async (t) => {
  const { keeper, clock, faults, changes } = setUp({ answers: [second, first] });
  await keeper.want(targetOf(first, 1));
  await clock.advance(HOUR);
  hasFields(t, keeper.current(), { hash: sha256(first) });
  t.same(
    faults.map(({ code }) => code),
    ['wrong_hash'],
  );
  t.equal(changes.length, 1);
  await keeper.stop();
});

t.test(
  'a bomb, a lie about the size and a torn inline bundle fill no memory; it is fetched then',
  async (t) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('base64');
    for (const inline of [
      bomb,
      gzipSync(second).toString('base64'),
      inlineOf(first).inline.slice(0, 40),
      'no base64!',
      '',
    ]) {
      const { keeper, clock, faults } = setUp({ answers: [first] });
      await keeper.want(targetOf(first, 1, { inline }));
      await clock.advance(1);
      await until(() => keeper.current() !== null, { what: 'the fetched bundle' });
      t.equal(faults.length, 1, inline.slice(0, 20));
      await keeper.stop();
    }
  },
);

t.test(
  'what has the right hash and is no bundle of ours is refused for good, and the last good one stays',
  async (t) => {
    const mars = { timezone: 'Mars/Olympus', windows: [], exceptDates: [] };
    for (const [bad, code] of [
      [Buffer.from('not json'), 'malformed'],
      [Buffer.from([0xff, 0xfe]), 'malformed'],
      [bytesOf({ ...bundleOf([{}]), format: 2 }), 'malformed'],
      [bytesOf({ ...bundleOf([{}]), policies: 3 }), 'malformed'],
      // It could be read, but not be given to the worker.
      [
        Buffer.from(
          `{"later":${'['.repeat(100_000)}${']'.repeat(100_000)},${bytesOf(bundleOf([{}]))
            .toString()
            .slice(1)}`,
        ),
        'malformed',
      ],
      [bytesOf(bundleOf([{ schedule: mars }])), 'not_enforceable'],
      [bytesOf(bundleOf([{}], { schoolHours: mars })), 'not_enforceable'],
    ] as const) {
      const { keeper, clock, faults, asked, store } = setUp();
      await keeper.want(targetOf(first, 1, inlineOf(first)));
      await keeper.want(targetOf(bad, 2, inlineOf(bad)));
      await keeper.want(targetOf(bad, 2, inlineOf(bad)));
      await clock.advance(HOUR);
      hasFields(t, keeper.current(), { version: 1 });
      t.same(
        faults.map((fault) => fault.code),
        [code],
        'told once',
      );
      t.same(asked, [], 'fetching it again would not help');
      t.same([...store.files.keys()], [sha256(first)]);
      await keeper.stop();
    }
  },
);

t.test(
  'the last two good bundles stay on disk; at the start the newest sound one is in force without a server',
  async (t) => {
    const { keeper, store } = setUp();
    for (const [at, bytes] of [first, second, third].entries())
      await keeper.want(targetOf(bytes, at + 1, inlineOf(bytes)));
    t.same([...store.files.keys()], [sha256(second), sha256(third)]);
    const again = setUp({ store });
    await again.keeper.start();
    hasFields(t, again.keeper.current(), { hash: sha256(third), version: 3 });
    store.damage(sha256(third));
    const damaged = setUp({ store });
    await damaged.keeper.start();
    hasFields(t, damaged.keeper.current(), { hash: sha256(second), version: 2 });
    t.same(
      damaged.faults.map(({ code }) => code),
      ['damaged'],
    );
    damaged.queue.push(third);
    await damaged.keeper.want(targetOf(third, 3));
    await damaged.clock.advance(1);
    await until(() => damaged.keeper.current()?.version === 3, {
      what: 'the damaged one to be fetched again',
    });
    await damaged.keeper.stop();
  },
);

t.test('the target may name the older one again: it comes from disk', async (t) => {
  const { keeper, asked } = setUp();
  await keeper.want(targetOf(first, 1, inlineOf(first)));
  await keeper.want(targetOf(second, 2, inlineOf(second)));
  await keeper.want(targetOf(first, 3));
  hasFields(t, keeper.current(), { hash: sha256(first), version: 3 });
  t.same(asked, []);
});

t.test('a full disk keeps no policy from being obeyed, and is told', async (t) => {
  const { keeper, store, faults } = setUp();
  await keeper.want(targetOf(first, 1, inlineOf(first)));
  store.full(true);
  await keeper.want(targetOf(second, 2, inlineOf(second)));
  hasFields(t, keeper.current(), { version: 2 });
  t.same(
    faults.map(({ code }) => code),
    ['not_stored'],
  );
  t.same([...store.files.keys()], [sha256(first)], 'what was there stays');
});

t.test('brackets in texts, and members of a newer server, do not count as depth', async (t) => {
  const { keeper, faults } = setUp();
  const odd = bytesOf({
    ...bundleOf([{ name: '[{'.repeat(50) }, { name: `"\\${'['.repeat(90)}` }]),
    later: Array.from({ length: 200 }, () => [{ a: [] }]),
  });
  await keeper.want(targetOf(odd, 1, inlineOf(odd)));
  t.same(faults, []);
  hasFields(t, keeper.current(), { version: 1 });
});

t.test('a bundle that is here already is not fetched, and ends the way to another', async (t) => {
  const { keeper, clock, asked, queue } = setUp();
  await keeper.want(targetOf(first, 1, inlineOf(first)));
  await keeper.want(targetOf(second, 2));
  await clock.advance(0);
  const tries = asked.length;
  await keeper.want(targetOf(first, 1));
  queue.push(second);
  await clock.advance(HOUR);
  t.equal(asked.length, tries);
  t.equal(clock.pending(), 0);
  t.equal(keeper.current()?.version, 1);
});

t.test('a server that is not there is said, and so is a bundle that came', async (t) => {
  const { keeper, clock, logged } = setUp({ answers: [new Error('down')] });
  await keeper.want(targetOf(first, 4));
  await clock.advance(0);
  await keeper.want(targetOf(first, 4, inlineOf(first)));
  t.same(logged, [
    [{ error: 'down' }, 'cannot fetch the policy bundle yet'],
    [{ version: 4 }, 'a policy bundle is here'],
  ]);
  await keeper.stop();
});

t.test('at the start the two latest are looked at, and what is wrong with each is told', async (t) => {
  const store = createMemoryStore();
  const bad = Buffer.from('{}');
  for (const bytes of [first, second, bad]) await store.save(sha256(bytes), bytes);
  store.damage(sha256(second));
  const { keeper, faults, changes } = setUp({ store });
  await keeper.start();
  t.equal(keeper.current(), null, 'the third is not looked at');
  t.same(changes, []);
  const [noBundle, damaged] = faults;
  hasFields(t, noBundle, { what: 'bundle', code: 'damaged', hash: sha256(bad) });
  t.not(noBundle?.detail, 'its file was changed or cannot be read');
  hasFields(t, damaged, {
    what: 'bundle',
    code: 'damaged',
    hash: sha256(second),
    detail: 'its file was changed or cannot be read',
  });
});

t.test('the new one and the one before are kept', async (t) => {
  const store = createMemoryStore();
  const kept: (readonly string[])[] = [];
  const { keepOnly } = store;
  store.keepOnly = (hashes) => {
    kept.push(hashes);
    return keepOnly(hashes);
  };
  const { keeper } = setUp({ store });
  await keeper.want(targetOf(first, 1, inlineOf(first)));
  await keeper.want(targetOf(second, 2, inlineOf(second)));
  t.same(kept, [[sha256(first)], [sha256(second), sha256(first)]]);
});

t.test('a disk that cannot be read stops nothing: what is missing is fetched', async (t) => {
  const fault = () => Promise.reject(new Error('EIO'));
  const store = { ...createMemoryStore(), list: fault, read: fault };
  const { keeper, logged, faults } = setUp({ store });
  await keeper.start();
  await keeper.want(targetOf(first, 1, inlineOf(first)));
  t.equal(keeper.current()?.version, 1);
  t.same(faults, []);
  t.same(logged.slice(0, 2), [
    [{ error: 'EIO' }, 'cannot list the stored policy bundles'],
    [{ error: 'EIO' }, 'cannot read a stored policy bundle'],
  ]);
});
