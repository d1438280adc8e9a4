import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createNetworkLock } from '../../agent/os/linux/network-lock.ts';
import { ROOT } from '../support/child-process.ts';
import { buildFilterLab, type FilterLab, skipLab, to } from '../support/filter-lab.ts';
import { hasFields, hasText } from '../support/has-fields.ts';
import { probe } from '../support/lab-probe.ts';
import type { LaptopLab } from '../support/laptop-lab.ts';

const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');

let building: Promise<FilterLab> | undefined;
const bench = (): Promise<FilterLab> => {
  building ??= buildFilterLab();
  return building;
};

/** All of the laptop that we may change: the firewall, and each file of /etc with mode, owner and content. */
async function snapshot(lab: LaptopLab): Promise<string> {
  const look = `nft list ruleset; find /etc -printf '%p %m %u %g %y\\n' | sort; find /etc -type f | sort | xargs -d '\\n' sha256sum`;
  const { stdout } = await lab.run('laptop', ['sh', '-c', look]);
  if (!stdout.includes('/etc/passwd')) throw new Error('the snapshot holds nothing');
  return stdout;
}

t.test('changes by others show in the next check, and are mended', { skip: skipLab }, async (t) => {
  const { lab, root, adapter, goal, enforce } = await bench();
  const folder = root(t);
  const filter = adapter(folder);
  await enforce(filter, goal());
  const changes: readonly (readonly [string, string, string])[] = [
    ['a deleted table', 'nft delete table inet schoolgate', 'nft-table'],
    ['a flushed table', 'nft flush table inet schoolgate', 'nft-table'],
    ['a flushed ruleset', 'nft flush ruleset', 'nft-table'],
    ['a foreign rule', 'nft insert rule inet schoolgate egress accept', 'nft-table'],
    ['an address taken out', 'nft delete element inet schoolgate doh6 "{ fd00:200::8 }"', 'nft-table'],
    ['a dormant table', "nft 'add table inet schoolgate { flags dormant; }'", 'nft-table'],
    ['a changed policy', "echo '{}' > /etc/chromium/policies/managed/schoolgate.json", 'chromium-policies'],
    ['a removed policy', 'rm /etc/opt/edge/policies/managed/schoolgate.json', 'edge-policies'],
    [
      'a policy that students may write',
      'chmod 666 /etc/opt/chrome/policies/managed/schoolgate.json',
      'chrome-policies',
    ],
    [
      'a policy that a student owns',
      `chown ${lab.studentUid} /etc/brave/policies/managed/schoolgate.json`,
      'brave-policies',
    ],
    [
      'Firefox’s policies',
      'echo \'{"policies":{}}\' > /etc/firefox/policies/policies.json',
      'firefox-policies',
    ],
  ];
  for (const [what, change, step] of changes) {
    t.same(await filter.check(goal()), [], `before ${what}`);
    const changed = await lab.run('laptop', ['sh', '-c', change]);
    t.equal(changed.code, 0, `${what}: ${changed.stderr}`);
    const steps = await filter.check(goal());
    t.same(
      steps.map(({ id }) => id),
      [step],
      what,
    );
    t.same(
      (await adapter(folder).check(goal())).map(({ id }) => id),
      [step],
      `${what}, seen by a new process`,
    );
    hasFields(t, await filter.apply(steps), { done: true });
  }
  t.same(await adapter(folder).check(goal()), [], 'at last a new process finds all as wished');

  await lab.run(
    'laptop',
    ['nft', '-f', '-'],
    'table ip other { chain out { type nat hook output priority -150; udp dport 53 redirect to :5353; }; }',
  );
  t.same(await filter.check(goal()), [], 'another’s table is no change of ours');
  t.same(await filter.problems?.(goal()), ['the firewall table "ip other" turns look-ups elsewhere']);
  await lab.run('laptop', ['nft', 'delete', 'table', 'ip', 'other']);
  t.same(await filter.problems?.(goal()), []);
});

t.test(
  'rescued with failMode open, look-ups and https go out and the ways round stay shut; closed, nothing changes',
  { skip: skipLab },
  async (t) => {
    const { lab, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
    const tries = [to('udp', '10.200.0.8', 53), to('tcp', 'fd00:200::1', 443), to('tcp', '10.200.0.1', 853)];
    await enforce(filter, goal({ failMode: 'closed' }));
    hasFields(t, await filter.rescue(), { done: true });
    t.same(await probe(lab, 'student', tries), ['refused', 'refused', 'refused']);
    t.same(await filter.check(goal()), []);

    await enforce(filter, goal({ failMode: 'open' }));
    hasFields(t, await filter.rescue(), { done: true });
    t.same(await probe(lab, 'student', tries), ['world', 'world', 'refused']);
    t.notMatch(readFileSync(join(lab.etc, 'chromium/policies/managed/schoolgate.json'), 'utf8'), 'proxy.pac');
    t.notMatch(readFileSync(join(lab.etc, 'firefox/policies/policies.json'), 'utf8'), 'proxy.pac');

    await enforce(filter, goal({ failMode: 'open' }));
    t.same(await probe(lab, 'student', tries), ['refused', 'refused', 'refused'], 'the agent is back');
  },
);

t.test(
  'restoring leaves firewall and files exactly as before, twice, with the journal and without',
  { skip: skipLab },
  async (t) => {
    const { lab, root, adapter, goal, enforce } = await bench();
    mkdirSync(join(lab.etc, 'firefox/policies'), { recursive: true });
    mkdirSync(join(lab.etc, 'chromium/policies/managed'), { recursive: true });
    const school =
      '{"policies":{"BlockAboutConfig":false,\n\t"Preferences":{"network.http.http3.enable":{"Value":true}}}}';
    writeFileSync(join(lab.etc, 'firefox/policies/policies.json'), school, { mode: 0o640 });
    writeFileSync(
      join(lab.etc, 'chromium/policies/managed/school.json'),
      '{"HomepageLocation":"https://school.example"}',
    );
    t.teardown(() => {
      rmSync(join(lab.etc, 'firefox'), { recursive: true });
      rmSync(join(lab.etc, 'chromium'), { recursive: true });
    });
    await lab.run(
      'laptop',
      ['nft', '-f', '-'],
      'table inet school { chain out { type filter hook output priority 5; tcp dport 25 counter drop; }; }',
    );
    t.teardown(() => lab.run('laptop', ['nft', 'delete', 'table', 'inet', 'school']));
    const before = await snapshot(lab);
    const filter = adapter(root(t));

    await enforce(filter, goal());
    await lab.run('laptop', ['nft', 'flush', 'table', 'inet', 'schoolgate']);
    writeFileSync(join(lab.etc, 'firefox/policies/policies.json'), school);
    await enforce(filter, goal({ browser: { ...goal().browser, safeSearch: false } }));
    t.not(await snapshot(lab), before);
    hasFields(t, await filter.restore(), { done: true });
    t.equal(await snapshot(lab), before, 'after a repair the original comes back, not our own work');
    hasFields(t, await filter.restore(), { done: true, detail: 'nothing of ours was there' });
    t.equal(await snapshot(lab), before);

    await enforce(filter, goal());
    await enforce(filter, goal({ mode: 'off' }));
    t.same(await filter.check(goal({ mode: 'off' })), []);
    hasFields(t, await filter.restore(), { done: true });
    t.equal(await snapshot(lab), before, 'by way of "off"');
  },
);

t.test(
  'schoolgate-agent restore needs no server, configuration, identity or journal, and frees a locked laptop',
  { skip: skipLab },
  async (t) => {
    const { lab, run, root, adapter, goal, enforce } = await bench();
    const before = await snapshot(lab);
    const folder = root(t);
    await enforce(adapter(folder), goal());
    const lock = createNetworkLock({ run, exemptUid: lab.workerUid });
    hasFields(t, await lock.engage({ servers: [], resolvers: [] }), { done: true });
    const restore = (user: 'laptop' | 'student', stateDir: string) =>
      lab.run(user, [
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        AGENT,
        'restore',
        '--json',
        '--state-dir',
        stateDir,
      ]);

    const student = await restore('student', '/nonexistent');
    t.equal(student.code, 1);
    hasText(t, student.stderr, 'administrator');

    const withJournal = await restore('laptop', join(folder, 'state'));
    t.equal(withJournal.code, 0, withJournal.stderr);
    hasFields(t, JSON.parse(withJournal.stdout), { restored: true });
    t.equal(await snapshot(lab), before, 'byte by byte');

    await enforce(adapter(root(t)), goal());
    for (const round of ['first', 'second']) {
      const without = await restore('laptop', '/nonexistent');
      t.equal(without.code, 0, `${round}: ${without.stderr}`);
    }
    const rescue = await lab.run('laptop', [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      AGENT,
      'rescue',
      '--state-dir',
      '/nonexistent',
    ]);
    hasFields(t, rescue, { code: 0, stdout: 'no filter was in force\n' }, 'and there is nothing to rescue');
    const words = await lab.run('laptop', [
      'sh',
      '-c',
      'nft list ruleset; find /etc -name "*schoolgate*" -type f; cat /etc/firefox/policies/policies.json 2>/dev/null',
    ]);
    t.equal(words.stdout, '', 'without a journal all that is ours by name is gone');
    await lab.run('laptop', [
      'sh',
      '-c',
      'rm -rf /etc/opt/chrome /etc/chromium /etc/opt/edge /etc/brave /etc/firefox',
    ]);
  },
);
