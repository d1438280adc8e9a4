import t from 'tap';
import { createHostLink } from '../../../../../../agent/os/windows/host/host-link.ts';
import { silentLog } from '../../../../../../kit/log.ts';
import { createFakeClock } from '../../../../../support/fake-clock.ts';
import { createFakeWindows } from '../../../../../support/fake-windows.ts';
import { line } from '../../../../../support/line.ts';

t.test('a host of another protocol is refused, and so is each call', async (t) => {
  const { host } = createFakeWindows({ protocol: 2 });
  await t.rejects(host.call('power', null), /speaks protocol 2, this agent 1: install both again/);
  await t.rejects(host.call('power', null), /install both again/);
});

t.test('without a host each call says why, and nothing is thrown at whoever listens', async (t) => {
  const link = createHostLink({
    open: () => {
      throw new Error('schoolgate-host.exe is missing');
    },
    clock: createFakeClock(),
    log: silentLog,
  });
  link.onEvent(() => t.fail('there is no host'));
  await t.rejects(link.call('power', null), /schoolgate-host.exe is missing/);
});

t.test('a host that says nothing is given up, and one that goes is not looked for again', async (t) => {
  const clock = createFakeClock();
  let opened = 0;
  const link = createHostLink({
    open: () => {
      opened += 1;
      return { stream: line()[0], keepAlive: () => undefined };
    },
    clock,
    log: silentLog,
  });
  const asked = t.rejects(link.call('power', null), /has gone: it said nothing/);
  await clock.advance(20_000);
  await asked;
  await t.rejects(link.call('power', null), /has gone/);
  t.equal(opened, 1);
});

t.test('this process is held only while an answer is waited for', async (t) => {
  const kept: boolean[] = [];
  const { host } = createFakeWindows({ onKeepAlive: (wanted) => kept.push(wanted) });
  await Promise.all([host.call('power', null), host.call('session', null)]);
  t.equal(kept.at(-1), false);
  t.equal(kept.at(-2), true);
});

t.test('what the host tells reaches its listeners until they leave', async (t) => {
  const windows = createFakeWindows();
  const heard: string[] = [];
  const leave = windows.host.onEvent(({ what, detail }) => heard.push(`${what} ${detail}`));
  await windows.host.call('alive', null);
  await windows.tell({ what: 'power', detail: 'resume' });
  leave();
  await windows.tell({ what: 'network', detail: 'change' });
  t.same(heard, ['power resume']);
});

t.test('a text that would end the host is refused, and all others arrive', async (t) => {
  const { host, changes } = createFakeWindows();
  const say = (text: string) => host.call('user.message', { title: 'T', text, seconds: 1 });
  await t.rejects(say('half a pair: \ud83d'), /cannot read/);
  await t.rejects(say('\\\ud83d'), /cannot read/, 'behind a backslash');
  await t.rejects(say('zero: \0'), /cannot read/);
  await say('a whole pair: \ud83d\ude00; the words \\ud83d and \\u0000');
  t.equal(changes.length, 1);
});
