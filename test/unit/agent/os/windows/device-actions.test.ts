import t from 'tap';
import { createDeviceActions } from '../../../../../agent/os/windows/device-actions.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { golden } from '../recorded.ts';

const HOST_PROGRAM = 'C:\\Program Files\\Schoolgate\\schoolgate-host.exe';

function setUp() {
  const windows = createFakeWindows();
  return {
    windows,
    actions: createDeviceActions({ windows: windows.host, hostProgram: HOST_PROGRAM, locale: 'en-GB' }),
  };
}

t.test('each action asks the host for what it promises, and texts stay texts', async (t) => {
  const { windows, actions } = setUp();
  const outcomes = [
    await actions.restart.run(),
    await actions.shutdown.run(),
    await actions.signOut.run(),
    await actions.showMessage.run('/server:evil "hello"'),
    await actions.openUrl.run('https://school.example/?q=\'; Remove-Item C:\\ -Recurse #"'),
  ];
  t.ok(outcomes.every(({ done }) => done));
  const did = windows.did.map(({ name, input }) => `${name} ${JSON.stringify(input)}\n`).join('');
  t.equal(did, golden('windows-actions.txt', did));
});

t.test('with nobody at the screen nothing is shown or opened, and signing out is done', async (t) => {
  const { windows, actions } = setUp();
  windows.facts.session = null;
  const unseen = { done: false, detail: 'nobody is signed in at the screen' };
  hasFields(t, await actions.showMessage.run('x'), unseen);
  hasFields(t, await actions.openUrl.run('https://school.example/'), unseen);
  hasFields(t, await actions.signOut.run(), { done: true });
  t.same(windows.did, []);
});

t.test('only a page of the web is opened', async (t) => {
  hasFields(t, await setUp().actions.openUrl.run('ms-settings:'), {
    done: false,
    detail: 'not an absolute http or https address',
  });
});

t.test('what Windows refuses is told', async (t) => {
  const { windows, actions } = setUp();
  windows.refused.set('computer.end', 'Windows error 5');
  hasFields(t, await actions.restart.run(), { done: false, detail: 'Windows error 5' });
});
