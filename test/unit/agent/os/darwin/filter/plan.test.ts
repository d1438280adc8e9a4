import t from 'tap';
import { firstResolver, parseDictionaries } from '../../../../../../agent/os/darwin/filter/dynamic-store.ts';
import type { DarwinFilterReading } from '../../../../../../agent/os/darwin/filter/filter-reading.ts';
import { PREFERENCE_FILES } from '../../../../../../agent/os/darwin/filter/managed-preferences.ts';
import { renderAnchor } from '../../../../../../agent/os/darwin/filter/pf-anchor.ts';
import { planFilter, problemsOf } from '../../../../../../agent/os/darwin/filter/plan.ts';
import type { FilterGoal, JournaledStep } from '../../../../../../agent/ports/filter-control.ts';
import { hasFields } from '../../../../../support/has-fields.ts';
import { GOAL, HOSTILE_TEXTS } from '../../filter-fakes.ts';
import { fixture, golden, NONSENSE } from '../../recorded.ts';

const FRESH: DarwinFilterReading = {
  resolver: null,
  firstResolver: '10.20.0.1',
  pf: { labels: new Set(), loaded: false, active: false, held: false },
  services: [{ name: 'Wi-Fi', resolvers: [], pacUrl: null, pacOn: false }],
  preferences: PREFERENCE_FILES.map((file) => ({ file, kind: 'absent' })),
};

/** The same Mac after all steps of a goal; its preference files are left to the test of the whole filter. */
function enforced(goal: FilterGoal): DarwinFilterReading {
  return {
    resolver: parseDictionaries(fixture('darwin/filter/store.txt'))[0] ?? null,
    firstResolver: '127.0.0.1',
    pf: { labels: new Set(renderAnchor(goal).labels), loaded: true, active: true, held: true },
    services: [{ name: 'Wi-Fi', resolvers: [], pacUrl: goal.browser.pacUrl, pacOn: true }],
    preferences: [],
  };
}

function ids(steps: readonly JournaledStep[]): readonly string[] {
  return steps.map(({ id }) => id).filter((id) => !id.startsWith('darwin-preferences'));
}

function readable(steps: readonly JournaledStep[]): string {
  return steps
    .map((step) => {
      const head = `# ${step.id}: ${step.what}\n`;
      if ('file' in step)
        return `${head}${step.file} ${step.mode.toString(8)} undo: ${step.undo}\n${step.content}`;
      const undo = step.undo.map((cmd) => `undo: ${cmd.join(' ')}\n`).join('');
      return `${head}${step.cmd.join(' ')}\n${step.stdin ?? ''}${undo}`;
    })
    .join('\n');
}

t.test('a fresh Mac gets resolver, firewall, proxy and preferences', (t) => {
  const text = readable(planFilter(GOAL, FRESH));
  t.equal(text, golden('darwin-filter.txt', text));
  t.end();
});

t.test('a Mac that is as wished needs nothing, and one without us nothing to switch off', (t) => {
  t.same(ids(planFilter(GOAL, enforced(GOAL))), []);
  t.same(planFilter({ ...GOAL, mode: 'off' }, FRESH), []);
  t.same(ids(planFilter({ ...GOAL, mode: 'off' }, enforced(GOAL))), [
    'darwin-resolver-off',
    'darwin-pf-off',
    'darwin-pac-off:Wi-Fi',
  ]);
  t.end();
});

t.test('what a restart or somebody took away is put back, and only that', (t) => {
  const whole = enforced(GOAL);
  const wifi = whole.services[0];
  if (wifi === undefined) throw new Error('the Mac has no Wi-Fi');
  const [first, ...others] = renderAnchor(GOAL).labels;
  const cases: readonly [string, Partial<DarwinFilterReading>, readonly string[]][] = [
    ['the key is gone, as after a restart', { resolver: null }, ['darwin-resolver']],
    [
      'a VPN wrote over it',
      { resolver: { servers: ['100.100.100.100'], domains: [''], order: 1, port: null } },
      ['darwin-resolver'],
    ],
    [
      'resolvers are set by hand',
      { services: [{ ...wifi, resolvers: ['8.8.8.8'] }] },
      ['darwin-resolvers:Wi-Fi'],
    ],
    ['the proxy is off', { services: [{ ...wifi, pacOn: false }] }, ['darwin-pac:Wi-Fi']],
    ['a rule is gone', { pf: { ...whole.pf, labels: new Set(others) } }, ['darwin-pf']],
    [
      'an older rule is left',
      { pf: { ...whole.pf, labels: new Set([first ?? '', ...others, 'schoolgate-1-old']) } },
      ['darwin-pf'],
    ],
    ['pf cannot be read', { pf: { ...whole.pf, labels: null } }, ['darwin-pf']],
    ['pf is off', { pf: { ...whole.pf, active: false } }, ['darwin-pf-enable']],
    ['somebody else alone keeps pf on', { pf: { ...whole.pf, held: false } }, ['darwin-pf-enable']],
  ];
  for (const [name, change, expected] of cases)
    t.same(ids(planFilter(GOAL, { ...whole, ...change })), expected, name);
  t.same(ids(planFilter({ ...GOAL, dohAddresses: ['8.8.8.8'] }, whole)), ['darwin-pf']);
  t.end();
});

t.test('what is undone is what was there: resolvers set by hand and the proxy of the school', (t) => {
  const [resolvers, pac] = planFilter(GOAL, {
    ...enforced(GOAL),
    services: [
      {
        name: 'Wi-Fi',
        resolvers: ['8.8.8.8', '1.1.1.1'],
        pacUrl: 'http://proxy.example/wpad.dat',
        pacOn: false,
      },
    ],
  }).filter(({ id }) => id.endsWith('Wi-Fi'));
  t.same(resolvers?.undo, [['networksetup', '-setdnsservers', 'Wi-Fi', '8.8.8.8', '1.1.1.1']]);
  t.same(pac?.undo, [
    ['networksetup', '-setautoproxyurl', 'Wi-Fi', 'http://proxy.example/wpad.dat'],
    ['networksetup', '-setautoproxystate', 'Wi-Fi', 'off'],
  ]);
  t.end();
});

t.test('the anchor only blocks: a quick pass would end the search before the lock', (t) => {
  const rules = renderAnchor(GOAL)
    .text.split('\n')
    .filter((line) => !line.startsWith('table'));
  t.ok(rules.filter((line) => line !== '').every((line) => line.startsWith('block ')));
  t.end();
});

t.test("a captive portal's addresses stay open, also where a DoH server's network holds them", (t) => {
  const { text } = renderAnchor({ ...GOAL, mode: 'portal', portalAddresses: ['9.9.9.9', 'x'] });
  t.match(text, /^table <schoolgate_portal> persist \{ 9\.9\.9\.9 \}$/m);
  const doh = /<schoolgate_doh> persist \{ ([^}]*) \}/.exec(text)?.[1]?.split(', ') ?? [];
  t.same(doh.slice(0, 6), ['1.0.0.1', '1.1.1.1', '9.9.9.0/29', '9.9.9.8', '9.9.9.10/31', '9.9.9.12/30']);
  t.match(renderAnchor(GOAL).text, /^table <schoolgate_portal> persist$/m);
  t.end();
});

t.test('nothing that a server sends becomes a rule, a command or a property of its own', (t) => {
  for (const text of HOSTILE_TEXTS) {
    const goal = { ...GOAL, dohAddresses: [text], browser: { ...GOAL.browser, pacUrl: text } };
    t.equal(renderAnchor(goal).text, renderAnchor({ ...GOAL, dohAddresses: [] }).text);
    for (const step of planFilter(goal, FRESH)) {
      if ('file' in step) t.notMatch(step.content, /<\/string><key>x/);
      // One argument, without a shell.
      else if (step.id.startsWith('darwin-pac')) t.same(step.cmd.slice(3), [text]);
      else t.notMatch(`${step.cmd.join(' ')}${step.stdin}`, 'calc');
    }
  }
  t.end();
});

t.test('what no step can mend is told', (t) => {
  const whole = enforced(GOAL);
  t.same(problemsOf(GOAL, whole), []);
  hasFields(t, problemsOf(GOAL, { ...whole, firstResolver: '100.100.100.100' }), [
    /asks 100\.100\.100\.100 first/,
  ]);
  hasFields(t, problemsOf(GOAL, { ...whole, pf: { ...whole.pf, labels: null } }), [/pf cannot be read/]);
  hasFields(t, problemsOf(GOAL, { ...whole, pf: { ...whole.pf, active: false } }), [
    /do not call the anchors/,
  ]);
  hasFields(t, problemsOf(GOAL, { ...whole, preferences: [{ file: '/x.plist', kind: 'unreadable' }] }), [
    /x\.plist/,
  ]);
  hasFields(t, problemsOf({ ...GOAL, pinnedEgress: true }, whole), [/pinned/]);
  t.same(problemsOf({ ...GOAL, mode: 'off' }, FRESH), []);
  t.equal(firstResolver(fixture('darwin/filter/dns-vpn.txt')), '100.100.100.100');
  for (const nonsense of NONSENSE) {
    t.equal(firstResolver(nonsense), null);
    t.same(parseDictionaries(nonsense), []);
  }
  t.end();
});
