import t from 'tap';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import type { DeviceFilter, DeviceSortField } from '../../../store/ports/devices.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { EXACT_TOTAL_LIMIT } from '../../../store/ports/list.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createTestStore } from '../../support/test-store.ts';

async function enrolMany(store: Store, count: number, ouPath: string): Promise<void> {
  const clock = createFakeClock();
  const ids = createIdSource({ clock, random: systemRandom });
  await store.transaction(async (tx) => {
    const ou = await tx.ous.ensurePath(1, ouPath, clock.now());
    for (let n = 0; n < count; n++) {
      const id = ids.next('dev');
      const hardware = {
        machineId: id,
        serial: null,
        hostname: `h${n}`,
        platform: 'linux',
        osVersion: '',
        manufacturer: null,
        model: null,
      } as const;
      await tx.devices.enrol({
        id,
        organisationId: 1,
        ouId: ou.id,
        publicKey: 'k',
        agentVersion: '1',
        now: clock.now(),
        hardware,
      });
    }
  });
}

t.test(
  'totals are exact to 10,000; beyond, one is counted and told again as an estimate for ten seconds',
  async (t) => {
    const clock = createFakeClock();
    const store = await createTestStore(t, { clock });
    await enrolMany(store, EXACT_TOTAL_LIMIT, '/Many');
    const total = async (filter: DeviceFilter) => {
      const query: ListQuery<DeviceFilter, DeviceSortField> = {
        organisationId: 1,
        filter,
        sort: [],
        limit: 1,
        from: { kind: 'page', page: 1 },
      };
      const page = await store.devices.list(query);
      return { total: page.total, estimate: page.totalIsEstimate };
    };
    t.same(await total({}), { total: 10_000, estimate: false });
    await enrolMany(store, 1, '/Few');
    t.same(await total({}), { total: 10_001, estimate: false });
    await enrolMany(store, 1, '/Few');
    t.same(await total({}), { total: 10_001, estimate: true }, 'ten seconds old at most');
    t.same(await total({ ouPaths: ['/Few'] }), { total: 2, estimate: false }, 'a filter has its own total');
    t.same(await total({ ouPaths: ['/Many'] }), { total: 10_000, estimate: false });
    await clock.advance(10_000);
    t.same(await total({}), { total: 10_002, estimate: false });
  },
);
