import t from 'tap';
import { createDeviceActions } from '../../../../../agent/os/windows/device-actions.ts';
import { quoted } from '../../../../../agent/os/windows/powershell.ts';
import { createSessionLock } from '../../../../../agent/os/windows/session-lock.ts';
import { windowLauncher } from '../../../../../agent/os/windows/window-launcher.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { fixture, golden, MISSING, recordedRunner } from '../recorded.ts';

const ANNA = {
  'query.exe': fixture('windows/query-user.txt'),
  '…Win32_ComputerSystem': fixture('windows/username.txt'),
};
const NOBODY = { 'query.exe': { code: 1 }, '…Win32_ComputerSystem': fixture('windows/username-none.txt') };

t.test('each action runs as planned', async (t) => {
  const run = recordedRunner({
    ...ANNA,
    'shutdown.exe': '',
    'logoff.exe': '',
    'msg.exe': '',
    powershell: '',
  });
  const actions = createDeviceActions({ run, locale: 'en-GB' });
  const outcomes = [
    await actions.restart.run(),
    await actions.shutdown.run(),
    await actions.signOut.run(),
    await actions.showMessage.run('/server:evil "hello"'),
    await actions.openUrl.run('https://school.example/?q=\'; Remove-Item C:\\ -Recurse #"'),
  ];
  t.ok(outcomes.every(({ done }) => done));
  const ran = run.ran
    .filter(({ cmd }) => !cmd.startsWith('query') && !cmd.includes('Win32_ComputerSystem'))
    .map(({ cmd }) => `${cmd.replaceAll('; ', ';\n')}\n`);
  t.equal(ran.join('\n'), golden('windows-actions.txt', ran.join('\n')));
});

t.test('a text in a script stays a text', async (t) => {
  t.equal(quoted("it's"), "'it''s'");
  t.equal(quoted('\u2019; Remove-Item'), "'\u2019\u2019; Remove-Item'");
  t.notMatch(quoted('a"b'), /"/);
});

t.test('with nobody at the screen nothing is shown or opened, and signing out is done', async (t) => {
  const actions = createDeviceActions({ run: recordedRunner(NOBODY), locale: 'en-US' });
  hasFields(t, await actions.showMessage.run('x'), {
    done: false,
    detail: 'nobody is signed in at the screen',
  });
  hasFields(t, await actions.openUrl.run('https://school.example/'), { done: false });
  hasFields(t, await actions.openUrl.run('ms-settings:'), {
    done: false,
    detail: 'not an absolute http or https address',
  });
  hasFields(t, await actions.signOut.run(), { done: true });
});

t.test(
  "the workstation is locked in the user's session, else the session is taken off the screen",
  async (t) => {
    hasFields(t, await createSessionLock({ run: recordedRunner({ ...ANNA, powershell: '' }) }).lock(), {
      done: true,
      detail: 'the workstation was locked',
    });
    const fallback = recordedRunner({
      ...ANNA,
      powershell: { code: 1, stderr: 'Register-ScheduledTask : no' },
      'tsdiscon.exe 1': '',
    });
    hasFields(t, await createSessionLock({ run: fallback }).lock(), {
      done: true,
      detail: 'the session was taken off the screen',
    });
    const neither = recordedRunner({
      ...ANNA,
      powershell: { code: 1, stderr: 'no task' },
      'tsdiscon.exe': MISSING,
    });
    hasFields(t, await createSessionLock({ run: neither }).lock(), { done: false, detail: /no task/ });
    hasFields(t, await createSessionLock({ run: recordedRunner(NOBODY) }).lock(), { done: true });
    hasFields(t, await createSessionLock({ run: recordedRunner({}) }).unlock(), { done: false });
  },
);

t.test('there is no lock window yet, and it says so', async (t) => {
  hasFields(t, await windowLauncher.find(0), { found: false, reason: /service host/ });
});
