import t from 'tap';
import { createFilterKeeper, type Repair } from '../../../../../agent/core/drift/filter-keeper.ts';
import { filterGoal } from '../../../../../agent/core/filter-plan/filter-goal.ts';
import type { FilterGoal } from '../../../../../agent/ports/filter-control.ts';
import { failed } from '../../../../../agent/ports/outcome.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../../contracts/policy/settings.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeFilter } from '../../../../support/fake-filter.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const MINUTE = 60_000;
const AGAIN = 5_000;
const wishOf = (extra: Partial<Parameters<typeof filterGoal>[0]> = {}): FilterGoal =>
  filterGoal({
    settings: DEFAULT_FILTER_SETTINGS,
    portal: false,
    portalAddresses: ['10.0.0.1'],
    workerUid: 990,
    ports: { dns: 5300, proxy: 8123, relay: 8443 },
    networkResolvers: ['10.0.0.1'],
    dohAddresses: ['8.8.8.8', '9.9.9.9'],
    upstreams: ['9.9.9.9'],
    ...extra,
  });

function setUp() {
  const clock = createFakeClock();
  const filter = createFakeFilter();
  const repairs: Repair[] = [];
  const conflicts: Repair[] = [];
  const problems: string[] = [];
  const logged: unknown[] = [];
  const looks = { told: 0 };
  const keeper = createFilterKeeper({
    filter,
    clock,
    log: { ...silentLog, error: (fields, message) => void logged.push([fields, message]) },
    onRepair: (repair) => repairs.push(repair),
    onConflict: (repair) => conflicts.push(repair),
    onProblem: (problem) => problems.push(problem),
    onLook: () => {
      looks.told += 1;
    },
  });
  keeper.want(wishOf());
  return {
    clock,
    filter,
    repairs,
    conflicts,
    problems,
    logged,
    looks,
    keeper,
    want: keeper.want,
  };
}

t.test('another wish is applied without a word; what was taken away is put back and told', async (t) => {
  const { clock, filter, repairs, keeper, want } = setUp();
  await keeper.reach();
  t.equal(filter.applied()?.mode, 'enforce');
  want(wishOf({ portal: true }));
  await keeper.reach();
  t.equal(filter.applied()?.mode, 'portal');
  t.same(repairs, []);
  filter.damage('firewall table');
  await keeper.tick();
  t.same(repairs, [], 'the full look comes each minute');
  await clock.advance(MINUTE);
  await keeper.tick();
  t.same(repairs, [{ what: 'fake firewall table', steps: 1, done: true }]);
  t.same(
    keeper.last(),
    { ok: false, detail: 'was undone, and is put back: fake firewall table' },
    'whether it stays, the next look shows',
  );
  await clock.advance(AGAIN - 1);
  await keeper.tick();
  t.equal(keeper.last()?.ok, false);
  await clock.advance(1);
  await keeper.tick();
  t.same(keeper.last(), { ok: true, detail: 'all is as wished' }, 'which comes soon');
  filter.damage('firewall table');
  await clock.advance(AGAIN);
  await keeper.tick();
  t.equal(keeper.last()?.ok, true, 'and then each minute again');
});

t.test('in a fight a look just after a repair proves nothing, so that luck ends no failure', async (t) => {
  const { clock, filter, keeper } = setUp();
  await keeper.reach();
  filter.damage('firewall table');
  await clock.advance(MINUTE);
  await keeper.tick();
  await clock.advance(AGAIN - 1);
  await keeper.reach();
  t.same(
    keeper.last(),
    { ok: null, detail: 'what was put back a moment ago is still there' },
    'somebody asked for a look before the other program was back',
  );
  await clock.advance(AGAIN - 1);
  await keeper.tick();
  t.equal(keeper.last()?.ok, null);
  filter.damage('firewall table');
  await clock.advance(1);
  await keeper.tick();
  t.equal(keeper.last()?.ok, false, 'and so the second failure in a row shows');
  await clock.advance(AGAIN);
  await keeper.tick();
  t.equal(keeper.last()?.ok, true, 'what stayed is as wished');
});

t.test('a step that fails is tried each minute, not sooner', async (t) => {
  const { clock, filter, keeper } = setUp();
  await keeper.reach();
  filter.damage('a folder that cannot be written');
  filter.failApply(failed('read-only file system'));
  await clock.advance(MINUTE);
  await keeper.tick();
  const { length } = filter.calls;
  await clock.advance(MINUTE - 1);
  await keeper.tick();
  t.equal(filter.calls.length, length);
  await clock.advance(1);
  await keeper.tick();
  t.ok(filter.calls.length > length);
});

t.test('a failure of the firewall shows, and is tried again', async (t) => {
  const { clock, filter, keeper } = setUp();
  filter.failApply(failed('nft: no such program'));
  await keeper.reach();
  t.same(keeper.last(), { ok: false, detail: 'nft: no such program' });
  filter.failApply(null);
  await clock.advance(MINUTE);
  await keeper.tick();
  t.equal(keeper.last()?.ok, true);
});

t.test('each look is told when it has ended, how it ended', async (t) => {
  const { clock, filter, logged, looks, keeper, want } = setUp();
  t.equal(keeper.last(), null, 'none yet');
  t.same(keeper.problems(), []);
  await keeper.reach();
  t.equal(looks.told, 1);
  t.same(keeper.problems(), [], 'a platform that knows of none');
  await keeper.tick();
  t.equal(looks.told, 1, 'none was due');
  filter.damage('a folder');
  filter.failApply(failed('read-only file system'));
  await clock.advance(MINUTE);
  await keeper.tick();
  t.equal(looks.told, 2);
  t.same(logged, [[{ detail: 'read-only file system' }, 'the filter of this computer is not as wished']]);
  want(null);
  await keeper.reach();
  t.equal(looks.told, 2, 'nothing is looked at');
  t.equal(keeper.last(), null);
});

t.test('a system that cannot be read is a failed look, and is looked at again', async (t) => {
  const { clock, filter, logged, looks, keeper } = setUp();
  const { check } = filter;
  filter.check = () => Promise.reject(new Error('nft: permission denied'));
  await keeper.reach();
  t.same(keeper.last(), { ok: false, detail: 'nft: permission denied' });
  t.same(logged, [[{ error: 'nft: permission denied' }, 'cannot look at the filter of this computer']]);
  t.equal(looks.told, 1);
  filter.check = check;
  await clock.advance(MINUTE);
  await keeper.tick();
  t.same(keeper.last(), { ok: true, detail: 'fake apply' });
});

t.test('what was put back is told in five hundred characters', async (t) => {
  const { clock, filter, repairs, keeper } = setUp();
  await keeper.reach();
  for (let n = 0; n < 50; n++) filter.damage(`something of ours ${n}`);
  await clock.advance(MINUTE);
  await keeper.tick();
  t.equal(repairs[0]?.steps, 50);
  t.equal(repairs[0]?.what.length, 500);
  t.match(repairs[0]?.what, /^fake something of ours 0; fake something of ours 1; /);
});

t.test('off takes away what is ours; no wish touches nothing', async (t) => {
  const { filter, keeper, want } = setUp();
  want(null);
  await keeper.reach();
  t.same(filter.calls, []);
  want(wishOf());
  await keeper.reach();
  want(wishOf({ settings: null }));
  await keeper.reach();
  t.equal(filter.applied(), null);
  hasFields(t, filter.calls.at(-1), { name: 'restore' });
});

t.test('over five repairs in ten minutes are a conflict: told once, and then it steps back', async (t) => {
  const { clock, filter, repairs, conflicts, keeper, want } = setUp();
  await keeper.reach();
  for (let n = 0; n < 6; n++) {
    filter.damage(`fight ${n}`);
    await keeper.reach();
  }
  t.equal(repairs.length, 6);
  t.equal(conflicts.length, 1);
  filter.damage('fight on');
  await keeper.reach();
  t.equal(repairs.length, 6, 'not at once any more');
  await clock.advance(MINUTE);
  await keeper.tick();
  t.equal(repairs.length, 7);
  filter.damage('fight on');
  await clock.advance(MINUTE);
  await keeper.tick();
  t.equal(repairs.length, 7, 'the pause has grown');
  await clock.advance(MINUTE);
  await keeper.tick();
  t.equal(repairs.length, 8);
  t.equal(conflicts.length, 1);
  want(wishOf({ portal: true }));
  await keeper.reach();
  t.equal(filter.applied()?.mode, 'portal', 'a new goal is obeyed all the same');
  await clock.advance(60 * MINUTE);
  await keeper.tick();
  filter.damage('later');
  await keeper.reach();
  t.equal(conflicts.length, 1, 'after an hour of peace it is no fight');
  t.equal(repairs.length, 9, 'and is put back at once');
});

t.test('in a fight a wish that stays is not looked at again before its pause is over', async (t) => {
  const { clock, filter, repairs, keeper } = setUp();
  await clock.advance(5 * MINUTE);
  await keeper.reach();
  for (let n = 0; n < 6; n++) {
    filter.damage(`fight ${n}`);
    await keeper.reach();
  }
  filter.damage('fight on');
  await clock.advance(MINUTE - 1);
  await keeper.reach();
  t.equal(repairs.length, 6);
  await clock.advance(1);
  await keeper.reach();
  t.equal(repairs.length, 7);
});

t.test(
  'what a new process finds, or nobody knows to be ours, is brought about and is no repair',
  async (t) => {
    const { clock, filter, repairs, keeper } = setUp();
    filter.damage('left by another run');
    await keeper.reach();
    t.same(repairs, [], 'the first look of a process');
    const check = filter.check;
    filter.check = async (goal) => (await check(goal)).map((step) => ({ ...step, unknown: true as const }));
    filter.damage('what stands there is not known');
    await clock.advance(MINUTE);
    await keeper.tick();
    t.same(filter.calls.at(-1), { name: 'apply', steps: ['what stands there is not known'] });
    t.same(repairs, []);
    filter.check = check;
    filter.damage('ours');
    await clock.advance(MINUTE);
    await keeper.tick();
    hasFields(t, repairs, [{ what: 'fake ours', steps: 1 }]);
  },
);

t.test('what no step mends is asked for at each look, and told once', async (t) => {
  const { clock, filter, problems, keeper, want } = setUp();
  let found = ['another program turns look-ups elsewhere'];
  filter.problems = () => Promise.resolve(found);
  await keeper.reach();
  await clock.advance(MINUTE);
  await keeper.tick();
  t.same(problems, found);
  t.same(keeper.problems(), found);
  found = [];
  await clock.advance(MINUTE);
  await keeper.tick();
  t.same(keeper.problems(), []);
  found = ['again'];
  await clock.advance(MINUTE);
  await keeper.tick();
  t.same(problems, ['another program turns look-ups elsewhere', 'again']);
  want(null);
  await keeper.reach();
  t.same(keeper.problems(), [], 'nothing is wished, nothing is in its way');
});

t.test('a wish never shuts the resolver that we ask, and opens the gateway in a portal only', (t) => {
  t.same(wishOf().dohAddresses, ['8.8.8.8']);
  t.same(wishOf().portalAddresses, []);
  t.same(wishOf({ portal: true }).portalAddresses, ['10.0.0.1']);
  t.equal(wishOf().browser.pacUrl, 'http://127.0.0.1:8123/proxy.pac');
  t.end();
});
