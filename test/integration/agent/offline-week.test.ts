import { gzipSync } from 'node:zlib';
import t from 'tap';
import { createLink } from '../../../agent/link/link.ts';
import { createMqttConnector } from '../../../agent/link/mqtt-connector.ts';
import { makePassword } from '../../../agent/link/password.ts';
import type { Outbox } from '../../../agent/state/outbox.ts';
import { buildCategoryIndex } from '../../../contracts/categories/build-index.ts';
import { type ActivityRecord, JWS_TYPES, type TargetState } from '../../../contracts/mqtt/messages.ts';
import type { Policy } from '../../../contracts/policy/model.ts';
import { systemClock } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { systemRandom } from '../../../kit/random.ts';
import { generateSigningKey, type SigningKey, sha256, signJws } from '../../../kit/signing.ts';
import { plainHeartbeat } from '../../../server/simulated-laptop/messages.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { bundleOf, ruleOf } from '../../support/filter-state.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestDevice, type TestDevice } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { createTestStore, temporaryFolder } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { type OfflineLaptop, startOfflineLaptop } from './offline-laptop.ts';
import { lockBy } from './school-server.ts';

/** The laptop's own clock is this far behind the server's (milliseconds). */
const BEHIND_MS = 180_000;

const moment = (text: string): number => Date.parse(`2026-10-${text}`);

/** The server told the laptop all this, and was not reached again. */
const BEGIN = moment('22T07:00:00+02:00');

const HOSTS = ['play.example', 'chess.example', 'casino.example', 'wiki.example', 'news.example'] as const;
const CATEGORY: Readonly<Record<string, string>> = { 'chess.example': 'games', 'casino.example': 'gambling' };

const MADRID = 'Europe/Madrid';
const SCHOOL_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
/** Monday: the school is closed. */
const HOLIDAY = '2026-10-26';

const slot = (from: string, to: string) => ({ days: [...SCHOOL_DAYS], from, to });

const POLICIES: readonly Partial<Policy>[] = [
  { id: 'pol_base', rules: [ruleOf('rul_casino', 'block', { categories: ['gambling'] }, { locked: true })] },
  {
    id: 'pol_day',
    priority: 100,
    schedule: {
      timezone: MADRID,
      windows: [slot('08:00', '10:30'), slot('11:00', '14:00'), slot('15:00', '17:00')],
      exceptDates: [HOLIDAY],
    },
    rules: [ruleOf('rul_games', 'block', { domains: ['play.example'], categories: ['games'] })],
  },
  {
    id: 'pol_night',
    priority: 200,
    defaultAction: 'block',
    schedule: {
      timezone: MADRID,
      windows: [
        { days: ['sun', 'mon', 'tue', 'wed', 'thu'], from: '22:00', to: '06:00' },
        { days: ['fri', 'sat'], from: '23:00', to: '06:00' },
      ],
      exceptDates: [],
    },
    rules: [ruleOf('rul_wiki', 'allow', { domains: ['wiki.example'] })],
  },
];

const BUNDLE = Buffer.from(
  JSON.stringify(
    bundleOf(POLICIES, {
      version: 12,
      schoolHours: { timezone: MADRID, windows: [slot('08:00', '17:00')], exceptDates: [HOLIDAY] },
    }),
  ),
);

const INDEX = buildCategoryIndex({
  categories: ['gambling', 'games'],
  each(add) {
    add('casino.example', 0);
    add('chess.example', 1);
  },
});

/** What the letters of the table say. */
const VERDICTS: Readonly<Record<string, string>> = {
  a: 'allow default',
  b: 'block block',
  c: 'allow classroom',
  d: 'block default',
  g: 'block locked_block',
  l: 'block locked',
  o: 'allow override',
  w: 'allow allow',
  x: 'block classroom',
};

interface Row {
  /** Server time. */
  readonly at: string;
  /** A letter for each of `HOSTS`. */
  readonly verdicts: string;
  readonly what: string;
  /** Default: ana. */
  readonly user?: string;
}

const row = (at: string, verdicts: string, what: string, user?: string): Row => ({
  at,
  verdicts,
  what,
  ...(user === undefined ? {} : { user }),
});

/** Written by hand from the policies above. Clocks go back on Sunday the 25th at 03:00 (+02:00) to 02:00 (+01:00). */
const BEFORE_REBOOT: readonly Row[] = [
  row('22T07:10:00+02:00', 'lllll', 'locked by command'),
  row('22T08:44:59+02:00', 'lllll', 'one second before the lock ends'),
  row('22T08:45:01+02:00', 'bbgaa', 'the lock is over, the first slot is on'),
  row('22T10:29:59+02:00', 'bbgaa', 'the end of the first slot'),
  row('22T10:30:00+02:00', 'aagaa', 'break'),
  row('22T10:59:59+02:00', 'aagaa', 'the end of the break'),
  row('22T11:00:00+02:00', 'bbgaa', 'the second slot'),
  row('22T14:00:00+02:00', 'aagaa', 'lunch'),
  row('22T15:00:00+02:00', 'bbgaa', 'the third slot'),
  row('22T16:59:59+02:00', 'bbgaa', 'the end of school'),
  row('22T17:00:00+02:00', 'aagaa', 'after school'),
  row('22T21:59:59+02:00', 'aagaa', 'before the night'),
  row('22T22:00:00+02:00', 'ddgwd', 'the night'),
  row('23T00:00:00+02:00', 'ddgwd', 'past midnight'),
  row('23T05:59:59+02:00', 'ddgwd', 'the end of the night'),
  row('23T06:00:00+02:00', 'aagaa', 'morning'),
  row('23T08:59:59+02:00', 'bbgaa', 'before the override'),
  row('23T09:00:00+02:00', 'obgaa', 'the override begins'),
  row('23T09:29:59+02:00', 'obgaa', 'the end of the override'),
  row('23T09:30:00+02:00', 'bbgaa', 'the override is over'),
  row('23T22:30:00+02:00', 'aagaa', 'Friday night begins later'),
  row('23T23:00:00+02:00', 'ddgwd', 'Friday night'),
  row('24T05:59:59+02:00', 'ddgwd', 'the end of Friday night'),
  row('24T09:00:00+02:00', 'aagaa', 'no school on Saturday'),
  row('24T22:59:59+02:00', 'aagaa', 'before the long night'),
  row('24T23:00:00+02:00', 'ddgwd', 'the long night'),
  row('25T02:15:00+02:00', 'ddgwd', 'a quarter past two, for the first time'),
];
const AFTER_REBOOT: readonly Row[] = [
  row('25T02:30:00+01:00', 'ddgwd', 'half past two, for the second time'),
  row('25T05:59:59+01:00', 'ddgwd', 'the end of the long night'),
  row('25T06:00:00+01:00', 'aagaa', 'Sunday morning'),
  row('25T21:59:59+01:00', 'aagaa', 'before the night, in winter time'),
  row('25T22:00:00+01:00', 'ddgwd', 'the night, in winter time'),
  row('26T06:00:00+01:00', 'aagaa', 'the holiday begins'),
  row('26T09:00:00+01:00', 'aagaa', 'no school on the holiday'),
  row('26T16:00:00+01:00', 'aagaa', 'nor in the afternoon'),
  row('26T22:00:00+01:00', 'ddgwd', 'the holiday has a night'),
  row('27T08:59:59+01:00', 'bbgaa', 'before the lesson'),
  row('27T09:00:00+01:00', 'xxgcx', 'the lesson'),
  row('27T09:25:00+01:00', 'bbgaa', 'the lesson is not for Bob', 'bob'),
  row('27T09:26:00+01:00', 'xxgcx', 'but for Ana'),
  row('27T09:49:59+01:00', 'xxgcx', 'the end of the lesson'),
  row('27T09:50:00+01:00', 'bbgaa', 'after the lesson'),
  row('27T14:30:00+01:00', 'aagaa', 'lunch, in winter time'),
  row('27T23:30:00+01:00', 'ddgwd', 'Tuesday night'),
  row('28T05:00:00+01:00', 'ddgwd', 'Wednesday, before dawn'),
  row('28T16:59:59+01:00', 'bbgaa', 'the end of school'),
  row('28T17:00:00+01:00', 'aagaa', 'after school'),
  row('29T06:59:00+01:00', 'aagaa', 'a week later'),
];

const END = moment('29T07:00:00+01:00');

function targetOf(deviceId: TargetState['deviceId']): TargetState {
  return {
    kind: 'target',
    deviceId,
    version: 3,
    issuedAt: BEGIN,
    expiresAt: BEGIN + 3_600_000,
    lock: lockBy(1, { until: moment('22T08:45:00+02:00') }),
    settings: {
      heartbeatSeconds: 30,
      organisation: 'Springfield High',
      helpLine: null,
      campuses: [],
      accountDomain: 'school.example',
      ouPath: '/High',
      people: [{ user: 'ana@school.example', ouPath: '/High/9b' }],
    },
    policy: {
      version: 12,
      hash: sha256(BUNDLE),
      bytes: BUNDLE.length,
      inline: gzipSync(BUNDLE).toString('base64'),
    },
    categories: { version: 4, hash: sha256(INDEX), bytes: INDEX.length },
    sessions: [
      {
        id: 'cls_01h455vb4pex5vsknk084sn02q',
        name: 'Biology',
        mode: 'focus',
        allowedUrls: ['wiki.example'],
        startsAt: moment('27T09:00:00+01:00'),
        endsAt: moment('27T09:50:00+01:00'),
        students: ['ana@school.example'],
      },
    ],
    overrides: [
      {
        id: 'ovr_01h455vb4pex5vsknk084sn02q',
        site: 'play.example',
        scope: { type: 'student', user: 'ana@school.example' },
        startsAt: moment('23T09:00:00+02:00'),
        expiresAt: moment('23T09:30:00+02:00'),
      },
    ],
  };
}

/** What is to be recorded of a row, as text: by domain in school hours, totals after, nothing while locked, never of crisis help. */
function expectedRecords({ at, verdicts, user = 'ana' }: Row): readonly string[] {
  const time = moment(at);
  if (verdicts.startsWith('l')) return [];
  const told = HOSTS.map((host, index) => {
    const [action] = (VERDICTS[verdicts[index] ?? ''] ?? '').split(' ');
    return isSchoolTime(at)
      ? `${time} ${user}@school.example ${host} ${CATEGORY[host] ?? null} ${action}`
      : `${time - (time % 60_000)} null null ${CATEGORY[host] ?? null} ${action}`;
  });
  const counts = new Map<string, number>();
  for (const text of told) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text} ×${count}`);
}

/** By what the clock on the wall shows, which stands in the text. */
function isSchoolTime(at: string): boolean {
  const [day = '', time = ''] = at.split('T');
  const isWorkday = !['24', '25', '26'].includes(day);
  return isWorkday && time >= '08:00' && time < '17:00';
}

function textOf({
  at,
  user,
  domain,
  category,
  action,
  count,
}: Pick<ActivityRecord, 'at' | 'user' | 'domain' | 'category' | 'action' | 'count'>): string {
  return `${at} ${user} ${domain} ${category ?? null} ${action} ×${count}`;
}

async function live(laptop: OfflineLaptop, clock: FakeClock, rows: readonly Row[], t: Tap): Promise<void> {
  for (const { at, verdicts, what, user = 'ana' } of rows) {
    await clock.advance(moment(at) - BEHIND_MS - clock.now());
    laptop.signIn(user);
    await laptop.tick();
    const wanted = [...verdicts].map((letter) => VERDICTS[letter]);
    t.same(
      HOSTS.map((host) => laptop.ask(host)),
      wanted,
      `${at}: ${what}`,
    );
    const locked = verdicts.startsWith('l');
    t.equal(
      laptop.ask('www.samaritans.org'),
      locked ? 'block locked' : 'allow crisis_allow',
      `${at}: crisis help`,
    );
  }
}

type Tap = Pick<typeof t, 'same' | 'equal'>;

t.test('a week without a server: every verdict is right, and every record arrives once', async (t) => {
  const clock = createFakeClock(BEGIN - BEHIND_MS);
  const serverClock = createFakeClock(BEGIN);
  const store = await createTestStore(t, { clock: serverClock });
  const serverKey = generateSigningKey();
  const device = await createTestDevice({ store, clock: serverClock, serverPublicKey: serverKey.publicKey });
  const folder = await temporaryFolder(t);
  let reachable = true;
  const start = (bootId: string): Promise<OfflineLaptop> =>
    startOfflineLaptop({
      folder,
      clock,
      deviceId: device.id,
      serverPublicKey: serverKey.publicKey,
      source: {
        async fetch({ hash }) {
          if (!reachable || hash !== sha256(INDEX)) throw new Error('the server is not there');
          return INDEX;
        },
      },
      bootId,
    });

  const first = await start('first');
  first.learnTime(BEGIN);
  await first.receive(await signJws(targetOf(device.id), serverKey, JWS_TYPES.target));
  await clock.advance(1_000);
  await until(() => first.indexFile() !== null || first.tick().then(() => false), {
    what: 'the category index',
  });
  reachable = false;
  t.equal(first.policyVersion(), 12);

  await live(first, clock, BEFORE_REBOOT, t);
  await first.stop();
  // Off in the hour that comes twice.
  await clock.advance(3_000_000);
  const second = await start('second');
  t.equal(second.policyVersion(), 12, 'from disk, before any word of a server');
  t.not(second.indexFile(), null);
  await live(second, clock, AFTER_REBOOT, t);
  await second.stop();
  t.same([...first.faults, ...second.faults], []);

  const recorded = [...first.recorded, ...second.recorded];
  const expected = [...BEFORE_REBOOT, ...AFTER_REBOOT].flatMap(expectedRecords).sort();
  t.same(recorded.map(textOf).sort(), expected, 'what was recorded');
  t.ok(expected.length > 150, `${expected.length} records`);
  t.notMatch(JSON.stringify(recorded), /samaritans/);

  const last = await start('third');
  t.equal(last.state.outbox.size().rows, recorded.length + eventsOf(last), 'all wait, and nothing twice');
  const school = await createTestGateway(t, { store, serverKey, clock: createFakeClock(END) });
  const losses = await deliver(last, { school, device, serverKey });
  t.equal(losses, 2, 'two batches were sent again, as after a power cut');
  const stored = await storedRecords(store);
  const arrived = stored.map((record) =>
    textOf({ ...record, domain: record.domain ?? null } as ActivityRecord),
  );
  t.same(arrived.sort(), expected, 'what arrived');
  const requests =
    HOSTS.length *
    [...BEFORE_REBOOT, ...AFTER_REBOOT].filter(({ verdicts }) => !verdicts.startsWith('l')).length;
  t.equal((await store.telemetry.activityCounts(1, 0)).requests, requests, 'each request counts once');
  await last.stop();
});

function eventsOf({ state }: OfflineLaptop): number {
  return (
    state.outbox.peek('events', { rows: 100, bytes: 1_000_000 }).length +
    state.outbox.peek('results', { rows: 100, bytes: 1_000_000 }).length
  );
}

/** Connects over real sockets and sends the outbox. Twice the laptop does not remember what was acknowledged. @returns how often that was */
async function deliver(
  { state }: OfflineLaptop,
  {
    school,
    device,
  }: { readonly school: TestGateway; readonly device: TestDevice; readonly serverKey: SigningKey },
): Promise<number> {
  let losses = 0;
  const outbox: Pick<Outbox, 'peek' | 'remove' | 'discard'> = {
    peek: (topic, limits) => state.outbox.peek(topic, { ...limits, rows: Math.min(limits.rows, 60) }),
    discard: state.outbox.discard,
    remove(rows) {
      const isActivity = rows.some(({ body }) => body.includes('"request"'));
      if (isActivity && losses < 2) {
        losses += 1;
        throw new Error('the power is cut');
      }
      state.outbox.remove(rows);
    },
  };
  const link = createLink({
    deviceId: device.id,
    urls: [school.url],
    connector: createMqttConnector({
      certificateAuthority: '',
      lookup: () => undefined,
      clock: systemClock,
    }),
    outbox,
    clock: systemClock,
    random: { ...systemRandom, fraction: () => 0 },
    log: silentLog,
    nextEpoch: state.nextEpoch,
    password: (epoch) => makePassword({ deviceId: device.id, epoch, now: END }, device.key, systemRandom),
    receive: () => Promise.resolve(),
    heartbeat: () => plainHeartbeat(END),
    heartbeatSeconds: () => 30,
    onChange: () => undefined,
  });
  await link.start();
  try {
    await until(() => state.outbox.size().rows === 0, { what: 'the outbox to be empty', timeoutMs: 30_000 });
  } finally {
    await link.stop();
  }
  return losses;
}
