import { existsSync } from 'node:fs';
import t, { type Test } from 'tap';
import { CLASSROOM, type LabNetworks, networksOf } from '../support/cafe-network.ts';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const NEWS = 'news.example';
/** The portal's resolver says for a day that it lies at an address of the attacker (test/support/pretend-internet.ts). */
const BANK = { name: 'bank.example', forged: '45.33.7.66' };
/** Names that the school's resolver fails to answer, and the café's does not. */
const ILL = 'ill.example';
/** The school's own, for outside of it. */
const SCHOOL_RESOLVER = '10.200.0.8';
const POLICY = {
  name: 'The lab',
  target: { everyone: true },
  settings: { portalGraceMinutes: 10 },
  rules: [],
};
/** The look at the network comes every 2 s, the probe after it; the rest is the busiest machine. */
const SECONDS_MS = 40_000;
const FAILURES = 40;
const LOOK_UPS = 20;
/** Look-ups at once: more than the filter has sockets for one resolver. */
const WARM = 40;

const obstacle =
  labObstacle() ?? (existsSync('/usr/bin/dig') ? null : 'dig is missing (Debian: bind9-dnsutils)');

t.test(
  'what a hostile network says holds in that network alone',
  { skip: obstacle !== null && !labRequired() ? obstacle : false, timeout: 300_000 },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t), { cafe: true, upstreams: [SCHOOL_RESOLVER] });
    t.teardown(() => lab.down());
    const networks = networksOf(lab);
    t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);
    await lab.enforcing();

    await t.test('a portal’s forged answer is gone with the portal', (t) => forgery(t, lab, networks));
    await t.test(
      'a name that the school’s resolver cannot answer moves no other look-up to the café’s resolver',
      (t) => failures(t, lab, networks),
    );
  },
);

/** A forged answer that lives for a day; and then no network, the school, and another café. */
async function forgery(t: Test, lab: SchoolLab, networks: LabNetworks): Promise<void> {
  const poison = async (): Promise<void> => {
    await networks.raisePortal();
    await networks.joinCafe();
    await stateIs(lab, 'portal');
    // The filter hears of the portal a moment after the agent has seen it.
    await until(async () => (await addressOf(lab, BANK.name)) === BANK.forged, {
      what: 'the forged answer, which the student may have to sign in',
      timeoutMs: SECONDS_MS,
      intervalMs: 200,
    });
  };
  await poison();
  t.equal(await addressOf(lab, BANK.name, '@127.0.0.1'), BANK.forged, 'again, and now it is known');
  await networks.leave();
  await stateIs(lab, 'offline');
  t.not(await addressOf(lab, BANK.name, '@127.0.0.1'), BANK.forged, 'not served as the best that is known');

  await networks.joinSchool(CLASSROOM);
  await stateIs(lab, 'enforce');
  await isTrueAndStays(t, lab, 'in school');

  await networks.becomeAnotherCafe();
  await poison();
  await networks.openPortal();
  await networks.joinSchool(CLASSROOM);
  await stateIs(lab, 'enforce');
  await isTrueAndStays(t, lab, 'straight from the portal into the school');
}

async function isTrueAndStays(t: Test, lab: SchoolLab, where: string): Promise<void> {
  const given: string[] = [];
  for (let number = 0; number < LOOK_UPS; number++) given.push(await addressOf(lab, BANK.name));
  t.same(new Set(given), new Set([PLACES.site]), where);
}

/** In a café without a portal, the school's resolver is asked first; it has no answer for some names, which the café's has. */
async function failures(t: Test, lab: SchoolLab, networks: LabNetworks): Promise<void> {
  const lookUp = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number++)
      if ((await addressOf(lab, unique(NEWS))) !== PLACES.site) t.fail('a look-up failed');
  };
  const askIll = async (): Promise<string> =>
    (await lab.student('dig', '+tries=1', '+time=9', unique(ILL))).stdout;
  // The filter's sockets are of the school's network, and have all been used there.
  await Promise.all(Array.from({ length: WARM }, () => addressOf(lab, unique(NEWS))));
  const before = lab.arrivals().length;
  await networks.joinCafe();
  await lookUp(LOOK_UPS);
  // The agent sees the new network within seconds. From then on the café's resolver answers what the school's cannot.
  await until(async () => /status: NOERROR/.test(await askIll()), {
    what: 'the café’s resolver to be asked',
    timeoutMs: SECONDS_MS,
    intervalMs: 200,
  });
  for (let number = 0; number < FAILURES; number++) await askIll();
  await lookUp(LOOK_UPS);
  const asked = lab
    .arrivals()
    .slice(before)
    .flatMap(({ what, at, name }) => (what === 'dns' ? [{ at, name: String(name) }] : []));
  const resolversOf = (name: string): readonly unknown[] =>
    asked.filter((one) => one.name.endsWith(`.${name}`)).map(({ at }) => at);
  t.ok(
    resolversOf(ILL).filter((at) => at === SCHOOL_RESOLVER).length >= FAILURES,
    'the school’s resolver was asked what it cannot answer, each time',
  );
  t.same(
    new Set(resolversOf(NEWS)),
    new Set([SCHOOL_RESOLVER]),
    'all else was asked of the school’s resolver alone, from the change of networks on',
  );
}

let names = 0;

/** A name below another that nobody has asked for yet. */
function unique(name: string): string {
  names += 1;
  return `n${names}.${name}`;
}

async function addressOf(lab: SchoolLab, name: string, ...more: readonly string[]): Promise<string> {
  return (await lab.student('dig', '+short', '+tries=1', '+time=3', ...more, name)).stdout.trim();
}

/** Waits until the agent says so of the network as its last word. */
async function stateIs(lab: SchoolLab, state: string): Promise<void> {
  await until(() => statesOf(lab).at(-1) === state, {
    what: `the network to be: ${state}; it was ${statesOf(lab).join(', ')}`,
    timeoutMs: SECONDS_MS,
  });
}

function statesOf(lab: SchoolLab): readonly string[] {
  return lab
    .agent()
    .stderr()
    .split('\n')
    .flatMap((line) =>
      /the state of the network/.test(line) ? (/"state":"(\w+)"/.exec(line)?.[1] ?? []) : [],
    );
}
