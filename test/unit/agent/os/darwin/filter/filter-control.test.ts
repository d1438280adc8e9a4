import t from 'tap';
import { createDarwinFilter } from '../../../../../../agent/os/darwin/filter/filter-control.ts';
import type { CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import { hasFields, hasText } from '../../../../../support/has-fields.ts';
import { GOAL, memoryFiles, memoryJournal } from '../../filter-fakes.ts';
import { alwaysRunner, fixture, MISSING, NONSENSE, recordedRunner } from '../../recorded.ts';
import { freshMac, macComputer } from './mac.ts';

const CHROME = '/Library/Managed Preferences/com.google.Chrome.plist';

function memoryToken() {
  let held: string | null = null;
  return {
    load: () => Promise.resolve(held),
    save: (token: string | null) => {
      held = token;
      return Promise.resolve();
    },
  };
}

function filterOn(run: CommandRunner, files = memoryFiles()) {
  const journal = memoryJournal();
  const token = memoryToken();
  return { filter: createDarwinFilter({ run, files, journal, token }), journal, token };
}

t.test('what is applied reads back as wished, and restoring leaves the Mac as it was', async (t) => {
  const theirs = { HomepageLocation: 'https://school.example/?a=1&b=2', URLBlocklist: ['games.example'] };
  const files = memoryFiles({ [CHROME]: JSON.stringify(theirs) });
  const mac = freshMac();
  const { filter, journal, token } = filterOn(macComputer(mac, files), files);
  hasFields(t, await filter.apply(await filter.check(GOAL)), { done: true });
  t.same(await filter.check(GOAL), []);
  t.match(files.texts()[CHROME], /games\.example[\s\S]*javascript:\/\/\*/);
  hasText(t, files.texts()[CHROME], 'a=1&amp;b=2');
  t.equal(mac.pfOn, true);
  hasFields(t, await filter.restore(), { done: true });
  // networksetup cannot forget an address: it stays, switched off (docs/platforms.md).
  const wifi = { resolvers: [], pacUrl: GOAL.browser.pacUrl, pacOn: false };
  t.same(mac, { ...freshMac(), services: { ...freshMac().services, 'Wi-Fi': wifi } });
  t.same(files.texts(), { [CHROME]: JSON.stringify(theirs) });
  t.same([journal.keys(), await token.load()], [[], null]);
  hasFields(t, await filter.restore(), { done: true, detail: 'nothing of ours was there' });
});

t.test(
  'restoring works without journal and token, and leaves what the school set of other names',
  async (t) => {
    const files = memoryFiles({ [CHROME]: JSON.stringify({ HomepageIsNewTabPage: true }) });
    const mac = freshMac();
    const first = filterOn(macComputer(mac, files), files);
    await first.filter.apply(await first.filter.check(GOAL));
    const { filter } = filterOn(macComputer(mac, files), files);
    hasFields(t, await filter.restore(), { done: true });
    t.same(
      [mac.stored, mac.anchor, mac.services['Wi-Fi']?.pacOn, mac.services['USB 10/100/1000 LAN']?.resolvers],
      [null, '', false, []],
    );
    t.same(Object.keys(files.texts()), [CHROME]);
    hasText(t, files.texts()[CHROME], 'HomepageIsNewTabPage');
    t.notMatch(files.texts()[CHROME], 'Proxy');
    hasFields(t, await filter.restore(), { done: true });
  },
);

t.test('the lock keeps pf on when the filter gives its own token back', async (t) => {
  const files = memoryFiles();
  const mac = freshMac();
  mac.tokens.push('1');
  mac.pfOn = true;
  const { filter } = filterOn(macComputer(mac, files), files);
  await filter.apply(await filter.check(GOAL));
  t.equal(mac.tokens.length, 2);
  await filter.restore();
  t.same([mac.tokens, mac.pfOn], [['1'], true]);
});

t.test('preferences that cannot be merged with are left alone and named', async (t) => {
  const files = memoryFiles({ [CHROME]: 'bplist00 with a date' });
  const { filter } = filterOn(macComputer(freshMac(), files), files);
  hasFields(t, await filter.apply(await filter.check(GOAL)), { done: true });
  t.equal(files.texts()[CHROME], 'bplist00 with a date');
  hasFields(t, await filter.problems?.(GOAL), [/com\.google\.Chrome\.plist cannot be merged with/]);
});

t.test('a failure says why and stops: no proxy is set where the firewall did not load', async (t) => {
  const mac = macComputer(freshMac(), memoryFiles());
  const refusing: CommandRunner = {
    run: (cmd, options) =>
      cmd.join(' ').endsWith('-f -')
        ? Promise.resolve({ code: 1, stdout: '', stderr: 'pfctl: /dev/pf: Permission denied\n' })
        : mac.run(cmd, options),
  };
  const { filter } = filterOn(refusing);
  hasFields(t, await filter.apply(await filter.check(GOAL)), {
    done: false,
    detail: 'load the firewall rules (pf anchor): pfctl: /dev/pf: Permission denied',
  });
  t.notOk(mac.ran.some((cmd) => cmd.includes('-setautoproxyurl')));
});

t.test('the resolvers of the networks are told in their order, without ours', async (t) => {
  let asked = 0;
  const others = recordedRunner({
    'scutil --nwi': fixture('darwin/filter/nwi.txt'),
    'ipconfig getpacket en0': fixture('darwin/filter/getpacket.txt'),
    'ipconfig getpacket en5': { code: 1 },
    'ipconfig getoption en5': '10.99.0.1\n',
    scutil: [fixture('darwin/filter/store-list.txt'), fixture('darwin/filter/store-service.txt')],
  });
  const run: CommandRunner = {
    run: (cmd, options = {}) => {
      if (options.stdin?.startsWith('show')) {
        asked += 1;
        t.notMatch(options.stdin, 'E8B88BDF');
      }
      return others.run(cmd, options);
    },
  };
  t.same(await filterOn(run).filter.networkResolvers(), [
    '10.20.0.2',
    '10.20.0.1',
    '10.99.0.1',
    '2001:db8:14::53',
  ]);
  t.equal(asked, 1);
  for (const nonsense of NONSENSE)
    t.same(await filterOn(alwaysRunner({ stdout: nonsense })).filter.networkResolvers(), []);
});

t.test('without its programs the filter finds work to do, fails at it and says so', async (t) => {
  const { filter } = filterOn(alwaysRunner(typeof MISSING === 'string' ? {} : MISSING));
  const steps = await filter.check(GOAL);
  t.ok(steps.length > 0);
  hasFields(t, await filter.apply(steps), { done: false, detail: /scutil is not installed/ });
  t.same(await filter.attempts(), []);
});

t.test('a flush and a cut ask the system by name', async (t) => {
  const run = recordedRunner({ dscacheutil: '', killall: '', 'pfctl -k': '' });
  const { filter } = filterOn(run);
  await filter.flush();
  await filter.cutConnections();
  t.same(
    run.ran.map(({ cmd }) => cmd),
    ['dscacheutil -flushcache', 'killall -HUP mDNSResponder', 'pfctl -k 0.0.0.0/0', 'pfctl -k ::/0'],
  );
});
