import t from 'tap';
import { createWindowsFilter } from '../../../../../../agent/os/windows/filter/filter-control.ts';
import {
  PUT_ALL_BACK_SCRIPT,
  REPLACE_RULES_SCRIPT,
} from '../../../../../../agent/os/windows/filter/scripts.ts';
import type { CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import { hasFields } from '../../../../../support/has-fields.ts';
import { memoryFiles, memoryJournal, WISH } from '../../filter-fakes.ts';
import { alwaysRunner, fixture, NONSENSE, recordedRunner } from '../../recorded.ts';
import { freshReading, windowsComputer } from './windows-computer.ts';

function filterOn(run: CommandRunner, journal = memoryJournal()) {
  return { filter: createWindowsFilter({ run, files: memoryFiles(), journal, ownPid: 1 }), journal };
}

t.test('what is applied reads back as wished, and restoring leaves the computer as it was', async (t) => {
  const before = freshReading();
  before.values = [
    { key: 'SOFTWARE\\Policies\\Google\\Chrome', name: 'IncognitoModeAvailability', kind: 'DWord', data: 2 },
    { key: 'SOFTWARE\\Policies\\Google\\Chrome', name: 'QuicAllowed', kind: 'DWord', data: 0 },
  ];
  before.winhttp =
    '{"Proxy":"proxy.school:3128","ProxyBypass":"<local>","AutoconfigUrl":"","AutoDetect":false}';
  const computer = windowsComputer(structuredClone(before));
  const { filter, journal } = filterOn(computer);
  const steps = await filter.check(WISH);
  hasFields(t, await filter.apply(steps), { done: true });
  t.same(await filter.check(WISH), []);
  t.same(journal.keys(), ['windows-nrpt', 'windows-firewall', 'windows-values', 'windows-winhttp']);
  hasFields(t, await filter.restore(), { done: true });
  t.same(journal.keys(), []);
  t.same(
    { ...computer.state, winhttp: JSON.parse(computer.state.winhttp) },
    {
      ...before,
      winhttp: JSON.parse(
        '{"Proxy":"proxy.school:3128","ProxyBypass":"<local>","AutoconfigUrl":"","AutoDetect":false}',
      ),
    },
  );
  hasFields(t, await filter.restore(), { done: true, detail: 'nothing of ours was there' });
});

t.test('restoring works without the journal: the registry keeps what was there', async (t) => {
  const before = freshReading();
  before.values = [
    { key: 'SOFTWARE\\Policies\\Google\\Chrome', name: 'IncognitoModeAvailability', kind: 'DWord', data: 2 },
  ];
  const computer = windowsComputer(structuredClone(before));
  const first = filterOn(computer);
  hasFields(t, await first.filter.apply(await first.filter.check(WISH)), { done: true });
  const { filter } = filterOn(computer);
  hasFields(t, await filter.restore(), { done: true });
  t.same(computer.state.values, before.values);
  t.same([computer.state.rules, computer.state.firewall, computer.state.marks], [[], [], []]);
  t.same(JSON.parse(computer.state.winhttp), {
    Proxy: '',
    ProxyBypass: '',
    AutoconfigUrl: '',
    AutoDetect: true,
  });
  hasFields(t, await filter.restore(), { done: true });
});

t.test('applying stops at the first step that fails, and says which', async (t) => {
  const computer = windowsComputer(freshReading(), [REPLACE_RULES_SCRIPT]);
  const { filter } = filterOn(computer);
  hasFields(t, await filter.apply(await filter.check(WISH)), {
    done: false,
    detail: 'replace the firewall rules of the group Schoolgate: Zugriff verweigert',
  });
  t.notOk(computer.ran.includes('SET_VALUES_SCRIPT'));
});

t.test('restoring is done only when nothing of ours is left', async (t) => {
  const computer = windowsComputer(freshReading());
  const { filter, journal } = filterOn(computer);
  await filter.apply(await filter.check(WISH));
  const refusing = filterOn(windowsComputer(computer.state, [PUT_ALL_BACK_SCRIPT]), journal);
  const outcome = await refusing.filter.restore();
  t.equal(outcome.done, false);
  t.match(outcome.detail, /still to do: put settings back as they were/);
  t.same(journal.keys(), ['windows-values']);
  hasFields(t, await filterOn(alwaysRunner({ stdout: 'nonsense' })).filter.restore(), { done: false });
});

t.test('the resolvers of the network are told, preferred ones first, without placeholders', async (t) => {
  const { filter } = filterOn(recordedRunner({ powershell: fixture('windows/filter/resolvers.json') }));
  t.same(await filter.networkResolvers(), ['10.20.0.1', '10.20.0.2', '2001:db8:14::53', '192.168.43.1']);
  for (const nonsense of NONSENSE)
    t.same(await filterOn(alwaysRunner({ stdout: nonsense })).filter.networkResolvers(), []);
});

t.test('what Windows cannot tell is empty, and a flush asks it by name', async (t) => {
  const run = recordedRunner({ 'ipconfig.exe /flushdns': '' });
  const { filter } = filterOn(run);
  t.same(await filter.attempts(), []);
  await filter.cutConnections();
  await filter.flush();
  t.same(
    run.ran.map(({ cmd }) => cmd),
    ['ipconfig.exe /flushdns'],
  );
});
