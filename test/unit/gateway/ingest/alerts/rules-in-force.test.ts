import t from 'tap';
import { type AlertRules, alertRules } from '../../../../../contracts/alerts/rules.ts';
import { createRulesInForce } from '../../../../../gateway/ingest/alerts/rules-in-force.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createInProcessBus } from '../../../../../store/bus/in-process.ts';
import type { Store } from '../../../../../store/ports/store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

const OFF = alertRules({ game_detected: { enabled: false } });
const ON = alertRules({});

function scene() {
  const clock = createFakeClock();
  const bus = createInProcessBus(silentLog);
  const state = { answer: async (): Promise<AlertRules> => ON, read: 0 };
  const alerts = {
    rules: () => {
      state.read += 1;
      return state.answer();
    },
  };
  const store = { alerts, bus } as unknown as Pick<Store, 'alerts' | 'bus'>;
  const rules = createRulesInForce({ store, clock, log: silentLog });
  return { rules, state, clock, change: () => bus.publish({ kind: 'alert_rules', organisationId: 1 }) };
}

t.test('changed rules are in force as soon as their change is told', async (t) => {
  const { rules, state, change } = scene();
  rules.start();
  t.teardown(() => rules.stop());
  t.equal(rules.known(1), null);
  await rules.read(1);
  t.equal(rules.known(1), ON);
  state.answer = async () => OFF;
  change();
  await until(() => rules.known(1) === OFF, { what: 'the new rules' });
  t.equal(state.read, 2);
});

t.test('a reading that began before the change does not win over one that began after it', async (t) => {
  const { rules, state, change } = scene();
  rules.start();
  t.teardown(() => rules.stop());
  let answer: (rules: AlertRules) => void = () => undefined;
  const slow = new Promise<AlertRules>((resolve) => {
    answer = resolve;
  });
  state.answer = () => slow;
  const first = rules.read(1);
  state.answer = async () => OFF;
  change();
  await until(() => rules.known(1) === OFF, { what: 'the new rules' });
  answer(ON);
  t.equal(await first, ON);
  t.equal(rules.known(1), OFF);
});

t.test('a change that nobody told is found after a minute, and the old rules apply until then', async (t) => {
  const { rules, state, clock } = scene();
  await rules.read(1);
  state.answer = async () => OFF;
  t.equal(rules.known(1), ON);
  await clock.advance(60_000);
  t.equal(rules.known(1), ON, 'it asks for them');
  await until(() => rules.known(1) === OFF, { what: 'the new rules' });
});
