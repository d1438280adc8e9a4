import t from 'tap';
import { createDeviceActions } from '../../../../../agent/os/linux/device-actions.ts';
import { createSessionLock } from '../../../../../agent/os/linux/session-lock.ts';
import type { DeviceActions } from '../../../../../agent/ports/device-actions.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { fixture, MISSING, type RecordedRunner, recordedFiles, recordedRunner } from '../recorded.ts';

const LOGIND = {
  'loginctl list-sessions': fixture('linux/commands/loginctl-list-sessions.txt'),
  'loginctl show-session': fixture('linux/commands/loginctl-show-session.txt'),
};

function actions(answers: Parameters<typeof recordedRunner>[0]): {
  readonly of: DeviceActions;
  readonly run: RecordedRunner;
} {
  const run = recordedRunner(answers);
  return { of: createDeviceActions({ run, files: recordedFiles('linux/thinkpad'), ownUid: 0 }), run };
}

t.test('restart and shutdown come after a pause that lets the result leave', async (t) => {
  const { of, run } = actions({ 'systemd-run': '' });
  hasFields(t, await of.restart.run(), { done: true, detail: 'restarts in 5 s' });
  hasFields(t, await of.shutdown.run(), { done: true });
  t.match(run.ran[0]?.cmd, /^systemd-run .*--on-active=5 .*systemctl reboot$/);
  t.match(run.ran[1]?.cmd, /systemctl poweroff$/);
});

t.test('signing out ends the session at the screen, and is done when nobody is there', async (t) => {
  const { of, run } = actions({ ...LOGIND, 'loginctl terminate-session': '' });
  hasFields(t, await of.signOut.run(), { done: true });
  t.equal(run.ran.at(-1)?.cmd, 'loginctl terminate-session 7');
  hasFields(t, await actions({ 'loginctl list-sessions': '' }).of.signOut.run(), {
    done: true,
    detail: 'nobody is signed in at the screen',
  });
});

t.test('a message is an argument, never markup or an option', async (t) => {
  const { of, run } = actions({ ...LOGIND, runuser: '' });
  hasFields(t, await of.showMessage.run('--help <b>& now'), { done: true });
  t.match(
    run.ran.at(-1)?.cmd,
    /notify-send --app-name=Schoolgate --urgency=critical -- Message from your school --help &lt;b&gt;&amp; now$/,
  );
});

t.test('a message has its title in the language of the session', async (t) => {
  const run = recordedRunner({ ...LOGIND, runuser: '' });
  const files = recordedFiles('linux/thinkpad');
  const inSession = (language: string) => ({
    ...files,
    readText: async (path: string) => {
      const text = await files.readText(path);
      return path.endsWith('/environ') ? `${text ?? ''}\0${language}\0` : text;
    },
  });
  const titleOf = async (language: string): Promise<string | undefined> => {
    const of = createDeviceActions({ run, files: inSession(language), ownUid: 0 });
    hasFields(t, await of.showMessage.run('x'), { done: true });
    return run.ran.at(-1)?.cmd;
  };
  t.match(await titleOf('LANG=es_ES.UTF-8'), /LANG=es_ES\.UTF-8 .*-- Mensaje de su centro x$/);
  t.match(await titleOf('LANG=es_ES.UTF-8\0LC_ALL=en_GB.UTF-8'), /-- Message from your school x$/);
  const hostile = await titleOf('LANG=es;reboot /etc');
  t.match(hostile, /-- Message from your school x$/);
  t.notMatch(hostile, /reboot/);
});

t.test('only web addresses are opened', async (t) => {
  const { of, run } = actions({ ...LOGIND, runuser: '' });
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'steam://run/4', '--help', ''])
    hasFields(t, await of.openUrl.run(url), { done: false });
  t.strictSame(run.ran, []);
  hasFields(t, await of.openUrl.run('https://school.example/a b'), { done: true });
  t.match(run.ran.at(-1)?.cmd, /xdg-open https:\/\/school\.example\/a%20b$/);
});

t.test('a missing program and a refusal are told, not thrown', async (t) => {
  hasFields(t, await actions({ ...LOGIND, runuser: MISSING }).of.showMessage.run('x'), {
    done: false,
    detail: /a program is missing/,
  });
  hasFields(t, await actions({ 'systemd-run': { code: 1, stderr: 'Access denied\n' } }).of.restart.run(), {
    done: false,
    detail: 'Access denied',
  });
  hasFields(t, await createSessionLock({ run: recordedRunner({ loginctl: MISSING }) }).lock(), {
    done: false,
    detail: 'loginctl is not installed',
  });
  hasFields(
    t,
    await createSessionLock({
      run: recordedRunner({ loginctl: { code: 1, stderr: 'Failed to connect to bus' } }),
    }).lock(),
    { done: false, detail: 'Failed to connect to bus' },
  );
});

t.test('locking and unlocking the screens ask every session', async (t) => {
  const run = recordedRunner({ loginctl: '' });
  hasFields(t, await createSessionLock({ run }).lock(), { done: true });
  hasFields(t, await createSessionLock({ run }).unlock(), { done: true });
  t.strictSame(
    run.ran.map(({ cmd }) => cmd),
    ['loginctl lock-sessions', 'loginctl unlock-sessions'],
  );
});
