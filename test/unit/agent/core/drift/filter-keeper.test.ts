import t from 'tap';
import { createFilterKeeper, type Repair } from '../../../../../agent/core/drift/filter-keeper.ts';
import { filterWish } from '../../../../../agent/core/filter-plan/filter-wish.ts';
import { createFakeFilter } from '../../../../../agent/os/fake/fake-filter.ts';
import type { FilterWish } from '../../../../../agent/ports/filter-control.ts';
import { failed } from '../../../../../agent/ports/outcome.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../../contracts/policy/settings.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const MINUTE = 60_000;
const wishOf = (extra: Partial<Parameters<typeof filterWish>[0]> = {}): FilterWish =>
  filterWish({
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
  let wish: FilterWish | null = wishOf();
  const keeper = createFilterKeeper({
    filter,
    wish: () => wish,
    clock,
    log: silentLog,
    onRepair: (repair) => repairs.push(repair),
    onConflict: (repair) => conflicts.push(repair),
    onLook: () => undefined,
  });
  return {
    clock,
    filter,
    repairs,
    conflicts,
    keeper,
    want: (next: FilterWish | null) => {
      wish = next;
    },
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
  t.same(keeper.last(), { ok: true, detail: 'fake apply' });
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
  t.match(filter.calls.at(-1), { name: 'restore' });
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
  t.equal(filter.applied()?.mode, 'portal', 'a new wish is obeyed all the same');
  await clock.advance(60 * MINUTE);
  await keeper.tick();
  filter.damage('later');
  await keeper.reach();
  t.equal(conflicts.length, 1, 'after an hour of peace it is no fight');
});

t.test('a wish never shuts the resolver that we ask, and opens the gateway in a portal only', (t) => {
  t.same(wishOf().dohAddresses, ['8.8.8.8']);
  t.same(wishOf().portalAddresses, []);
  t.same(wishOf({ portal: true }).portalAddresses, ['10.0.0.1']);
  t.equal(wishOf().browser.pacUrl, 'http://127.0.0.1:8123/proxy.pac');
  t.end();
});
