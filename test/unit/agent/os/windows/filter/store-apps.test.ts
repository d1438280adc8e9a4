import t from 'tap';
import { applySteps } from '../../../../../../agent/os/filter-steps.ts';
import { readWindowsFilter } from '../../../../../../agent/os/windows/filter/filter-reading.ts';
import {
  STORE_APPS_KEY,
  storeApps,
  storeAppsOff,
} from '../../../../../../agent/os/windows/filter/store-apps.ts';
import { actOn } from '../../../../../../agent/os/windows/host-call.ts';
import type { FilterStep } from '../../../../../../agent/ports/filter-control.ts';
import { hasFields } from '../../../../../support/has-fields.ts';
import { GOAL, memoryFiles, memoryJournal } from '../../filter-fakes.ts';
import { golden } from '../../recorded.ts';
import { readableSteps } from '../planned-calls.ts';
import { poke, STATE_FOLDER, STORE_APP, type WindowsComputer, windowsComputer } from './windows-computer.ts';

const NEW_APP = 'S-1-15-2-21-22-23-24-25-26-27';
const SCHOOLS_APP = 'S-1-15-2-31-32-33-34-35-36-37';

async function read(computer: WindowsComputer) {
  const state = await readWindowsFilter(
    { windows: computer.host, run: computer.run, stateFolder: STATE_FOLDER },
    GOAL,
  );
  if (state === null) throw new Error('the computer does not answer');
  return state;
}

async function plan(computer: WindowsComputer): Promise<readonly FilterStep[]> {
  return storeApps(await read(computer));
}

async function carryOut(computer: WindowsComputer, steps: readonly FilterStep[]) {
  return await applySteps(steps, {
    run: computer.run,
    files: memoryFiles(),
    journal: memoryJournal(),
    act: (call) => actOn(computer.host, call),
  });
}

/** A computer with an app that the school itself has let reach this computer, and one that we have. */
async function computerWithApps(): Promise<WindowsComputer> {
  const computer = windowsComputer();
  computer.facts.storeApps.packages.push({ sid: SCHOOLS_APP, name: 'exam_school' });
  computer.facts.storeApps.exempt.push(SCHOOLS_APP);
  await carryOut(computer, await plan(computer));
  return computer;
}

function exempt({ facts }: WindowsComputer): readonly string[] {
  return facts.storeApps.exempt;
}

t.test(
  'each app that is installed reaches the proxy, and what the school has set is never ours',
  async (t) => {
    const computer = await computerWithApps();
    t.same(exempt(computer), [SCHOOLS_APP, STORE_APP]);
    t.same(
      computer.registry.get(STORE_APPS_KEY)?.map(({ name }) => name),
      [STORE_APP],
    );
    t.same(await plan(computer), []);
    const off = storeAppsOff(await read(computer));
    hasFields(t, await carryOut(computer, off), { done: true });
    t.same(exempt(computer), [SCHOOLS_APP]);
    t.notOk(computer.registry.has(STORE_APPS_KEY));
    t.same(storeAppsOff(await read(computer)), []);
  },
);

t.test('what comes and goes by installing is no repair, what an administrator takes is one', async (t) => {
  const computer = await computerWithApps();
  computer.facts.storeApps = {
    packages: [
      { sid: STORE_APP, name: 'calculator_8wekyb3d8bbwe' },
      { sid: NEW_APP, name: 'new_app' },
    ],
    exempt: [SCHOOLS_APP],
  };
  poke(computer, STORE_APPS_KEY, { name: SCHOOLS_APP, kind: 'String', data: 'was ours' });
  const steps = await plan(computer);
  hasFields(t, steps, [
    { id: 'windows-store-apps', unknown: true },
    { id: 'windows-store-apps-lost' },
    { id: 'windows-store-apps-gone', unknown: true },
  ]);
  t.notOk(steps[1]?.unknown);
  const text = readableSteps(steps);
  t.equal(text, golden('windows-store-apps.txt', text));
  await carryOut(computer, steps);
  t.same([...exempt(computer)].sort(), [STORE_APP, NEW_APP]);
  t.same(await plan(computer), []);
});

t.test('a mark without its exemption, as a power cut leaves it, is taken back', async (t) => {
  const computer = windowsComputer();
  computer.refuses.set('loopback.change', 'Windows error 5');
  hasFields(t, await carryOut(computer, await plan(computer)), { done: false });
  computer.refuses.clear();
  hasFields(t, await carryOut(computer, storeAppsOff(await read(computer))), { done: true });
  t.notOk(computer.registry.has(STORE_APPS_KEY));
  t.same(exempt(computer), []);
});

t.test('what is no mark of ours does not keep ours from being taken back', async (t) => {
  const computer = await computerWithApps();
  poke(computer, STORE_APPS_KEY, { name: 'S-1-15-2-1', kind: 'DWord', data: 1 });
  hasFields(t, await carryOut(computer, storeAppsOff(await read(computer))), { done: true });
  t.same(exempt(computer), [SCHOOLS_APP]);
});

t.test('where Windows does not tell, nothing is planned', async (t) => {
  const computer = windowsComputer();
  computer.refuses.set('loopback.read', 'Windows error 127');
  t.same(await plan(computer), []);
  t.same(storeAppsOff(await read(computer)), []);
});
