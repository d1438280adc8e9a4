import t from 'tap';
import { createSessionLock } from '../../../../../agent/os/windows/session-lock.ts';
import { createUserPrograms } from '../../../../../agent/os/windows/user-programs.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

const HOST_PROGRAM = 'C:\\Program Files\\Schoolgate\\schoolgate-host.exe';

function setUp() {
  const windows = createFakeWindows();
  const clock = createFakeClock();
  const programs = createUserPrograms(windows.host);
  const lock = createSessionLock({ windows: windows.host, programs, hostProgram: HOST_PROGRAM, clock });
  const names = (): readonly string[] => windows.did.map(({ name }) => name);
  return { windows, clock, lock, names };
}

t.test("the workstation is locked in the user's session", async (t) => {
  const { windows, lock, names } = setUp();
  const locked = lock.lock();
  await until(() => names().includes('user.start'), { what: 'a program is started' });
  await windows.end(1, 0);
  hasFields(t, await locked, { done: true, detail: 'the workstation was locked' });
  hasFields(t, windows.did[0], { input: { program: HOST_PROGRAM, arguments: ['session', 'lock'] } });
});

t.test('where that fails or does not end, the session is taken off the screen', async (t) => {
  const failing = setUp();
  const locked = failing.lock.lock();
  await until(() => failing.names().includes('user.start'), { what: 'a program is started' });
  await failing.windows.end(1, 5);
  hasFields(t, await locked, { done: true, detail: 'the session was taken off the screen' });

  const hanging = setUp();
  const late = hanging.lock.lock();
  await until(() => hanging.names().includes('user.start'), { what: 'a program is started' });
  await hanging.clock.advance(5_000);
  hasFields(t, await late, { done: true, detail: 'the session was taken off the screen' });
  t.same(hanging.names(), ['user.start', 'user.stop', 'user.disconnect']);
});

t.test('what failed is told when neither can be done', async (t) => {
  const { windows, lock } = setUp();
  windows.refused.set('user.start', 'Windows error 1314');
  windows.refused.set('user.disconnect', 'Windows error 5');
  hasFields(t, await lock.lock(), { done: false, detail: 'Windows error 1314; Windows error 5' });
});

t.test('the sign-in screen is locked already, and only the user unlocks', async (t) => {
  const { windows, lock } = setUp();
  windows.facts.session = null;
  hasFields(t, await lock.lock(), { done: true });
  hasFields(t, await lock.unlock(), { done: false });
});
