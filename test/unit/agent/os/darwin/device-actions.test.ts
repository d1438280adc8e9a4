import t from 'tap';
import { createDeviceActions } from '../../../../../agent/os/darwin/device-actions.ts';
import { createSessionLock } from '../../../../../agent/os/darwin/session-lock.ts';
import { createWindowLauncher } from '../../../../../agent/os/darwin/window-launcher.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { fixture, golden, MISSING, recordedFiles, recordedRunner } from '../recorded.ts';

const ANNA = { stat: fixture('darwin/console.txt') };

t.test('each action runs as planned, in the session of the user at the screen', async (t) => {
  const run = recordedRunner({ ...ANNA, sh: '', launchctl: '' });
  const actions = createDeviceActions({ run });
  const outcomes = [
    await actions.restart.run(),
    await actions.shutdown.run(),
    await actions.signOut.run(),
    await actions.showMessage.run('"; do shell script "id'),
    await actions.openUrl.run('https://school.example/'),
  ];
  t.ok(outcomes.every(({ done }) => done));
  const ran = run.ran.filter(({ cmd }) => !cmd.startsWith('stat')).map(({ cmd }) => `${cmd}\n`);
  t.equal(ran.join(''), golden('darwin-actions.txt', ran.join('')));
});

t.test('with nobody at the screen nothing is shown or opened, and signing out is done', async (t) => {
  const actions = createDeviceActions({
    run: recordedRunner({ stat: fixture('darwin/console-nobody.txt') }),
  });
  hasFields(t, await actions.showMessage.run('x'), {
    done: false,
    detail: 'nobody is signed in at the screen',
  });
  hasFields(t, await actions.openUrl.run('https://school.example/'), { done: false });
  hasFields(t, await actions.signOut.run(), { done: true });
  hasFields(t, await actions.openUrl.run('file:///etc'), {
    done: false,
    detail: 'not an absolute http or https address',
  });
});

t.test('the screen locks by sleeping, and only the user unlocks it', async (t) => {
  hasFields(t, await createSessionLock({ run: recordedRunner({ 'pmset displaysleepnow': '' }) }).lock(), {
    done: true,
  });
  hasFields(t, await createSessionLock({ run: recordedRunner({ pmset: MISSING }) }).lock(), {
    done: false,
    detail: 'pmset is not there',
  });
  hasFields(t, await createSessionLock({ run: recordedRunner({}) }).unlock(), { done: false });
});

t.test('without a browser there is a reason for having no window', async (t) => {
  const launcher = createWindowLauncher({
    run: recordedRunner(ANNA),
    files: recordedFiles('darwin'),
    pageUrl: () => 'http://127.0.0.1:9/locked',
    windowCommand: null,
  });
  hasFields(t, await launcher.find(0, null), { found: false, reason: /no browser/ });
  const own = createWindowLauncher({
    run: recordedRunner(ANNA),
    files: recordedFiles('darwin'),
    pageUrl: () => 'http://127.0.0.1:9/locked',
    windowCommand: ['/opt/window'],
  });
  hasFields(t, await own.find(0, null), {
    found: true,
    cmd: ['launchctl', 'asuser', '501', 'sudo', '-u', 'anna', '/opt/window', 'http://127.0.0.1:9/locked'],
    screen: 'anna',
  });
});
