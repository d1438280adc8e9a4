import t from 'tap';
import { parseState } from '../../../../../../agent/os/windows/filter/filter-state.ts';
import { planFilter } from '../../../../../../agent/os/windows/filter/plan.ts';
import { problemsOf } from '../../../../../../agent/os/windows/filter/problems.ts';
import type { FilterStep, FilterWish } from '../../../../../../agent/ports/filter-control.ts';
import { hasFields } from '../../../../../support/has-fields.ts';
import { HOSTILE_TEXTS, WISH } from '../../filter-fakes.ts';
import { golden, NONSENSE } from '../../recorded.ts';
import { enforcedReading, freshReading, type Reading } from './windows-computer.ts';

const OWN_PID = 4711;

function plan(reading: Reading, wish: FilterWish = WISH): readonly FilterStep[] {
  return planFilter(wish, parseState(reading));
}

function ids(steps: readonly FilterStep[]): readonly string[] {
  return steps.map(({ id }) => id);
}

/** One statement a line, and what is read on standard input below. */
function readable(steps: readonly FilterStep[]): string {
  return steps
    .map((step) => {
      if (!('cmd' in step)) return `# ${step.what}\n${step.file}\n`;
      const undo = step.undo.map((cmd) => `undo: ${lines(cmd)}\n`).join('');
      return `# ${step.id}: ${step.what}\n${lines(step.cmd)}\n${inputLines(step.stdin)}${undo}`;
    })
    .join('\n');
}

function lines(cmd: readonly string[]): string {
  return `${cmd.slice(0, -1).join(' ')}\n  ${(cmd.at(-1) ?? '').replaceAll('; ', ';\n  ')}`;
}

function inputLines(stdin: string | undefined): string {
  return stdin === undefined ? '' : `input: ${JSON.stringify(JSON.parse(stdin), null, 1)}\n`;
}

t.test('a fresh computer gets the rule, the firewall, the settings and the proxy of services', (t) => {
  const steps = plan(freshReading());
  t.same(ids(steps), ['windows-nrpt', 'windows-firewall', 'windows-values', 'windows-winhttp']);
  const text = readable(steps);
  t.equal(text, golden('windows-filter.txt', text));
  t.end();
});

t.test('a computer that is as wished needs nothing', (t) => {
  t.same(plan(enforcedReading(WISH)), []);
  t.end();
});

t.test('switched off, everything of ours goes, and nothing on a computer without', (t) => {
  const off: FilterWish = { ...WISH, mode: 'off' };
  t.same(plan(freshReading(), off), []);
  const reading = enforcedReading(WISH);
  reading.rules.push({
    hive: 'policy',
    id: '{dac28a1b-4df7-4110-b5b5-660502e50ec8}',
    version: 2,
    names: ['.'],
    servers: '127.0.0.1',
    options: 8,
  });
  const steps = plan(reading, off);
  const text = readable(steps);
  t.equal(text, golden('windows-filter-off.txt', text));
  t.ok(steps.every(({ undo }) => undo.length === 0));
  t.end();
});

t.test('what somebody took away or changed is put back, and only that', (t) => {
  const changes: readonly [string, (reading: Reading) => void, readonly string[]][] = [
    ['the NRPT rule is gone', (one) => one.rules.splice(0), ['windows-nrpt']],
    [
      'it leads elsewhere',
      (one) => Object.assign(one.rules[0] ?? {}, { servers: '8.8.8.8' }),
      ['windows-nrpt'],
    ],
    [
      'it is for one domain',
      (one) => Object.assign(one.rules[0] ?? {}, { names: ['.example'] }),
      ['windows-nrpt'],
    ],
    ['it is of an older form', (one) => Object.assign(one.rules[0] ?? {}, { version: 1 }), ['windows-nrpt']],
    [
      'group policy has rules now',
      (one) => Object.assign(one, { policyHive: true }),
      ['windows-nrpt', 'windows-gpupdate'],
    ],
    ['a firewall rule is gone', (one) => one.firewall.pop(), ['windows-firewall']],
    [
      'one is switched off',
      (one) => Object.assign(one.firewall[2] ?? {}, { Enabled: 'False' }),
      ['windows-firewall'],
    ],
    ['one allows', (one) => Object.assign(one.firewall[0] ?? {}, { Action: 'Allow' }), ['windows-firewall']],
    [
      'one is not in force',
      (one) => Object.assign(one.firewall[0] ?? {}, { Status: 'Inactive' }),
      ['windows-firewall'],
    ],
    [
      'one is too many',
      (one) => one.firewall.push({ ...(one.firewall[0] ?? fail()), DisplayName: 'Schoolgate-DNS-UDP-2' }),
      ['windows-firewall'],
    ],
    ['a browser policy is gone', (one) => one.values.splice(5, 1), ['windows-values']],
    ['a value is another', (one) => Object.assign(one.values[0] ?? {}, { data: 0 }), ['windows-values']],
    [
      'a value is of another kind',
      (one) => Object.assign(one.values[0] ?? {}, { kind: 'String', data: '1' }),
      ['windows-values'],
    ],
    [
      'services have another proxy',
      (one) => Object.assign(one, { winhttp: freshReading().winhttp }),
      ['windows-winhttp'],
    ],
  ];
  for (const [name, change, expected] of changes) {
    const reading = enforcedReading(WISH);
    change(reading);
    t.same(ids(plan(reading)), expected, name);
  }
  t.end();
});

function fail(): never {
  throw new Error('the reading has no rules');
}

t.test('another wish replaces the firewall rules and takes back settings that are no longer wanted', (t) => {
  const reading = enforcedReading(WISH);
  const relaxed = { ...WISH, browser: { ...WISH.browser, safeSearch: false } };
  const steps = plan(reading, relaxed);
  t.same(ids(steps), ['windows-values-stale']);
  const stale = JSON.parse((steps[0] as { readonly stdin: string }).stdin) as { readonly only: string[] };
  t.ok(stale.only.every((id) => /Force(?:Google|Bing)SafeSearch$/.test(id)));
  t.equal(stale.only.length, 5);
  t.same(ids(plan(reading, { ...WISH, dohAddresses: ['8.8.8.8'] })), ['windows-firewall']);
  t.end();
});

t.test('a list longer than one rule may be is cut into several', (t) => {
  const dohAddresses = Array.from({ length: 2_500 }, (_, index) => `198.${index >> 8}.${index & 255}.7`);
  const [step] = plan(freshReading(), { ...WISH, dohAddresses }).filter(
    ({ id }) => id === 'windows-firewall',
  );
  const { rules } = JSON.parse((step as { readonly stdin: string }).stdin) as {
    readonly rules: readonly { readonly name: string; readonly addresses: readonly string[] }[];
  };
  const doh = rules.filter(({ name }) => name.startsWith('DOH'));
  t.same(
    doh.map(({ name, addresses }) => [name, addresses.length]),
    [
      ['DOH-1', 1_000],
      ['DOH-2', 1_000],
      ['DOH-3', 500],
    ],
  );
  t.end();
});

t.test(
  'what the worker asks and what a portal needs is cut out of the ranges, never allowed beside them',
  (t) => {
    const wish: FilterWish = {
      ...WISH,
      mode: 'portal',
      upstreamAddresses: ['10.20.0.1'],
      portalAddresses: ['9.9.9.9', 'fe80::1'],
    };
    const [step] = plan(freshReading(), wish).filter(({ id }) => id === 'windows-firewall');
    const { rules } = JSON.parse((step as { readonly stdin: string }).stdin) as {
      readonly rules: readonly { readonly name: string; readonly addresses: readonly string[] }[];
    };
    const addressesOf = (name: string) => rules.find((rule) => rule.name === name)?.addresses;
    t.same(addressesOf('DNS-UDP'), [
      '0.0.0.0-9.9.9.8',
      '9.9.9.10-10.20.0.0',
      '10.20.0.2-255.255.255.255',
      '::-fe80::',
      'fe80::2-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ]);
    t.same(addressesOf('DOH-1'), [
      '1.0.0.1',
      '1.1.1.1',
      '9.9.9.0-9.9.9.8',
      '9.9.9.10-9.9.9.255',
      '2606:4700:4700::1111',
    ]);
    t.same(addressesOf('VPN-UDP'), []);
    t.end();
  },
);

t.test('nothing that a server sends becomes part of a command', (t) => {
  const plain = plan(freshReading());
  for (const text of HOSTILE_TEXTS) {
    const steps = plan(freshReading(), {
      ...WISH,
      dohAddresses: [text],
      upstreamAddresses: [text],
      browser: { ...WISH.browser, pacUrl: text },
    });
    for (const step of steps) {
      if (!('cmd' in step) || step.id === 'windows-winhttp') continue;
      const same = plain.find(({ id }) => id === step.id);
      t.same(step.cmd, same !== undefined && 'cmd' in same ? same.cmd : null);
      t.match(step.stdin, /^[\x20-\x7e]*\n$/);
    }
    // netsh gets it as one argument, as JSON, without a shell.
    const netsh = steps.find(({ id }) => id === 'windows-winhttp');
    t.equal(netsh !== undefined && 'cmd' in netsh ? netsh.cmd.length : 0, 6);
  }
  t.end();
});

t.test('every command fits a Windows command line', (t) => {
  for (const step of [...plan(freshReading()), ...plan(enforcedReading(WISH), { ...WISH, mode: 'off' })])
    if ('cmd' in step) t.ok(step.cmd.join(' ').length < 8_000, step.id);
  t.end();
});

t.test("the school's own entries of Firefox and of lists stay beside ours", (t) => {
  const reading = enforcedReading(WISH);
  const firefox = reading.values.find(({ name }) => name === 'ExtensionSettings');
  const theirs = { 'uBlock0@raymondhill.net': { installation_mode: 'force_installed' } };
  Object.assign(firefox ?? {}, { data: [JSON.stringify(theirs)] });
  const steps = plan(reading);
  t.same(ids(steps), ['windows-values']);
  const { values } = JSON.parse((steps[0] as { readonly stdin: string }).stdin) as {
    readonly values: readonly { readonly data: readonly string[] }[];
  };
  t.same(JSON.parse(values[0]?.data[0] ?? ''), { ...theirs, '*': { installation_mode: 'blocked' } });
  // Merged, it is as wished: no repair at each check.
  Object.assign(firefox ?? {}, { data: values[0]?.data });
  t.same(plan(reading), []);
  t.ok(
    reading.values
      .filter(({ key }) => key.endsWith('URLBlocklist'))
      .every(({ name }) => Number(name) > 9_000),
  );
  t.end();
});

t.test('an answer that is none asks for everything, so that a failure shows', (t) => {
  for (const nonsense of NONSENSE) {
    let answer: unknown = null;
    try {
      answer = JSON.parse(nonsense);
    } catch {
      // As the adapter has it: no JSON is no answer.
    }
    const state = parseState(answer);
    t.equal(state, null);
    t.ok(planFilter(WISH, state).length >= 3);
  }
  t.end();
});

t.test('what no step can mend is told', (t) => {
  const problems = (change: (reading: Reading) => void, wish = WISH): readonly string[] => {
    const reading = enforcedReading(WISH);
    change(reading);
    return problemsOf(wish, parseState(reading), OWN_PID);
  };
  t.same(
    problems(() => undefined),
    [],
  );
  t.same(
    problems((one) => Object.assign(one.profiles[2] ?? {}, { LocalRules: 'False' })),
    ['group policy forbids local firewall rules for Public networks: ours are not in force there'],
  );
  t.same(
    problems((one) => Object.assign(one.profiles[0] ?? {}, { Enabled: 'False' })),
    ['Windows Firewall is off for Domain networks: no rule is in force there'],
  );
  t.same(
    problems((one) =>
      one.rules.push({
        hive: 'local',
        id: '{0}',
        version: 2,
        names: ['.vpn.example'],
        servers: '100.100.100.100',
        options: 8,
      }),
    ),
    ['another NRPT rule (local) sends .vpn.example to 100.100.100.100'],
  );
  const holder = (pid: number) => (one: Reading) =>
    one.holders.push(
      { address: '0.0.0.0', pid, program: 'svchost' },
      { address: '0.0.0.0', pid, program: 'svchost' },
    );
  t.same(problems(holder(2_040)), ['port 53 of 0.0.0.0 is held by svchost (process 2040)']);
  t.same(problems(holder(OWN_PID)), []);
  hasFields(
    t,
    problems((one) => Object.assign(one, { winhttp: 'Der Befehl wurde nicht gefunden' })),
    [/WinHTTP/],
  );
  hasFields(
    t,
    problems(() => undefined, { ...WISH, pinnedEgress: true }),
    [/pinned/],
  );
  hasFields(t, problemsOf(WISH, null, OWN_PID), [/PowerShell/]);
  t.same(problemsOf({ ...WISH, mode: 'off' }, null, OWN_PID), []);
  t.end();
});
