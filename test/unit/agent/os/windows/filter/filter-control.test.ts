import t from 'tap';
import { createWindowsFilter } from '../../../../../../agent/os/windows/filter/filter-control.ts';
import { MARKS_KEY } from '../../../../../../agent/os/windows/filter/marks.ts';
import { NRPT_HIVES } from '../../../../../../agent/os/windows/filter/nrpt.ts';
import { ANNA } from '../../../../../support/fake-windows.ts';
import { hasFields } from '../../../../../support/has-fields.ts';
import { GOAL, memoryFiles, memoryJournal } from '../../filter-fakes.ts';
import {
  poke,
  registryOf,
  STATE_FOLDER,
  type WindowsComputer,
  WORKER,
  windowsComputer,
} from './windows-computer.ts';

const CHROME = 'SOFTWARE\\Policies\\Google\\Chrome';
const SCHOOLS_PROXY =
  '{"Proxy":"proxy.school:3128","ProxyBypass":"<local>","AutoconfigUrl":"","AutoDetect":false}';

function filterOn(computer: WindowsComputer, journal = memoryJournal()) {
  const { run } = computer;
  const parts = {
    run,
    files: memoryFiles(),
    journal,
    windows: computer.host,
    worker: WORKER,
    stateFolder: STATE_FOLDER,
  };
  return { filter: createWindowsFilter(parts), journal };
}

/** A computer of a school that has set some things itself. */
function schoolComputer(): WindowsComputer {
  const computer = windowsComputer();
  poke(computer, CHROME, { name: 'IncognitoModeAvailability', kind: 'DWord', data: 2 });
  poke(computer, CHROME, { name: 'QuicAllowed', kind: 'DWord', data: 0 });
  poke(computer, NRPT_HIVES.policy, { name: 'x', kind: 'QWord', data: '1' });
  return computer;
}

t.test('what is applied reads back as wished, and restoring leaves the computer as it was', async (t) => {
  const computer = schoolComputer();
  computer.winHttp = SCHOOLS_PROXY;
  const before = registryOf(computer);
  computer.facts.storeApps.exempt.push('S-1-15-2-1-2-3-4-5-6-7');
  const { filter, journal } = filterOn(computer);
  hasFields(t, await filter.apply(await filter.check(GOAL)), { done: true });
  t.same(await filter.check(GOAL), []);
  t.same(await filter.problems?.(GOAL), []);
  t.same(journal.keys(), ['windows-winhttp'], 'of the rest the computer itself remembers');
  hasFields(t, await filter.restore(), { done: true });
  t.same(journal.keys(), []);
  t.same(registryOf(computer), before);
  t.same(JSON.parse(computer.winHttp), JSON.parse(SCHOOLS_PROXY));
  t.equal(computer.sets.size, 0);
  t.same(computer.facts.storeApps.exempt, ['S-1-15-2-1-2-3-4-5-6-7']);
  hasFields(t, await filter.restore(), { done: true, detail: 'nothing of ours was there' });
});

t.test('restoring works without the journal: the registry keeps what was there', async (t) => {
  const computer = schoolComputer();
  const before = registryOf(computer);
  const first = filterOn(computer);
  hasFields(t, await first.filter.apply(await first.filter.check(GOAL)), { done: true });
  hasFields(t, await filterOn(computer).filter.restore(), { done: true });
  t.same(registryOf(computer), before);
  t.same(JSON.parse(computer.winHttp), { Proxy: '', ProxyBypass: '', AutoconfigUrl: '', AutoDetect: true });
});

t.test(
  'restoring without the marks takes away the rule and the filters, and leaves the values',
  async (t) => {
    const computer = windowsComputer();
    const { filter } = filterOn(computer);
    await filter.apply(await filter.check(GOAL));
    computer.registry.delete(MARKS_KEY);
    hasFields(t, await filter.restore(), { done: true });
    t.equal(computer.sets.size, 0);
    t.same(
      (await filter.check(GOAL)).map(({ id }) => id),
      ['windows-nrpt', 'windows-firewall', 'windows-guard', 'windows-winhttp', 'windows-store-apps'],
    );
  },
);

t.test('a damaged mark does not keep the others from being put back', async (t) => {
  const computer = schoolComputer();
  const { filter } = filterOn(computer);
  await filter.apply(await filter.check(GOAL));
  poke(computer, MARKS_KEY, { name: `${CHROME}|QuicAllowed`, kind: 'String', data: '{"kind' });
  hasFields(t, await filter.restore(), { done: true });
  t.same(computer.registry.get(CHROME), [{ name: 'IncognitoModeAvailability', kind: 'DWord', data: 2 }]);
});

t.test('restoring the filter leaves the lock', async (t) => {
  const computer = windowsComputer();
  const lock = { filters: [], disabled: 0, digest: 'lock' };
  computer.sets.set('lock', lock);
  computer.openings.set('lock network', { digest: 'x', filters: [], seconds: 1 });
  const { filter } = filterOn(computer);
  await filter.apply(await filter.check({ ...GOAL, mode: 'portal', portalAddresses: ['10.0.0.1'] }));
  t.ok(computer.openings.has('filter portal'));
  hasFields(t, await filter.restore(), { done: true });
  t.same([...computer.sets], [['lock', lock]]);
  t.same([...computer.openings.keys()], ['lock network']);
});

t.test('applying stops at the first step that fails, and says which', async (t) => {
  const computer = windowsComputer();
  computer.refuses.set('wfp.replace', 'Windows error 5');
  const { filter } = filterOn(computer);
  hasFields(t, await filter.apply(await filter.check(GOAL)), {
    done: false,
    detail: 'replace the filters of the firewall: Windows error 5',
  });
  t.notOk(computer.registry.has(CHROME));
});

t.test('restoring is done only when nothing of ours is left', async (t) => {
  const computer = windowsComputer();
  const { filter, journal } = filterOn(computer);
  await filter.apply(await filter.check(GOAL));
  computer.refuses.set('registry.write', 'Windows error 5');
  const outcome = await filter.restore();
  t.equal(outcome.done, false);
  t.match(outcome.detail, /put settings back as they were: Windows error 5/);
  t.match(outcome.detail, /still to do: put settings back as they were/);
  t.equal(computer.sets.size, 0, 'what fails does not stop the rest');
  t.same(journal.keys(), []);
  computer.refuses.clear();
  hasFields(t, await filter.restore(), { done: true });
});

t.test('without the host nothing is done, and it is said', async (t) => {
  const computer = windowsComputer();
  const { filter } = filterOn({
    ...computer,
    host: { ...computer.host, call: () => Promise.reject(new Error('there is no native host')) },
  });
  hasFields(t, await filter.apply(await filter.check(GOAL)), {
    done: false,
    detail: /there is no native host/,
  });
  hasFields(t, await filter.restore(), { done: false, detail: /native host does not tell what is left/ });
  hasFields(t, await filter.problems?.(GOAL), [/native host/]);
  t.same(await filter.networkResolvers(), []);
  await t.resolves(filter.flush());
});

const INTERFACE = {
  name: 'Wi-Fi',
  guid: '{0}',
  index: 7,
  type: 71,
  up: true,
  metric: 25,
  mac: null,
  addresses: [],
  gateways: [{ address: '10.20.0.254', mac: null }],
};

t.test('the resolvers of the network are told, preferred ones first, without placeholders', async (t) => {
  const computer = windowsComputer();
  computer.facts.network.interfaces.push(
    { ...INTERFACE, resolvers: ['192.168.43.1', '10.20.0.1', 'fec0:0:0:ffff::1', 'nonsense'], metric: 50 },
    { ...INTERFACE, resolvers: ['10.20.0.1', '127.0.0.1', '::1', '2001:db8:14::53'] },
    { ...INTERFACE, resolvers: ['10.9.9.9'], up: false },
    { ...INTERFACE, resolvers: ['10.8.8.8'], gateways: [] },
  );
  t.same(await filterOn(computer).filter.networkResolvers(), [
    '10.20.0.1',
    '2001:db8:14::53',
    '192.168.43.1',
  ]);
});

t.test('what the filters refused is told, but for look-ups that the network asks for', async (t) => {
  const computer = windowsComputer();
  const { filter } = filterOn(computer);
  await filter.check(GOAL);
  const look = { filter: 'dns', count: 3, protocol: 17, port: 53, user: ANNA.sid, program: null };
  computer.facts.refused.push({ ...look, address: '10.20.0.1' }, { ...look, address: '9.9.9.9' });
  t.same(await filter.attempts(), [
    { kind: 'foreign_dns', address: '9.9.9.9', port: 53, uid: null, count: 3 },
  ]);
  t.same(await filter.attempts(), []);
  computer.facts.refused.push({ ...look, address: '9.9.9.9' });
  computer.refuses.set('session', 'Windows error 5');
  t.equal((await filter.attempts()).length, 1, 'also when nobody knows who is there');
  computer.refuses.set('wfp.attempts', 'Windows error 1753');
  t.same(await filter.attempts(), []);
});

t.test('what Windows cannot tell is empty, and a flush asks the resolver', async (t) => {
  const computer = windowsComputer();
  const { filter } = filterOn(computer);
  t.same(await filter.attempts(), []);
  await filter.cutConnections();
  await filter.flush();
  t.same(
    computer.changes.map(({ name }) => name),
    ['resolver.refresh'],
  );
});
