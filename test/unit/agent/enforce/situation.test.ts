import t, { type Test } from 'tap';
import type { NamedNetwork } from '../../../../agent/core/network-state/network-name.ts';
import { AT_START } from '../../../../agent/core/network-state/network-state.ts';
import { createSituation, type SituationDependencies } from '../../../../agent/enforce/situation.ts';
import { openAgentState } from '../../../../agent/state/agent-state.ts';
import { prepareStateFolder, type StateFolder } from '../../../../agent/state/state-folder.ts';
import type { TargetState } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SCHOOL: NamedNetwork = { name: 'aa:bb', place: '10.2.0.1' };
const HOME: NamedNetwork = { name: 'cc:dd', place: '192.168.1.1' };
const PRINTERS = ['10.2.0.0/16'];

/** An agent of a school without a campus, whose server stands in another private network, from its start on. */
async function start(t: Test, folder: StateFolder, changes: Partial<SituationDependencies> = {}) {
  const clock = createFakeClock();
  const state = await openAgentState({ folder, clock, log: silentLog, enrollment: 'the school' });
  t.teardown(() => state.close());
  let network: NamedNetwork | null = null;
  const target = { settings: { organisation: 'Springfield High', campuses: [] } } as unknown as TargetState;
  const situation = createSituation({
    core: {
      target: () => target,
      lock: { lockedBy: () => null } as unknown as SituationDependencies['core']['lock'],
      campus: {
        current: () => ({ state: 'unknown', campusId: null }),
      } as unknown as SituationDependencies['core']['campus'],
    },
    deviceId: 'dev_1',
    organisation: 'Springfield High',
    serverNames: [],
    serverAddresses: () => ['10.9.0.2'],
    facts: {
      looked: () => true,
      session: () => ({ user: null }) as ReturnType<SituationDependencies['facts']['session']>,
      network: () => ({
        addresses: [{ interface: 'w', address: '10.2.3.4', prefix: 16, family: 4 }],
        defaultGateways: [],
        wifi: null,
      }),
    },
    time: {
      now: clock.now,
      exact: () => true,
      offsetMs: () => 0,
    } as unknown as SituationDependencies['time'],
    boot: { bootId: 'one', uptimeMs: clock.monotonic },
    clock,
    log: silentLog,
    keepers: {
      bundle: { current: () => null },
      index: { current: () => null },
    } as unknown as SituationDependencies['keepers'],
    network: () => ({ ...AT_START, network: network?.name ?? null, place: network?.place ?? null }),
    filter: { networkResolvers: async () => [] },
    reachedStore: state.reached,
    ...changes,
  });
  return {
    reached: situation.reached,
    join: (next: NamedNetwork) => {
      network = next;
    },
    home: () => situation.state().homeNetworks,
  };
}

t.test('a network where the server was reached last is no home after a restart either', async (t) => {
  const folder = await prepareStateFolder(testFolder(t));
  const before = await start(t, folder);
  before.join(SCHOOL);
  t.same(before.home(), PRINTERS, 'it was never reached');
  before.reached();
  t.same(before.home(), []);
  const after = await start(t, folder);
  after.join({ name: SCHOOL.place, place: SCHOOL.place });
  t.same(after.home(), [], 'hardware addresses are not known yet');
  after.join(SCHOOL);
  t.same(after.home(), [], 'and the server is down');
  after.join(HOME);
  t.same(after.home(), PRINTERS, 'another network');
  after.join({ name: 'cc:dd', place: SCHOOL.place });
  t.same(after.home(), PRINTERS, 'another one with the same addresses');
});

t.test('where it cannot be kept it holds until the agent restarts', async (t) => {
  const reachedStore: SituationDependencies['reachedStore'] = {
    load: () => null,
    save() {
      throw new Error('the disk is full');
    },
  };
  const laptop = await start(t, await prepareStateFolder(testFolder(t)), { reachedStore });
  laptop.join(SCHOOL);
  laptop.reached();
  t.same(laptop.home(), []);
});
