import t from 'tap';
import { alertRules } from '../../../../../contracts/alerts/rules.ts';
import type { Job } from '../../../../../gateway/writing/group-commit.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from '../../device-records.ts';
import { alertScene, HIGH, MINUTE } from './alert-scene.ts';

const GAME = { category: 'games', action: 'allow' } as const;
const SEARCH = {
  kind: 'search',
  action: 'allow',
  url: 'https://search.example/?q=how+to+kill+myself',
} as const;
const DAY = 86_400_000;
const DISK_FULL = new Error('the disk is full');
const LOW = 'Battery of laptop is at 15 %';

t.test('a battery that is low is an alert once, until it is charged', async (t) => {
  const { beat, told, found, ended, clock, commits } = await alertScene(t);
  for (const battery of [null, 16]) await beat({ battery });
  t.strictSame([told(), commits.submitted], [[], 0]);
  await beat({ battery: 15 });
  t.strictSame(told(), [`alert.created: ${LOW}`]);
  t.strictSame(found, [
    {
      type: 'low_battery',
      severity: 'info',
      title: LOW,
      organisationId: 1,
      deviceId: DEVICE_ID,
      ouId: deviceRecord().ouId,
      user: 'ana@x.example',
      policyId: null,
      details: { battery: 15 },
      count: 1,
      sameAs: `low_battery:${DEVICE_ID}`,
      joinsForMs: null,
      at: clock.now(),
    },
  ]);
  for (const battery of [3, 24, 15, null]) await beat({ battery });
  t.strictSame([told(), ended], [[], []]);
  await beat({ battery: 25 });
  t.strictSame(told(), [`alert.resolved: low_battery:${DEVICE_ID}`]);
  t.strictSame(ended, [[1, `low_battery:${DEVICE_ID}`, clock.now()]]);
  await beat({ battery: 90 });
  await beat({ battery: 15 });
  t.strictSame(told(), [`alert.created: ${LOW}`]);
});

t.test('the organisation says what is low, what is charged, and whether it is an alert', async (t) => {
  const other = await alertScene(t, { rules: { low_battery: { low: 40, recovered: 60, severity: 'high' } } });
  for (const battery of [41, 40, 59, 60]) await other.beat({ battery });
  t.strictSame(other.told(), [
    'alert.created: Battery of laptop is at 40 %',
    `alert.resolved: low_battery:${DEVICE_ID}`,
  ]);
  hasFields(t, other.found, [{ severity: 'high' }]);
  const off = await alertScene(t, { rules: { low_battery: { enabled: false } } });
  await off.beat({ battery: 3 });
  t.strictSame(off.told(), []);
});

t.test('a device of which something was told before is followed as any other', async (t) => {
  const conditions = [{ type: 'low_battery', organisationId: 1, deviceId: DEVICE_ID }] as const;
  const { beat, told, clock } = await alertScene(t, { conditions, device: { campusId: HIGH } });
  await beat({ battery: 10, campus: 'off-campus' });
  await clock.advance(5 * MINUTE);
  await beat({ battery: 10, campus: 'off-campus' });
  t.strictSame(told(), ['alert.created: laptop left the campus High']);
});

t.test('what could not be written is found again with the next heartbeat, and costs nothing', async (t) => {
  const { beat, told, commits, logged } = await alertScene(t, { limits: { alertsPerHour: 1 } });
  commits.fail(DISK_FULL);
  await beat({ battery: 15 });
  hasFields(t, logged, [[{ err: DISK_FULL, deviceId: DEVICE_ID }, String]]);
  commits.fail(null);
  await beat({ battery: 15 });
  t.strictSame(told(), [`alert.created: ${LOW}`]);
  commits.fail(DISK_FULL);
  await beat({ battery: 80 });
  commits.fail(null);
  await beat({ battery: 20 });
  t.strictSame(told(), []);
  await beat({ battery: 80 });
  t.strictSame(told(), [`alert.resolved: low_battery:${DEVICE_ID}`]);
});

t.test('a state that comes and goes is told as often as the device may, and ends each time', async (t) => {
  const { beat, told, clock } = await alertScene(t, { limits: { alertsPerHour: 1, alertsPerDay: 10 } });
  await beat({ battery: 15 });
  await beat({ battery: 80 });
  t.equal(told().length, 2);
  await beat({ battery: 15 });
  await beat({ battery: 80 });
  await beat({ battery: 15 });
  t.strictSame(told(), []);
  await clock.advance(60 * MINUTE);
  await beat({ battery: 15 });
  t.strictSame(told(), [`alert.created: ${LOW}`], 'it still lasts when the device may again');
});

t.test(
  'the rules are read once, and again after a minute; meanwhile and in need the old ones hold',
  async (t) => {
    const { beat, told, clock, state, rulesRead } = await alertScene(t);
    await beat();
    await clock.advance(MINUTE - 1);
    await beat();
    t.equal(rulesRead(), 1);
    state.rules = async () => alertRules({ low_battery: { low: 50, recovered: 60 } });
    await clock.advance(1);
    await beat({ battery: 40 });
    t.equal(rulesRead(), 2);
    t.strictSame(told(), [], 'by the old rules, while the new ones are read');
    await beat({ battery: 40 });
    t.equal(told().length, 1);
    state.rules = () => Promise.reject(new Error('no answer'));
    await clock.advance(2 * MINUTE);
    await beat({ battery: 70 });
    await beat({ battery: 45 });
    t.equal(told().length, 2);
  },
);

t.test(
  'where the rules cannot be read nothing is found, and it is told; the next heartbeat asks again',
  async (t) => {
    const { beat, told, state, logged } = await alertScene(t);
    const { rules } = state;
    state.rules = () => Promise.reject(new Error('no answer'));
    await beat({ battery: 15 });
    hasFields(t, logged, [[{ err: { message: 'no answer' } }, String]]);
    state.rules = rules;
    await beat({ battery: 15 });
    t.equal(told().length, 1);
  },
);

t.test('devices that report at once have the rules read once', async (t) => {
  const { send, rulesRead } = await alertScene(t);
  await Promise.all([send(GAME), send(GAME), send(GAME)]);
  t.equal(rulesRead(), 1);
});

t.test('activity whose alerts could not be stored is found again when it comes again', async (t) => {
  const { watch, laptop, received, state, told, commits } = await alertScene(t, {
    limits: { alertsPerHour: 1 },
  });
  const calls: string[] = [];
  state.report = {
    ...state.report,
    kept: () => void calls.push('kept'),
    lost: () => void calls.push('lost'),
  };
  const batch = [received(GAME)];
  commits.fail(DISK_FULL);
  await t.rejects(watch.activity(laptop.login, batch), DISK_FULL);
  commits.fail(null);
  t.strictSame([told(), calls.splice(0)], [[], ['lost']]);
  await watch.activity(laptop.login, batch);
  t.strictSame([told(), calls.splice(0)], [['alert.created: Game on laptop'], ['kept']]);
  await watch.activity(laptop.login, batch);
  t.strictSame(told(), [], 'a repeat is looked at once');
});

t.test('a transaction that was run and did not come about takes nothing from the budget', async (t) => {
  const { watch, laptop, received, told, commits } = await alertScene(t, { limits: { alertsPerHour: 1 } });
  const submit = commits.submit as <T>(job: Job<T>) => Promise<T>;
  commits.submit = async <T>(job: Job<T>): Promise<T> => {
    await submit(job);
    throw DISK_FULL;
  };
  await t.rejects(watch.activity(laptop.login, [received(GAME)]), DISK_FULL);
  commits.submit = submit;
  told();
  t.equal(laptop.login.budget.alerts.allowance().take('game_detected'), true);
});

t.test('alerts beyond what a device may make are counted in one about the device', async (t) => {
  const { send, told, found, clock } = await alertScene(t, { limits: { alertsPerHour: 1 } });
  await send({ ...GAME, user: 'ana' }, { ...GAME, user: 'ben', count: 3 }, { ...GAME, user: 'cleo' });
  t.strictSame(told(), [
    'alert.created: Game on laptop',
    'alert.created: laptop reports more alerts than one device may make',
  ]);
  t.strictSame(found[1], {
    ...found[1],
    type: 'alert_flood',
    severity: 'high',
    user: null,
    policyId: null,
    count: 4,
    details: { what: 'game_detected' },
    sameAs: `alert_flood:${DEVICE_ID}`,
    joinsForMs: 720 * MINUTE,
    at: clock.now(),
  });
  await send({ ...GAME, user: 'ana' });
  t.strictSame(told(), [], 'what joins an alert that there is costs nothing');
  t.equal(found.at(-1)?.type, 'game_detected');
});

t.test('the one about too many names the kinds of all, each once', async (t) => {
  const { send, found } = await alertScene(t, { limits: { alertsPerHour: 0 } });
  await send({ category: 'vpn_proxy' }, { ...GAME, user: 'ana' }, { ...GAME, user: 'ben' });
  hasFields(t, found, [{ type: 'alert_flood', details: { what: 'bypass_attempt, game_detected' } }]);
});

t.test('searches of despair beyond what a device may make are told even where floods are off', async (t) => {
  const { send, told } = await alertScene(t, {
    limits: { alertsPerHour: 0 },
    rules: { alert_flood: { enabled: false } },
  });
  await send({ ...GAME, user: 'ana' }, SEARCH);
  t.strictSame(told(), [
    'alert.created: laptop reports more searches about self-harm or violence than one device may make alerts of',
  ]);
});

t.test('an event is about whoever the device told to be signed in then, or about nobody', async (t) => {
  const { report, laptop, found, clock } = await alertScene(t);
  laptop.login.device = { ...laptop.login.device, user: 'ana@x.example' };
  laptop.login.signIns.tell('ana@x.example', clock.now());
  await clock.advance(2 * DAY);
  const kind = 'game';
  await report(
    { kind, details: { name: 'now' } },
    { kind, details: { name: 'before' }, at: clock.now() - 7 * DAY },
    // A time to come is that of the receipt.
    { kind, details: { name: 'to come' }, at: clock.now() + DAY },
  );
  t.strictSame(
    found.map(({ user, count, at }) => [user, count, at]),
    [
      ['ana@x.example', 2, clock.now()],
      [null, 1, clock.now()],
    ],
  );
});

t.test('where no event is new nothing is looked up', async (t) => {
  const { report, rulesRead, told } = await alertScene(t);
  await report();
  t.equal(rulesRead(), 0);
  await report({});
  t.strictSame(told(), ['alert.created: Tampering with the agent on laptop']);
});
