import t from 'tap';
import { type LockGoal, type LockSituation, planLock } from '../../../../../agent/core/lock/lock-actuator.ts';

const GOAL: LockGoal = {
  message: { organisation: 'Lab', text: null, help: null, until: null, pin: false },
  network: { servers: ['192.0.2.1'], resolvers: [] },
};
const NOTHING: LockSituation = {
  network: 'released',
  window: 'hidden',
  applied: { message: null, network: null, session: false },
};
const REACHED: LockSituation = { network: 'engaged', window: 'shown', applied: { ...GOAL, session: true } };
const steps = (goal: LockGoal | null, situation: LockSituation) =>
  planLock(goal, situation).map(({ step }) => step);

t.test('from nothing: the network first, then the screen', async (t) => {
  t.same(steps(GOAL, NOTHING), ['engage_network', 'lock_session', 'show_window']);
});

t.test('at the goal there is nothing to do', async (t) => {
  t.same(steps(GOAL, REACHED), []);
  t.same(steps(null, NOTHING), []);
});

t.test('a firewall that was found after a restart is set anew: its addresses may be old', async (t) => {
  t.same(steps(GOAL, { ...NOTHING, network: 'engaged' })[0], 'engage_network');
});

t.test('only what differs is done again', async (t) => {
  t.same(steps(GOAL, { ...REACHED, network: 'damaged' }), ['engage_network']);
  t.same(steps({ ...GOAL, network: { servers: ['192.0.2.2'], resolvers: [] } }, REACHED), ['engage_network']);
  t.same(steps({ ...GOAL, message: { ...GOAL.message, text: 'New' } }, REACHED), ['show_window']);
  t.same(steps(GOAL, { ...REACHED, window: 'unavailable' }), [], 'the window comes back by itself');
});

t.test('unlocking gives the network back first, and leaves screens alone that it did not lock', async (t) => {
  t.same(steps(null, REACHED), ['release_network', 'hide_window', 'unlock_session']);
  t.same(steps(null, { ...NOTHING, network: 'damaged' }), ['release_network']);
});
