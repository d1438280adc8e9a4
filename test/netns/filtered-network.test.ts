import { existsSync } from 'node:fs';
import t, { type Test } from 'tap';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import { readStatus } from '../../agent/state/status-file.ts';
import { CLASSROOM, networksOf } from '../support/cafe-network.ts';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
const CRISIS = '988lifeline.org';
/** Policy and the filter's own guard go on. */
const SHUT_IN_PORTAL = [GAME, 'nordvpn.com', 'dns.google'];
const GRACE_MINUTES = 1;
const POLICY = {
  name: 'The lab',
  target: { everyone: true },
  settings: { portalGraceMinutes: GRACE_MINUTES },
  rules: [{ effect: 'block', locked: true, match: { domains: [GAME] } }],
};
/** Which open: the first, and the same again until the day's time is over. */
const PORTALS = 2;
/** The look at the network comes every 2 s, the portal's own probes every 5 s: what has not come by now never comes. How long each took is in the comments. */
const PATIENCE_MS = 180_000;
/** The portal's time began so much before the test saw it, at most. */
const SEEN_LATE_MS = 25_000;
/** The quick part of the self-check comes every 5 s; two failures in a row are told. */
const THREE_CHECKS_MS = 15_000;

const obstacle =
  labObstacle() ?? (existsSync('/usr/bin/dig') ? null : 'dig is missing (Debian: bind9-dnsutils)');

/** What a look-up of the student's gives, through whatever resolver the system has. */
async function addressesOf(lab: SchoolLab, name: string, ...more: readonly string[]): Promise<string> {
  return (await lab.student('dig', '+short', '+tries=1', '+time=3', ...more, name)).stdout.trim();
}

/** Asks for a name again and again, until the test is over. @returns ends it, with all that it was given */
function askingFor(t: Test, lab: SchoolLab, name: string): () => Promise<readonly string[]> {
  const given: string[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) given.push(await addressesOf(lab, name));
  })();
  const end = async (): Promise<readonly string[]> => {
    isOver = true;
    await asking;
    return given;
  };
  t.teardown(end);
  return end;
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

/** The states of the network that the agent went through, in order. */
function statesOf(lab: SchoolLab): readonly string[] {
  return lab
    .agent()
    .stderr()
    .split('\n')
    .flatMap((line) =>
      /the state of the network/.test(line) ? (/"state":"(\w+)"/.exec(line)?.[1] ?? []) : [],
    );
}

/** A round trip to the device and back. */
async function answersServer(lab: SchoolLab): Promise<boolean> {
  const path = `/v1/devices/${lab.deviceId}/command`;
  return (await lab.api('POST', path, { type: 'self_test' })).body.status === 'succeeded';
}

/** Waits until the agent says of a try of its self-check, this long after a moment, that there was no network. */
async function triedOffline(lab: SchoolLab, since: number, laterMs: number): Promise<void> {
  const folder = stateFolderAt(lab.stateDir);
  const hasTried = async (): Promise<boolean> =>
    (await readStatus(folder))?.filter?.proofs.some(
      ({ name, detail, at }) =>
        name === 'name_resolution' && /no network/.test(detail) && at >= since + laterMs,
    ) ?? false;
  await until(hasTried, { what: 'the tries without a network', timeoutMs: PATIENCE_MS });
}

t.test(
  'captive portals and changes of network on a filtered laptop',
  { skip: obstacle !== null && !labRequired() ? obstacle : false },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t), { cafe: true });
    t.teardown(() => lab.down());
    const networks = networksOf(lab);
    t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);
    await lab.enforcing();
    t.equal(await addressesOf(lab, GAME), '0.0.0.0');
    let portalSince = 0;
    const leftAll = async (): Promise<void> => {
      await networks.leave();
      await until(() => statesOf(lab).at(-1) === 'offline', {
        what: 'the network to be gone',
        timeoutMs: PATIENCE_MS,
      });
    };
    const inPortal = (what: string): Promise<unknown> =>
      until(() => statesOf(lab).at(-1) === 'portal', { what, timeoutMs: PATIENCE_MS });
    const enforcedAgain = (what: string, timeoutMs = PATIENCE_MS): Promise<unknown> =>
      until(() => statesOf(lab).at(-1) === 'enforce', { what, timeoutMs });

    await t.test('a student can sign in at a captive portal, and what is worst stays shut', async (t) => {
      await networks.raisePortal();
      await networks.joinCafe();
      t.comment(`portal found after ${await timed(() => inPortal('the agent to see the portal'))}`);
      portalSince = performance.now();
      // The filter hears of the portal a moment after the agent has seen it.
      const isLed = async (): Promise<boolean> =>
        /the page of the portal/.test(
          (await lab.student('curl', '-sSL', '--max-time', '6', `http://${NEWS}/`)).stdout,
        );
      await until(isLed, { what: 'any site to lead to the portal', timeoutMs: PATIENCE_MS });
      for (const name of SHUT_IN_PORTAL)
        t.notMatch(await addressesOf(lab, name), /[1-9]/, `${name} does not resolve`);
      const own = (await lab.student('curl', '-sS', '--max-time', '6', 'http://portal.example/login')).stdout;
      t.match(own, /the page of the portal/, 'the portal’s own name resolves, to an address of its network');
      t.equal(await addressesOf(lab, CRISIS), PLACES.site, 'help in a crisis');
      t.not((await lab.student('curl', '-sSk', '--max-time', '3', `https://${PLACES.server}:8443/`)).code, 0);
    });

    await t.test('the portal opens: the filter is back within seconds', async (t) => {
      await networks.openPortal();
      t.comment(`enforced again after ${await timed(() => enforcedAgain('the filter to be back'))}`);
      t.equal((await lab.student('curl', '-sSk', '--max-time', '6', `https://${NEWS}/`)).code, 0);
    });

    await t.test('a portal’s time is over for the day, whatever the portal says', async (t) => {
      await networks.raisePortal();
      await leftAll();
      await networks.joinCafe();
      await inPortal('the portal again');
      const crisis = askingFor(t, lab, CRISIS);
      const left = GRACE_MINUTES * 60_000 - (performance.now() - portalSince);
      t.comment(`the grace has ${(left / 1_000).toFixed(1)} s left`);
      await enforcedAgain('the grace to be over', left + PATIENCE_MS);
      const heldMs = performance.now() - portalSince;
      t.comment(`enforced ${(heldMs / 1_000).toFixed(1)} s after the portal was found`);
      t.ok(heldMs > GRACE_MINUTES * 60_000 - SEEN_LATE_MS, 'not before its time');
      const given = await crisis();
      t.ok(given.length > 1);
      t.same(new Set(given), new Set([PLACES.site]), 'help in a crisis all the while');

      const states = statesOf(lab).length;
      await leftAll();
      await networks.joinCafe();
      const game = askingFor(t, lab, GAME);
      await until(
        () =>
          statesOf(lab).slice(states).includes('enforce') || statesOf(lab).slice(states).includes('portal'),
        {
          what: 'the same network to be probed again',
          timeoutMs: PATIENCE_MS,
        },
      );
      t.notOk(statesOf(lab).slice(states).includes('portal'), 'the same network arms nothing');
      t.notOk((await game()).includes(PLACES.site));
    });

    await t.test('the same hotspot under another hardware address gets no more time', async (t) => {
      await networks.leave();
      const states = statesOf(lab).length;
      await networks.becomeAnotherCafe();
      await networks.joinCafe();
      await until(() => statesOf(lab).slice(states).includes('enforce'), {
        what: 'the other network to be probed',
        timeoutMs: PATIENCE_MS,
      });
      t.notOk(statesOf(lab).slice(states).includes('portal'));
      t.equal(await addressesOf(lab, GAME), '0.0.0.0');
      await networks.openPortal();
    });

    await t.test('another address, gateway and resolver: no gap in the filter', async (t) => {
      const game = askingFor(t, lab, GAME);
      const elsewhere = { address: '10.200.0.77', gateway: '10.200.0.8', resolver: '10.200.0.8' };
      await networks.joinSchool(CLASSROOM);
      t.comment(`back in school: link after ${await timed(() => linked())}`);
      const before = lab.arrivals().length;
      await networks.joinSchool(elsewhere);
      const asks = async (): Promise<boolean> => {
        await addressesOf(lab, `n${performance.now().toString(36).replace('.', '')}.${NEWS}`);
        return lab
          .arrivals()
          .slice(before)
          .some(({ what, at }) => what === 'dns' && at === elsewhere.resolver);
      };
      const asked = await timed(() =>
        until(asks, { what: 'the new resolver to be asked', timeoutMs: PATIENCE_MS }),
      );
      t.comment(`the new network’s resolver was asked after ${asked}`);
      t.comment(`another floor: link after another ${await timed(() => linked())}`);
      const given = await game();
      t.ok(given.length > 1);
      t.notOk(
        given.some((addresses) => addresses.includes(PLACES.site)),
        'not for a moment did the blocked name lead to the site',
      );
      await lab.enforcing();

      function linked(): Promise<unknown> {
        return until(() => answersServer(lab), { what: 'the link to be back', timeoutMs: PATIENCE_MS });
      }
    });

    const of = (kind: string): readonly Readonly<Record<string, unknown>>[] =>
      lab.deviceEvents().flatMap((event) => (event.kind === kind ? [event.details] : []));
    const onlyPortals = (t: Test): void => {
      const reasons = of('protection').flatMap(({ state, reason }) =>
        state === 'unprotected' && reason !== 'there is no policy yet' ? [reason] : [],
      );
      t.same(
        reasons,
        Array.from({ length: PORTALS }, () => 'a captive portal holds the filter open'),
        'that the laptop was unprotected in each portal, and never else',
      );
    };

    await t.test('the server hears of the portals when the link is back', async (t) => {
      await until(() => of('portal').length >= PORTALS * 2, { what: 'the portals', timeoutMs: PATIENCE_MS });
      t.same(
        of('portal').map(({ open }) => open),
        Array.from({ length: PORTALS }, () => [true, false]).flat(),
      );
      onlyPortals(t);
    });

    await t.test('without any network the last policy holds, and answers come at once', async (t) => {
      await networks.leave();
      const leftAt = Date.now();
      const offline = await timed(() =>
        until(() => statesOf(lab).at(-1) === 'offline', {
          what: 'the network to be gone',
          timeoutMs: PATIENCE_MS,
        }),
      );
      t.comment(`off-line noticed after ${offline}`);
      const blocked = await timed(async () => t.equal(await addressesOf(lab, GAME, '@127.0.0.1'), '0.0.0.0'));
      let status = '';
      const unknown = await timed(async () => {
        status = (await lab.student('dig', '+tries=1', '+time=9', '@127.0.0.1', 'never-asked.example'))
          .stdout;
      });
      t.match(status, /status: SERVFAIL/);
      t.comment(`a blocked name took ${blocked}, another ${unknown}`);
      t.ok(Number.parseFloat(unknown) < 5, 'no program waits long');
      await triedOffline(lab, leftAt, THREE_CHECKS_MS);
      await networks.joinSchool(CLASSROOM);
      const online = await timed(() =>
        until(() => answersServer(lab), { what: 'the link to be back', timeoutMs: PATIENCE_MS }),
      );
      t.comment(`on-line again after ${online}`);
      await lab.enforcing();
      t.equal(await addressesOf(lab, GAME), '0.0.0.0');
      onlyPortals(t);
    });
  },
);
