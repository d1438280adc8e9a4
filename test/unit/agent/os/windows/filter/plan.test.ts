import t from 'tap';
import { applySteps } from '../../../../../../agent/os/filter-steps.ts';
import { isHeld } from '../../../../../../agent/os/windows/engine-rules.ts';
import {
  readWindowsFilter,
  type WindowsFilterReading,
  WORKER_SERVICE_KEY,
} from '../../../../../../agent/os/windows/filter/filter-reading.ts';
import { MARKS_KEY } from '../../../../../../agent/os/windows/filter/marks.ts';
import { NRPT_HIVES, NRPT_RULE } from '../../../../../../agent/os/windows/filter/nrpt.ts';
import { planFilter } from '../../../../../../agent/os/windows/filter/plan.ts';
import { problemsOf } from '../../../../../../agent/os/windows/filter/problems.ts';
import { registryValues } from '../../../../../../agent/os/windows/filter/registry-values.ts';
import { MAX_HOST_MESSAGE_BYTES } from '../../../../../../agent/os/windows/host/protocol.ts';
import { actOn } from '../../../../../../agent/os/windows/host-call.ts';
import type { FilterGoal, FilterStep } from '../../../../../../agent/ports/filter-control.ts';
import { hasFields, hasText } from '../../../../../support/has-fields.ts';
import { GOAL, HOSTILE_TEXTS, memoryFiles, memoryJournal } from '../../filter-fakes.ts';
import { golden } from '../../recorded.ts';
import { callsOf, plannedFilters, readableFilters, readableSteps } from '../planned-calls.ts';
import {
  OUR_RULE_KEY,
  poke,
  pokeOut,
  STATE_FOLDER,
  type WindowsComputer,
  WORKER,
  windowsComputer,
} from './windows-computer.ts';

const CHROME = 'SOFTWARE\\Policies\\Google\\Chrome';
const FIREFOX = 'SOFTWARE\\Policies\\Mozilla\\Firefox';

async function read(computer: WindowsComputer, goal = GOAL): Promise<WindowsFilterReading | null> {
  return readWindowsFilter({ windows: computer.host, run: computer.run, stateFolder: STATE_FOLDER }, goal);
}

async function plan(computer: WindowsComputer, goal = GOAL): Promise<readonly FilterStep[]> {
  return planFilter(goal, await read(computer, goal), { worker: WORKER, stateFolder: STATE_FOLDER });
}

/** A computer that has been brought to a goal. */
async function enforced(goal = GOAL): Promise<WindowsComputer> {
  const computer = windowsComputer();
  await bring(computer, goal);
  return computer;
}

async function bring(computer: WindowsComputer, goal: FilterGoal): Promise<void> {
  const { done, detail } = await applySteps(await plan(computer, goal), {
    run: computer.run,
    files: memoryFiles(),
    journal: memoryJournal(),
    act: (call) => actOn(computer.host, call),
  });
  if (!done) throw new Error(detail);
}

function ids(steps: readonly FilterStep[]): readonly string[] {
  return steps.map(({ id }) => id);
}

/** What steps set a value of the registry to; undefined = they do not. */
function setTo(steps: readonly FilterStep[], name: string): unknown {
  for (const call of callsOf(steps))
    if (call.name === 'registry.write')
      for (const change of call.input.changes)
        if ('set' in change && change.name === name) return change.data;
  return undefined;
}

function findSet(computer: WindowsComputer, name: 'filter' | 'guard') {
  const set = computer.sets.get(name);
  if (set === undefined) throw new Error(`the computer has no set ${name}`);
  return set;
}

t.test(
  'a fresh computer gets the rule, the filters, the guard, the settings and the proxy of services',
  async (t) => {
    const steps = await plan(windowsComputer());
    t.same(ids(steps), [
      'windows-nrpt',
      'windows-firewall',
      'windows-guard',
      'windows-values',
      'windows-winhttp',
      'windows-store-apps',
    ]);
    const text = readableSteps(steps);
    t.equal(text, golden('windows-filter.txt', text));
  },
);

t.test('a computer that is as wished needs nothing', async (t) => {
  t.same(await plan(await enforced()), []);
});

t.test('switched off, everything of ours goes, and nothing on a computer without', async (t) => {
  const off: FilterGoal = { ...GOAL, mode: 'off' };
  t.same(await plan(windowsComputer(), off), []);
  const computer = windowsComputer();
  poke(computer, NRPT_HIVES.policy, { name: 'x', kind: 'DWord', data: 1 });
  poke(computer, CHROME, { name: 'IncognitoModeAvailability', kind: 'DWord', data: 2 });
  await bring(computer, GOAL);
  const steps = await plan(computer, off);
  const text = readableSteps(steps);
  t.equal(text, golden('windows-filter-off.txt', text));
});

const CHANGES: readonly [string, (computer: WindowsComputer) => void, readonly string[]][] = [
  ['the NRPT rule is gone', (one) => one.registry.delete(OUR_RULE_KEY), ['windows-nrpt']],
  [
    'it leads elsewhere',
    (one) => poke(one, OUR_RULE_KEY, { name: 'GenericDNSServers', kind: 'String', data: '8.8.8.8' }),
    ['windows-nrpt'],
  ],
  [
    'it is for one domain',
    (one) => poke(one, OUR_RULE_KEY, { name: 'Name', kind: 'MultiString', data: ['.example'] }),
    ['windows-nrpt'],
  ],
  [
    'it is of an older form',
    (one) => poke(one, OUR_RULE_KEY, { name: 'Version', kind: 'DWord', data: 1 }),
    ['windows-nrpt'],
  ],
  [
    'group policy has rules now',
    (one) => poke(one, NRPT_HIVES.policy, { name: 'x', kind: 'DWord', data: 1 }),
    ['windows-nrpt'],
  ],
  ['the filters are gone', (one) => one.sets.delete('filter'), ['windows-firewall']],
  [
    'one is gone',
    (one) => {
      const set = findSet(one, 'filter');
      Object.assign(set, { filters: set.filters.slice(0, -1) });
    },
    ['windows-firewall'],
  ],
  [
    'one is switched off',
    (one) => Object.assign(findSet(one, 'filter'), { disabled: 1 }),
    ['windows-firewall'],
  ],
  [
    'they are of two plans',
    (one) => Object.assign(findSet(one, 'filter'), { digest: '' }),
    ['windows-firewall'],
  ],
  ['the guard is gone', (one) => one.sets.delete('guard'), ['windows-guard']],
  ['a browser policy is gone', (one) => pokeOut(one, CHROME, 'QuicAllowed'), ['windows-values']],
  [
    'a value is another',
    (one) => poke(one, CHROME, { name: 'QuicAllowed', kind: 'DWord', data: 1 }),
    ['windows-values'],
  ],
  [
    'a value is of another kind',
    (one) => poke(one, CHROME, { name: 'QuicAllowed', kind: 'String', data: '0' }),
    ['windows-values'],
  ],
  [
    'a Store app may not reach the proxy any more',
    (one) => Object.assign(one.facts.storeApps, { exempt: [] }),
    ['windows-store-apps-lost'],
  ],
  [
    'services have another proxy',
    (one) => Object.assign(one, { winHttp: windowsComputer().winHttp }),
    ['windows-winhttp'],
  ],
];
for (const [name, change, expected] of CHANGES)
  t.test(`what somebody took away or changed is put back, and only that: ${name}`, async (t) => {
    const computer = await enforced();
    change(computer);
    t.same(ids(await plan(computer)), expected);
    await bring(computer, GOAL);
    t.same(await plan(computer), []);
  });

t.test('a name in other letters is the same value', async (t) => {
  const computer = windowsComputer();
  poke(computer, CHROME.toUpperCase(), { name: 'quicallowed', kind: 'DWord', data: 0 });
  t.notMatch(readableSteps(await plan(computer)), `set ${CHROME} | QuicAllowed`);
  await bring(computer, GOAL);
  t.same(await plan(computer), []);
});

t.test(
  'where group policy has NRPT rules, ours is written there too and group policy read anew',
  async (t) => {
    const computer = await enforced();
    poke(computer, NRPT_HIVES.policy, { name: 'x', kind: 'DWord', data: 1 });
    const steps = await plan(computer);
    t.same(
      callsOf(steps).map(({ name }) => name),
      ['registry.write', 'resolver.refresh', 'policy.refresh'],
    );
    hasText(t, readableSteps(steps), `set ${NRPT_HIVES.policy}\\${NRPT_RULE} | Name = MultiString ["."]`);
  },
);

t.test('another wish takes back settings that are no longer wanted', async (t) => {
  const computer = await enforced();
  const relaxed = { ...GOAL, browser: { ...GOAL.browser, safeSearch: false } };
  const steps = await plan(computer, relaxed);
  t.same(ids(steps), ['windows-values-stale']);
  t.equal(readableSteps(steps).match(/remove .*Policies.*Force(?:Google|Bing)SafeSearch/g)?.length, 10);
  await bring(computer, relaxed);
  t.same(await plan(computer, relaxed), []);
});

t.test('another wish replaces the filters', async (t) => {
  t.same(ids(await plan(await enforced(), { ...GOAL, dohAddresses: ['8.8.8.8'] })), ['windows-firewall']);
});

t.test('the first mark of a value stays', async (t) => {
  const computer = windowsComputer();
  poke(computer, CHROME, { name: 'QuicAllowed', kind: 'DWord', data: 7 });
  await bring(computer, GOAL);
  poke(computer, CHROME, { name: 'QuicAllowed', kind: 'DWord', data: 1 });
  const steps = await plan(computer);
  t.equal(setTo(steps, `${CHROME}|QuicAllowed`), undefined);
  t.equal(setTo(steps, 'QuicAllowed'), 0);
});

t.test('marks come before all values, in one call', async (t) => {
  const steps = (await plan(windowsComputer())).filter(({ id }) => id === 'windows-values');
  const [call, ...more] = callsOf(steps);
  t.same(more, []);
  const keys =
    call?.name === 'registry.write' ? call.input.changes.map((one) => 'set' in one && one.set) : [];
  const wanted = registryValues(GOAL).length;
  t.same(new Set(keys.slice(0, wanted)), new Set([MARKS_KEY]));
  t.notOk(keys.slice(wanted).includes(MARKS_KEY));
  t.equal(keys.length, 2 * wanted);
});

t.test('10,000 addresses are cut into filters that the engine takes, and fit one message', async (t) => {
  const dohAddresses = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 === 0 ? `198.${index >> 8}.${index & 255}.7` : `2001:db8:${index.toString(16)}::53`,
  );
  const steps = await plan(windowsComputer(), { ...GOAL, dohAddresses });
  const doh = (plannedFilters(steps, 'filter') ?? []).filter(({ name }) => name.startsWith('doh'));
  t.equal(doh.length, 40);
  t.ok(doh.every(({ conditions }) => conditions.length === 250));
  t.same(new Set(doh.flatMap(({ conditions }) => conditions.map(({ is }) => is))), new Set(dohAddresses));
  const [call] = callsOf(steps.filter(({ id }) => id === 'windows-firewall'));
  t.ok(JSON.stringify(call).length < MAX_HOST_MESSAGE_BYTES);
  t.ok(jsonValues(call) < 65_536);
});

/** Values of a JSON text, the names of members too. */
function jsonValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value);
  const names = Array.isArray(value) ? 0 : inner.length;
  return inner.reduce<number>((sum, one) => sum + jsonValues(one), 1 + names);
}

t.test('the ports of VPNs are open to the school’s own, and UDP 443', async (t) => {
  const goal = { ...GOAL, vpnServers: ['192.0.2.0/28', '2001:db8::1'] };
  const filters = plannedFilters(await plan(windowsComputer(), goal), 'filter') ?? [];
  const vpn = readableFilters(filters.filter(({ weight }) => weight === 13));
  t.equal(vpn, golden('windows-vpn.txt', vpn));
});

t.test('an empty list opens and shuts nothing', async (t) => {
  const filters =
    plannedFilters(await plan(windowsComputer(), { ...GOAL, dohAddresses: [] }), 'filter') ?? [];
  t.notOk(filters.some(({ name }) => name === 'doh' || name.startsWith('school-vpn')));
});

t.test(
  'a captive portal is opened by web ports for a while, renewed at each look, and shut after',
  async (t) => {
    const computer = await enforced();
    const goal: FilterGoal = { ...GOAL, mode: 'portal', portalAddresses: ['9.9.9.9', 'fe80::1', 'portal'] };
    const steps = await plan(computer, goal);
    hasFields(t, steps, [{ id: 'windows-portal', unknown: true }]);
    const text = readableSteps(steps);
    t.equal(text, golden('windows-portal.txt', text));
    await bring(computer, goal);
    t.same(ids(await plan(computer, goal)), ['windows-portal']);
    t.same(ids(await plan(computer)), ['windows-portal-off']);
    await bring(computer, GOAL);
    t.same(await plan(computer), []);
    t.equal(computer.openings.size, 0);
  },
);

t.test('nothing that a server sends becomes anything but data', async (t) => {
  const plain = await plan(windowsComputer());
  for (const text of HOSTILE_TEXTS) {
    const steps = await plan(windowsComputer(), {
      ...GOAL,
      dohAddresses: [text],
      portalAddresses: [text],
      vpnServers: [text],
      browser: { ...GOAL.browser, pacUrl: text },
    });
    // No filter is made of it.
    t.notOk(JSON.stringify(plannedFilters(steps, 'filter')).includes(text));
    const names = (all: readonly FilterStep[]) =>
      callsOf(all).flatMap((call) =>
        call.name === 'registry.write'
          ? call.input.changes.map((change) => ('set' in change ? `${change.set}|${change.name}` : ''))
          : [],
      );
    // The proxy exception of a PAC address that is none is left out.
    t.same(
      names(steps),
      names(plain).filter((name) => !name.includes('LocalNetworkAccessIpAddressSpaceOverrides')),
    );
    // netsh gets it as one argument, as JSON, without a shell.
    const netsh = steps.find(({ id }) => id === 'windows-winhttp');
    t.equal(netsh !== undefined && 'cmd' in netsh ? netsh.cmd.length : 0, 6);
  }
});

t.test("the school's own entries of Firefox and of lists stay beside ours", async (t) => {
  const computer = windowsComputer();
  const theirs = { 'uBlock0@raymondhill.net': { installation_mode: 'force_installed' } };
  poke(computer, FIREFOX, {
    name: 'ExtensionSettings',
    kind: 'MultiString',
    data: JSON.stringify(theirs, null, 1).split('\n'),
  });
  poke(computer, `${CHROME}\\URLBlocklist`, { name: '1', kind: 'String', data: 'games.example' });
  const merged = setTo(await plan(computer), 'ExtensionSettings');
  t.same(JSON.parse(String(merged)), { ...theirs, '*': { installation_mode: 'blocked' } });
  // Merged, it is as wished: no repair at each check.
  await bring(computer, GOAL);
  t.same(await plan(computer), []);
  hasFields(t, computer.registry.get(`${CHROME}\\URLBlocklist`)?.[0], { name: '1', data: 'games.example' });
});

t.test(
  'what cannot be read is asked for, so that a failure shows, but values wait for what they replace',
  async (t) => {
    const computer = windowsComputer();
    computer.refuses.set('registry.read', 'there is no native host');
    t.equal(await read(computer), null);
    t.same(ids(await plan(computer)), ['windows-nrpt', 'windows-firewall', 'windows-guard']);
    t.same(ids(await plan(computer, { ...GOAL, mode: 'off' })), [
      'windows-nrpt-off',
      'windows-firewall-off',
      'windows-guard-off',
    ]);
  },
);

t.test("the agent's own folder gets its rights back when somebody opens it", async (t) => {
  const computer = await enforced();
  computer.folders.set(STATE_FOLDER, 'O:SYG:SYD:AI(A;OICI;FA;;;SY)(A;OICI;FR;;;BU)');
  t.same(ids(await plan(computer)), ['windows-state-folder']);
  await bring(computer, GOAL);
  t.same(await plan(computer), []);
});

t.test('a filtering engine that is away is asked for its filters', async (t) => {
  const computer = await enforced();
  computer.refuses.set('wfp.held', 'Windows error 1753');
  t.same(ids(await plan(computer)), ['windows-firewall', 'windows-guard']);
});

t.test('the engine holds a plan only as a whole', async (t) => {
  const computer = await enforced();
  const { filters, digest } = findSet(computer, 'filter');
  const held = { filters: filters.length, disabled: 0, digest, openings: [] };
  t.ok(isHeld(held, 'filter', filters));
  t.notOk(isHeld({ ...held, disabled: 1 }, 'filter', filters));
  t.notOk(isHeld({ ...held, filters: 1 }, 'filter', filters));
  t.notOk(isHeld({ ...held, digest: '' }, 'filter', filters));
  t.notOk(isHeld(held, 'guard', filters), 'of another set');
});

t.test('what no step can mend is told', async (t) => {
  const problems = async (
    change: (computer: WindowsComputer) => void,
    goal = GOAL,
  ): Promise<readonly string[]> => {
    const computer = await enforced();
    change(computer);
    return problemsOf(goal, await read(computer), WORKER);
  };
  t.same(await problems(() => undefined), []);
  hasFields(t, await problems((one) => one.refuses.set('wfp.held', 'Windows error 1753')), [
    /filtering engine/,
  ]);
  const vpn = 'GenericDNSServers';
  t.same(
    await problems((one) => {
      const key = `${NRPT_HIVES.local}\\{0}`;
      poke(one, key, { name: 'Name', kind: 'MultiString', data: ['.vpn.example'] });
      poke(one, key, { name: vpn, kind: 'String', data: '100.100.100.100' });
    }),
    ['another NRPT rule (local) sends .vpn.example to 100.100.100.100'],
  );
  const holder = (program: string) => (one: WindowsComputer) => {
    for (const socket of ['udp4', 'tcp4', 'udp6'])
      one.facts.owners.set(`${socket} 53`, { pid: 2_040, program });
  };
  t.same(await problems(holder('C:\\Windows\\System32\\svchost.exe')), [
    'port 53 is held by C:\\Windows\\System32\\svchost.exe (process 2040)',
  ]);
  t.same(await problems(holder('c:\\program files\\schoolgate\\Schoolgate-Host.exe')), [], 'ours');
  hasFields(t, await problems((one) => Object.assign(one, { winHttp: 'Der Befehl wurde nicht gefunden' })), [
    /WinHTTP/,
  ]);
  hasFields(t, await problems((one) => one.refuses.set('loopback.read', 'Windows error 127')), [
    /Store apps/,
  ]);
  hasFields(
    t,
    await problems((one) => poke(one, WORKER_SERVICE_KEY, { name: 'Start', kind: 'DWord', data: 4 })),
    [/SchoolgateWorker is disabled/],
  );
  hasFields(t, await problems((one) => one.registry.delete(WORKER_SERVICE_KEY)), [
    /SchoolgateWorker is not there/,
  ]);
  hasFields(t, await problems(() => undefined, { ...GOAL, pinnedEgress: true }), [/pinned/]);
  hasFields(t, await problems((one) => one.refuses.set('registry.read', 'away')), [/native host/]);
  t.same(problemsOf({ ...GOAL, mode: 'off' }, null, WORKER), []);
});
