import t from 'tap';
import { createFileReader } from '../../../../../../agent/os/file-reader.ts';
import { createLinuxFilter } from '../../../../../../agent/os/linux/filter/filter-control.ts';
import type { CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import type { FilterGoal } from '../../../../../../agent/ports/filter-control.ts';
import { silentLog } from '../../../../../../kit/log.ts';
import { hasFields, hasText } from '../../../../../support/has-fields.ts';
import { GOAL, memoryFiles, memoryJournal } from '../../filter-fakes.ts';
import { type Answer, fixture, MISSING, recordedRunner } from '../../recorded.ts';

const LISTED = fixture('linux/commands/nft-filter.json');
const TRIED = fixture('linux/commands/nft-filter-attempts.json');
const ABSENT: Answer = { code: 1, stderr: 'Error: No such file or directory\n' };
const NO_SYSTEMD: Readonly<Record<string, Answer>> = {
  systemctl: { code: 1 },
  resolvectl: MISSING,
  'systemd-resolve': MISSING,
  nscd: MISSING,
};
const LINUX: FilterGoal = { ...GOAL, workerUid: 990, ports: { dns: 5300, proxy: 8123, relay: 8443 } };

function linux(run: CommandRunner, files = memoryFiles(), journal = memoryJournal()) {
  return createLinuxFilter({
    run,
    reader: createFileReader({ root: '/nonexistent' }),
    files,
    journal,
    stateFolder: '/state',
    ownUid: 0,
    log: silentLog,
  });
}

t.test('applied, a new process finds all as wished; a changed table is found and loaded again', async (t) => {
  const files = memoryFiles();
  const journal = memoryJournal();
  const changed = LISTED.replace('"8853"', '1').replace('8853', '1');
  t.not(changed, LISTED);
  const answers = { ...NO_SYSTEMD, 'nft -f -': '' };
  const first = linux(recordedRunner({ ...answers, 'nft -j': [ABSENT, ABSENT, LISTED] }), files, journal);
  hasFields(t, await first.apply(await first.check(LINUX)), { done: true });
  t.same(await linux(recordedRunner({ ...answers, 'nft -j': TRIED }), files, journal).check(LINUX), []);
  const steps = await linux(recordedRunner({ ...answers, 'nft -j': changed }), files, journal).check(LINUX);
  t.same(
    steps.map(({ what }) => what),
    ['load the firewall table: it was changed'],
  );
});

t.test('a load does not lose the attempts that it wipes out, and each is given once', async (t) => {
  const run = recordedRunner({ ...NO_SYSTEMD, 'nft -f -': '', 'nft -j': [ABSENT, TRIED, LISTED, LISTED] });
  const filter = linux(run);
  hasFields(t, await filter.apply(await filter.check(LINUX)), { done: true });
  t.equal((await filter.attempts()).length, 10);
  t.same(await filter.attempts(), []);
});

t.test('without nft there is no attempt to tell, and nothing is thrown', async (t) => {
  const filter = linux(recordedRunner({ ...NO_SYSTEMD, nft: MISSING, ip: MISSING, nmcli: MISSING }));
  t.same(await filter.attempts(), []);
  t.same(await filter.problems?.(GOAL), []);
  t.same(await filter.networkResolvers(), []);
  await filter.flush();
  await filter.cutConnections();
  hasFields(t, await filter.apply(await filter.check(LINUX)), {
    done: false,
    detail: /nft is not installed/,
  });
});

t.test('a table that does not read back is no success', async (t) => {
  const filter = linux(
    recordedRunner({ ...NO_SYSTEMD, 'nft -f -': '', 'nft -j': [ABSENT, ABSENT, '{"nftables": []}'] }),
  );
  hasFields(t, await filter.apply(await filter.check(LINUX)), { done: false, detail: /does not read back/ });
});

t.test('the rescue goes by the stored wish, and a damaged one changes nothing', async (t) => {
  const rescue = async (goal: string | null): Promise<readonly string[]> => {
    const run = recordedRunner({ ...NO_SYSTEMD, 'nft -f -': '', 'nft -j': [LISTED, LISTED] });
    const files = memoryFiles(goal === null ? {} : { '/state/filter-wish.json': goal });
    hasFields(t, await linux(run, files).rescue(), { done: true }, goal ?? 'none');
    return run.ran.flatMap(({ cmd, stdin }) => (cmd === 'nft -f -' ? [stdin ?? ''] : []));
  };
  t.same(await rescue(null), []);
  t.same(await rescue('{"mode":'), []);
  t.same(await rescue(JSON.stringify({ ...LINUX, failMode: 'closed' })), []);
  t.same(await rescue(JSON.stringify({ ...LINUX, failMode: 'open', workerUid: '990; flush ruleset' })), []);
  const [table = ''] = await rescue(JSON.stringify({ ...LINUX, failMode: 'open' }));
  hasText(t, table, 'table inet schoolgate');
  t.notMatch(table, 'redirect');
});

t.test('restoring a computer that was never filtered changes nothing', async (t) => {
  const theirs = { '/etc/firefox/policies/policies.json': '{"policies":{"BlockAboutConfig":true}}' };
  const files = memoryFiles(theirs);
  const run = recordedRunner({ ...NO_SYSTEMD, nft: ABSENT });
  t.same(await linux(run, files).restore(), {
    done: true,
    detail: 'nothing of ours was there',
    observed: false,
  });
  t.same(files.texts(), theirs);
});

t.test('restoring goes on past what fails, and says so', async (t) => {
  const files = memoryFiles({
    '/etc/chromium/policies/managed/schoolgate.json': '{}',
    '/etc/systemd/resolved.conf.d/50-schoolgate.conf': '[Resolve]',
    '/state/filter.nft': 'table',
  });
  const run = recordedRunner({
    ...NO_SYSTEMD,
    systemctl: '',
    nft: { code: 1, stderr: 'Operation not permitted' },
  });
  hasFields(t, await linux(run, files).restore(), { done: false, detail: /Operation not permitted/ });
  t.same(files.texts(), {}, 'files are gone all the same');
  t.ok(run.ran.some(({ cmd }) => cmd === 'systemctl try-reload-or-restart systemd-resolved.service'));
});

t.test('addresses that come while the firewall is busy are opened together', async (t) => {
  const inputs: string[] = [];
  let code = 0;
  const run: CommandRunner = {
    run: (_cmd, options) => {
      inputs.push(String(options?.stdin ?? ''));
      return Promise.resolve({ code, stdout: '', stderr: 'Error: No such file or directory' });
    },
  };
  const filter = linux(run);
  const first = filter.giveOut?.(['192.0.2.1'], 60);
  const second = filter.giveOut?.(['192.0.2.2', '192.0.2.1'], 120);
  hasFields(t, await Promise.all([first, second]), [{ done: true }, { done: true }]);
  t.equal(inputs.length, 1, 'one run of nft');
  hasText(t, inputs[0], '192.0.2.1 timeout 3720s');
  hasText(t, inputs[0], '192.0.2.2 timeout 3720s');
  code = 1;
  hasFields(t, await filter.giveOut?.(['192.0.2.3'], 60), { done: false, detail: /No such file/ });
});
