import t from 'tap';
import { alertRules } from '../../../../../contracts/alerts/rules.ts';
import type { Job } from '../../../../../gateway/writing/group-commit.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { DEVICE_ID } from '../../device-records.ts';
import { alertScene, HIGH, MINUTE } from './alert-scene.ts';

const GAME = { category: 'games', action: 'allow' } as const;
const DISK_FULL = new Error('the disk is full');
const LOW = 'Battery of laptop is at 15 %';

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

t.test('devices that report at once have the rules read once', async (t) => {
  const { send, rulesRead } = await alertScene(t);
  await Promise.all([send(GAME), send(GAME), send(GAME)]);
  t.equal(rulesRead(), 1);
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

t.test('where no event is new nothing is looked up', async (t) => {
  const { report, rulesRead, told } = await alertScene(t);
  await report();
  t.equal(rulesRead(), 0);
  await report({});
  t.strictSame(told(), ['alert.created: Tampering with the agent on laptop']);
});
