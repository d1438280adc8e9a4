import t from 'tap';
import type { ActivityRecord } from '../../../../contracts/mqtt/messages.ts';
import { createActivityHandler } from '../../../../gateway/ingest/activity.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import type { ReceivedActivity } from '../../../../store/ports/telemetry.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';
import { createFakeCommits } from '../fake-commits.ts';
import { fakeConnection } from '../fake-connection.ts';

const DAY = 86_400_000;
const plain = { id: 'record-0001', kind: 'request', user: null, domain: 'wiki.example' } as const;

function scene({ recordsPerHour = 1_000 } = {}) {
  const clock = createFakeClock();
  const commits = createFakeCommits({} as Transaction);
  const watched: (readonly ReceivedActivity[])[] = [];
  const looked: (readonly ReceivedActivity[])[] = [];
  let watchFails = false;
  const handle = createActivityHandler({
    commits,
    clock,
    organisations: { get: async () => ({ record: { accountDomain: 'school.example' } }) },
    reserve: { isReached: () => false },
    alerts: {
      heldBack: async (_login: unknown, records: readonly ReceivedActivity[]) => void looked.push(records),
      activity: async (_login: unknown, records: readonly ReceivedActivity[]) => {
        watched.push(records);
        if (watchFails) throw new Error('no alert');
      },
    },
  } as unknown as Parameters<typeof createActivityHandler>[0]);
  const quota = { recordsPerHour, recordsPerDay: 10_000, bytesPerHour: 1e9, bytesPerDay: 1e9 };
  const laptop = fakeConnection(clock, {
    device: deviceRecord({ ouPath: '/High', organisationId: 3 }),
    limits: { activity: quota },
  });
  const send = (...records: object[]) =>
    handle(
      laptop,
      Buffer.from(
        JSON.stringify({ records: records.map((more) => ({ ...plain, at: clock.now(), ...more })) }),
      ),
    );
  /** The records that were stored since the last question. */
  const stored = (): readonly ReceivedActivity[] => commits.activity.splice(0);
  const failAlerts = (): void => {
    watchFails = true;
  };
  return { clock, commits, handle, laptop, send, stored, watched, looked, failAlerts };
}

t.test(
  'a record is stored with its device, unit and time of receipt, and looked at for alerts',
  async (t) => {
    const { clock, send, stored, watched } = scene();
    t.equal(await send({ action: 'allow' }), null);
    const records = stored();
    t.strictSame(records, [
      {
        deviceId: DEVICE_ID,
        organisationId: 3,
        receivedAt: clock.now(),
        ouPath: '/High',
        record: { ...plain, at: clock.now(), action: 'allow' },
      },
    ]);
    t.strictSame(watched, [records]);
  },
);

t.test('what is no activity is refused', async (t) => {
  const { handle, laptop, send, commits } = scene();
  t.equal(await handle(laptop, Buffer.from('[')), 'bad_json');
  t.equal(await send({ kind: 'thought' }), 'bad_shape');
  t.equal(commits.submitted, 0);
});

t.test('of a record all that is known is kept, and nothing else', async (t) => {
  const whole: ActivityRecord = {
    ...plain,
    at: createFakeClock().now(),
    url: 'https://wiki.example/a',
    title: 'A',
    category: 'reference',
    action: 'block',
    reason: 'block',
    policyId: 'pol_1',
    policyVersion: 4,
    ruleId: 'rule_1',
    campus: 'on-campus',
    durationSeconds: 7,
    count: 3,
    bypass: 'quic',
    app: 'a browser',
  };
  const { send, stored } = scene();
  await send({ ...whole, more: 'unsaid' });
  t.strictSame(stored()[0]?.record, whole);
  const nulls = {
    url: null,
    title: null,
    category: null,
    policyId: null,
    ruleId: null,
    bypass: null,
  };
  await send(nulls);
  hasFields(t, stored()[0]?.record, nulls);
});

t.test('hosts and accounts are stored in one spelling, a program’s name on one line', async (t) => {
  const { send, stored } = scene();
  await send(
    { domain: 'WIKI.Example.', user: 'SCHOOL\\ana', app: 'a\u0000\n\tb' },
    { domain: null },
    { domain: '..' },
  );
  hasFields(t, stored(), [
    { record: { domain: 'wiki.example', user: 'ana@school.example', app: 'a b' } },
    { record: { domain: null, user: null } },
    { record: { domain: null } },
  ]);
});

t.test('help in a crisis is not kept, whoever asks for it', async (t) => {
  const { send, stored, watched, commits } = scene();
  t.equal(await send({ reason: 'crisis_allow' }), null);
  t.equal(commits.submitted, 0);
  await send({ reason: 'crisis_allow' }, { id: 'record-0002' });
  hasFields(t, stored(), [{ record: { id: 'record-0002' } }]);
  t.equal(watched[0]?.length, 1);
});

t.test('what a teacher would want to see is flagged; a request is in the log as it is', async (t) => {
  const { send, stored } = scene();
  await send({ kind: 'visit', category: 'games' }, { kind: 'request', category: 'games' }, { kind: 'visit' });
  t.strictSame(
    stored().map(({ flagged }) => flagged),
    [true, undefined, undefined],
  );
});

t.test('whoever the device did not tell to be signed in then is marked as unproven', async (t) => {
  const { clock, laptop, send, stored } = scene();
  laptop.login.signIns.tell('ana@school.example', clock.now());
  await clock.advance(DAY);
  await send(
    { user: 'ana' },
    { user: 'ben' },
    { user: null },
    // A time that cannot be true is the receipt's.
    { user: 'ana', at: clock.now() - 91 * DAY },
    { user: 'ana', at: clock.now() + DAY },
  );
  t.strictSame(
    stored().map(({ unproven }) => unproven),
    [undefined, true, undefined, undefined, undefined],
  );
  await send({ user: 'ana', at: clock.now() - 3 * DAY });
  hasFields(t, stored(), [{ unproven: true }]);
});

t.test('over its quota a device keeps its records', async (t) => {
  const { send, stored, watched } = scene({ recordsPerHour: 3 });
  t.equal(await send({}, {}, {}), null);
  t.equal(await send({}), 'over_quota');
  t.equal(stored().length, 3);
  t.equal(watched.length, 1);
});

t.test(
  'what could not be stored costs nothing of the quota, be it the records or their alerts',
  async (t) => {
    const failing = scene({ recordsPerHour: 3 });
    failing.commits.fail(new Error('the disk is full'));
    await t.rejects(Promise.resolve(failing.send({}, {}, {})), { message: 'the disk is full' });
    failing.commits.fail(null);
    t.equal(await failing.send({}, {}, {}), null);
    const silent = scene({ recordsPerHour: 3 });
    silent.failAlerts();
    await t.rejects(Promise.resolve(silent.send({}, {}, {})), { message: 'no alert' });
    t.equal(silent.laptop.login.budget.activity.hasRoom(), true);
  },
);

t.test('a large batch lets the event loop go round before it is judged, a small one does not', async (t) => {
  const judgedAfter = async (...records: object[]): Promise<number> => {
    const { send, watched } = scene();
    let turns = 0;
    const done = send(...records);
    const isOver = Promise.resolve(done).then(() => true);
    for (; watched.length === 0 && turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
    await isOver;
    return turns;
  };
  const large = Array.from({ length: 80 }, (_, n) => ({ id: `record-${n + 1_000}`, url: 'x'.repeat(2_000) }));
  t.ok((await judgedAfter({})) <= 1);
  t.ok((await judgedAfter(...large)) >= 2);
});
