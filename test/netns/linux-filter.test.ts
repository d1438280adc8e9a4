import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createCommandRunner } from '../../agent/os/command-runner.ts';
import { createFileReader } from '../../agent/os/file-reader.ts';
import { createFilterFiles } from '../../agent/os/filter-files.ts';
import { createFilterJournal } from '../../agent/os/filter-journal.ts';
import { createLinuxFilter, type LinuxFilter } from '../../agent/os/linux/filter/filter-control.ts';
import { createNetworkLock } from '../../agent/os/linux/network-lock.ts';
import type { CommandRunner } from '../../agent/ports/command-runner.ts';
import type { EgressAttempt, FilterWish } from '../../agent/ports/filter-control.ts';
import { silentLog } from '../../kit/log.ts';
import { ROOT, startProgram, type TestProcess } from '../support/child-process.ts';
import { answerer, type Probe, probe } from '../support/lab-probe.ts';
import { buildLaptopLab, type LaptopLab, labObstacle, labRequired } from '../support/laptop-lab.ts';

const NODE = ['env', '-i', process.execPath, '-e'];
const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');
const WORLD = [1, 8, 9].flatMap((host) => [`10.200.0.${host}`, `fd00:200::${host}`]);
const UDP_PORTS = [53, 80, 443, 500, 853, 1194, 4500, 8853, 51_820, 9_999];
const TCP_PORTS = [53, 80, 443, 853, 1723, 5053, 8080, 9_999];

const obstacle = labObstacle();
const skip = obstacle !== null && !labRequired() ? obstacle : false;

let lab: LaptopLab;
const processes: TestProcess[] = [];

async function start(where: 'net' | 'worker' | 'student', script: string): Promise<TestProcess> {
  const started = startProgram(...lab.command(where, [...NODE, script]));
  processes.push(started);
  await started.line(/ready/);
  return started;
}

const startWorker = (): Promise<TestProcess> =>
  start(
    'worker',
    answerer({ word: 'ours', hosts: ['127.0.0.1', '::1'], udp: [5300], tcp: [5300, 8123, 8443] }),
  );

t.before(async () => {
  if (skip !== false) return;
  lab = await buildLaptopLab({ guest: true });
  await start('net', answerer({ word: 'world', hosts: WORLD, udp: UDP_PORTS, tcp: TCP_PORTS }));
});
t.teardown(async () => {
  for (const one of processes.reverse()) await one.end('SIGKILL');
  if (skip === false) await lab.down();
});

/** Commands that the adapter runs, run on the laptop. */
function onLaptop(): CommandRunner {
  const run = createCommandRunner({ env: process.env });
  return {
    run: (cmd, options) => {
      const [program, args] = lab.command('laptop', cmd);
      return run.run([program, ...args], options);
    },
  };
}

/** A new process's adapter over the same laptop and the same state. */
function adapter(root: string): LinuxFilter {
  return createLinuxFilter({
    run: onLaptop(),
    reader: createFileReader({ root }),
    files: createFilterFiles({ root }),
    journal: createFilterJournal({ path: join(root, 'state/filter-journal') }),
    stateFolder: '/state',
    ownUid: 0,
    log: silentLog,
  });
}

/** The laptop's root as the adapter sees it; restored after the test. */
function laptopRoot(t: Test): string {
  const root = mkdtempSync(join(tmpdir(), 'laptop-root-'));
  mkdirSync(join(root, 'state'));
  symlinkSync(lab.etc, join(root, 'etc'));
  t.teardown(async () => {
    await adapter(root).restore();
    rmSync(root, { recursive: true });
  });
  return root;
}

function wish(changes: Partial<FilterWish> = {}): FilterWish {
  return {
    mode: 'enforce',
    failMode: 'closed',
    workerUid: lab.workerUid,
    ports: { dns: 5300, proxy: 8123, relay: 8443 },
    networkResolvers: ['10.200.0.1', 'fd00:200::1'],
    dohAddresses: ['10.200.0.8', 'fd00:200::8', '10.200.0.8/32'],
    portalAddresses: [],
    pinnedEgress: false,
    browser: { safeSearch: true, youtubeRestriction: 'moderate', pacUrl: 'http://127.0.0.1:8123/proxy.pac' },
    ...changes,
  };
}

async function enforce(filter: LinuxFilter, wanted: FilterWish): Promise<void> {
  const outcome = await filter.apply(await filter.check(wanted));
  if (!outcome.done) throw new Error(outcome.detail);
}

/** All of the laptop that we may change: the firewall, and each file of /etc with mode, owner and content. */
async function snapshot(): Promise<string> {
  const look = `nft list ruleset; find /etc -printf '%p %m %u %g %y\\n' | sort; find /etc -type f | sort | xargs -d '\\n' sha256sum`;
  const { stdout } = await lab.run('laptop', ['sh', '-c', look]);
  if (!stdout.includes('/etc/passwd')) throw new Error('the snapshot holds nothing');
  return stdout;
}

const to = (protocol: 'udp' | 'tcp', host: string, port: number): Probe => ({ protocol, host, port });
const bothFamilies = (protocol: 'udp' | 'tcp', last: number, port: number): Probe[] => [
  to(protocol, `10.200.0.${last}`, port),
  to(protocol, `fd00:200::${last}`, port),
];
const counted = (attempts: readonly EgressAttempt[]): string[] =>
  attempts.map(({ kind, address, port, uid }) => `${kind} ${address} ${port} ${uid ?? '-'}`).sort();

t.test(
  'each way round the filter that a firewall can shut is shut, and each attempt is told',
  { skip },
  async (t) => {
    const filter = adapter(laptopRoot(t));
    const worker = await startWorker();
    const ways: readonly (readonly [string, Probe, string])[] = [
      ...bothFamilies('udp', 8, 53).map((one) => ['a foreign resolver by UDP', one, 'ours'] as const),
      ...bothFamilies('tcp', 8, 53).map((one) => ['a foreign resolver by TCP', one, 'ours'] as const),
      ...bothFamilies('udp', 1, 53).map((one) => ['the network’s resolver', one, 'ours'] as const),
      ['the local stub', to('udp', '127.0.0.53', 53), 'ours'],
      ...bothFamilies('tcp', 1, 853).map((one) => ['DNS over TLS', one, 'refused'] as const),
      ['DNS over TLS elsewhere', to('tcp', '10.200.0.1', 5053), 'refused'],
      ...bothFamilies('udp', 1, 853).map((one) => ['DNS over QUIC', one, 'refused'] as const),
      ...bothFamilies('udp', 1, 443).map((one) => ['QUIC', one, 'refused'] as const),
      ['QUIC on 80', to('udp', '10.200.0.1', 80), 'refused'],
      ...bothFamilies('tcp', 8, 8080).map((one) => ['a DoH server', one, 'refused'] as const),
      ...bothFamilies('tcp', 1, 443).map((one) => ['https', one, 'ours'] as const),
      ['WireGuard', to('udp', '10.200.0.1', 51_820), 'refused'],
      ['IKE', to('udp', 'fd00:200::1', 500), 'refused'],
      ['OpenVPN', to('udp', '10.200.0.1', 1194), 'refused'],
      ['PPTP', to('tcp', '10.200.0.1', 1723), 'refused'],
      ...bothFamilies('tcp', 1, 80).map(
        (one) => ['plain http, which the proxy is for', one, 'world'] as const,
      ),
      ['anything else', to('udp', '10.200.0.1', 9_999), 'world'],
    ];
    const before = await probe(
      lab,
      'student',
      ways.filter(([, one]) => one.host !== '127.0.0.53').map(([, one]) => one),
    );
    t.ok(
      before.every((word) => word === 'world'),
      `before the filter all of it works: ${before}`,
    );

    await enforce(filter, wish());
    t.same(await filter.attempts(), [], 'nothing was tried yet');
    const startedAt = performance.now();
    const words = await probe(
      lab,
      'student',
      ways.map(([, one]) => one),
    );
    const took = Math.round(performance.now() - startedAt);
    for (const [index, [what, { protocol, host, port }, expected]] of ways.entries())
      t.equal(words[index], expected, `${what}: ${protocol} ${host} ${port}`);
    t.ok(took < 1_500, `no refusal waits for a time-out: ${took} ms`);

    const who = lab.studentUid;
    t.same(counted(await filter.attempts()), [
      `doh 10.200.0.8 8080 ${who}`,
      `doh fd00:200::8 8080 ${who}`,
      `doq 10.200.0.1 853 ${who}`,
      `doq fd00:200::1 853 ${who}`,
      `dot 10.200.0.1 5053 ${who}`,
      `dot 10.200.0.1 853 ${who}`,
      `dot fd00:200::1 853 ${who}`,
      `foreign_dns 10.200.0.8 53 ${who}`,
      `foreign_dns 10.200.0.8 53 ${who}`,
      `foreign_dns fd00:200::8 53 ${who}`,
      `foreign_dns fd00:200::8 53 ${who}`,
      `quic 10.200.0.1 443 ${who}`,
      `quic 10.200.0.1 80 ${who}`,
      `quic fd00:200::1 443 ${who}`,
      `vpn 10.200.0.1 1194 ${who}`,
      `vpn 10.200.0.1 1723 ${who}`,
      `vpn 10.200.0.1 51820 ${who}`,
      `vpn fd00:200::1 500 ${who}`,
    ]);
    t.same(await filter.attempts(), [], 'each is told once');
    t.same(await filter.check(wish()), [], 'what packets leave in the table is no change by anybody');

    t.same(
      await probe(lab, 'laptop', [
        to('udp', '10.200.0.8', 53),
        to('tcp', '10.200.0.1', 853),
        to('tcp', '10.200.0.1', 443),
      ]),
      ['ours', 'refused', 'ours'],
      'root is filtered too, so that its self-check proves something',
    );
    t.same(await filter.attempts(), [], 'but what the agent itself tries is no attempt');
    t.same(
      await probe(lab, 'worker', [
        to('udp', '10.200.0.8', 53),
        to('tcp', 'fd00:200::8', 443),
        to('udp', '10.200.0.1', 53),
      ]),
      ['world', 'world', 'world'],
      'the worker goes out',
    );

    await worker.end('SIGKILL');
    t.same(
      await probe(lab, 'student', [
        to('tcp', '10.200.0.1', 443),
        to('tcp', '10.200.0.8', 53),
        to('udp', '10.200.0.8', 53),
      ]),
      ['refused', 'refused', 'refused'],
      'without a worker there is neither DNS nor https',
    );
  },
);

t.test('a container or virtual machine on the laptop gets nowhere by itself', { skip }, async (t) => {
  const filter = adapter(laptopRoot(t));
  const probes = [
    ...bothFamilies('udp', 8, 53),
    ...bothFamilies('tcp', 1, 853),
    to('udp', '10.200.0.1', 443),
    to('tcp', 'fd00:200::8', 8080),
    to('tcp', '10.200.0.1', 80),
  ];
  t.ok(
    (await probe(lab, 'guest', probes)).every((word) => word === 'world'),
    'before',
  );
  await enforce(filter, wish());
  t.same(await probe(lab, 'guest', probes), [...Array(6).fill('refused'), 'world']);
  t.same(counted(await filter.attempts()), [
    'guest 10.200.0.1 443 -',
    'guest 10.200.0.1 853 -',
    'guest 10.200.0.8 53 -',
    'guest fd00:200::1 853 -',
    'guest fd00:200::8 53 -',
    'guest fd00:200::8 8080 -',
  ]);
});

t.test('a student’s process on our ports answers nobody while the worker is down', { skip }, async (t) => {
  const filter = adapter(laptopRoot(t));
  const squatter = await start(
    'student',
    answerer({ word: 'squatter', hosts: ['127.0.0.1', '::1'], udp: [5300], tcp: [5300, 8443] }),
  );
  t.same(await probe(lab, 'student', [to('udp', '127.0.0.1', 5300)]), ['squatter'], 'before');
  await enforce(filter, wish());
  const words = await probe(lab, 'student', [
    to('udp', '10.200.0.8', 53),
    to('tcp', '10.200.0.8', 53),
    to('tcp', 'fd00:200::1', 443),
    to('udp', '127.0.0.1', 5300),
  ]);
  t.same(words, ['silent', 'silent', 'silent', 'silent']);
  await squatter.end('SIGKILL');
});

t.test('loaded over itself again and again, the table never leaves a gap', { skip }, async (t) => {
  const filter = adapter(laptopRoot(t));
  const worker = await startWorker();
  await enforce(filter, wish());
  const asker = startProgram(
    ...lab.command('student', [
      ...NODE,
      `
    const words = {};
    const ask = () => {
      const socket = require('node:dgram').createSocket('udp4');
      const end = (word) => { words[word] = (words[word] ?? 0) + 1; try { socket.close(); } catch {} };
      socket.on('error', (error) => end(error.code)).on('message', (data) => end(String(data)));
      socket.connect(53, '10.200.0.8', () => socket.send('hello'));
    };
    console.log('ready');
    const timer = setInterval(ask, 2);
    process.on('SIGTERM', () => { clearInterval(timer); setTimeout(() => { console.log(JSON.stringify(words)); process.exit(); }, 300); });
  `,
    ]),
  );
  processes.push(asker);
  await asker.line(/ready/);
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    // Another list each time, or there would be nothing to do.
    const wanted = wish({ dohAddresses: ['10.200.0.8', `10.99.0.${round}`] });
    const steps = await filter.check(wanted);
    t.equal(steps[0]?.id, 'nft-table');
    const startedAt = performance.now();
    t.match(await filter.apply(steps), { done: true });
    times.push(performance.now() - startedAt);
  }
  await asker.end();
  const answers = JSON.parse((await asker.line(/^\{/)).trim()) as Record<string, number>;
  t.same(Object.keys(answers), ['ours'], `every look-up had our answer: ${JSON.stringify(answers)}`);
  t.ok(
    (answers.ours ?? 0) > 50,
    `${answers.ours} look-ups over 20 loads, ${Math.round(Math.max(...times))} ms the longest`,
  );
  await worker.end('SIGKILL');
});

t.test('a connection from before the table ends with its next packet', { skip }, async (t) => {
  const filter = adapter(laptopRoot(t));
  await start(
    'net',
    `require('node:net').createServer((socket) => { const timer = setInterval(() => socket.write('x'), 20); socket.on('error', () => {}).on('close', () => clearInterval(timer)); }).listen(4430, '10.200.0.1', () => console.log('ready'))`,
  );
  // The world's 443 leads to the endless one.
  await lab.run(
    'net',
    ['nft', '-f', '-'],
    'table ip lab { chain in { type nat hook prerouting priority -100; tcp dport 443 redirect to :4430; }; }',
  );
  t.teardown(() => lab.run('net', ['nft', 'delete', 'table', 'ip', 'lab']));
  const download = startProgram(
    ...lab.command('student', [
      ...NODE,
      `
    const socket = require('node:net').connect(443, '10.200.0.1');
    socket.once('data', () => console.log('ready')).on('error', () => {}).on('close', () => { console.log('ended'); process.exit(); }).resume();
  `,
    ]),
  );
  processes.push(download);
  await download.line(/ready/);
  await enforce(filter, wish());
  const startedAt = performance.now();
  await download.line(/ended/);
  t.ok(
    performance.now() - startedAt < 1_000,
    `${Math.round(performance.now() - startedAt)} ms after the table`,
  );
});

t.test('changes by others show in the next check, and are mended', { skip }, async (t) => {
  const root = laptopRoot(t);
  const filter = adapter(root);
  await enforce(filter, wish());
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
    t.same(await filter.check(wish()), [], `before ${what}`);
    const changed = await lab.run('laptop', ['sh', '-c', change]);
    t.equal(changed.code, 0, `${what}: ${changed.stderr}`);
    const steps = await filter.check(wish());
    t.same(
      steps.map(({ id }) => id),
      [step],
      what,
    );
    t.same(
      (await adapter(root).check(wish())).map(({ id }) => id),
      [step],
      `${what}, seen by a new process`,
    );
    t.match(await filter.apply(steps), { done: true });
  }
  t.same(await adapter(root).check(wish()), [], 'at last a new process finds all as wished');

  await lab.run(
    'laptop',
    ['nft', '-f', '-'],
    'table ip other { chain out { type nat hook output priority -150; udp dport 53 redirect to :5353; }; }',
  );
  t.same(await filter.check(wish()), [], 'another’s table is no change of ours');
  t.same(await filter.conflicts(), ['the firewall table "ip other" turns look-ups elsewhere']);
  await lab.run('laptop', ['nft', 'delete', 'table', 'ip', 'other']);
  t.same(await filter.conflicts(), []);
});

t.test('a captive portal is open to its own addresses only', { skip }, async (t) => {
  const filter = adapter(laptopRoot(t));
  const worker = await startWorker();
  await enforce(filter, wish({ mode: 'portal', portalAddresses: ['10.200.0.9'] }));
  t.same(
    await probe(lab, 'student', [
      to('tcp', '10.200.0.9', 443),
      to('tcp', '10.200.0.1', 443),
      to('udp', '10.200.0.9', 53),
      to('tcp', '10.200.0.1', 853),
    ]),
    ['world', 'ours', 'ours', 'refused'],
  );
  await worker.end('SIGKILL');
});

t.test(
  'rescued with failMode open, look-ups and https go out and the ways round stay shut; closed, nothing changes',
  { skip },
  async (t) => {
    const filter = adapter(laptopRoot(t));
    const tries = [to('udp', '10.200.0.8', 53), to('tcp', 'fd00:200::1', 443), to('tcp', '10.200.0.1', 853)];
    await enforce(filter, wish({ failMode: 'closed' }));
    t.match(await filter.rescue(), { done: true });
    t.same(await probe(lab, 'student', tries), ['refused', 'refused', 'refused']);
    t.same(await filter.check(wish()), []);

    await enforce(filter, wish({ failMode: 'open' }));
    t.match(await filter.rescue(), { done: true });
    t.same(await probe(lab, 'student', tries), ['world', 'world', 'refused']);
    t.notMatch(readFileSync(join(lab.etc, 'chromium/policies/managed/schoolgate.json'), 'utf8'), 'proxy.pac');
    t.notMatch(readFileSync(join(lab.etc, 'firefox/policies/policies.json'), 'utf8'), 'proxy.pac');

    await enforce(filter, wish({ failMode: 'open' }));
    t.same(await probe(lab, 'student', tries), ['refused', 'refused', 'refused'], 'the agent is back');
  },
);

t.test(
  'restoring leaves firewall and files exactly as before, twice, with the journal and without',
  { skip },
  async (t) => {
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
    const before = await snapshot();
    const filter = adapter(laptopRoot(t));

    await enforce(filter, wish());
    await lab.run('laptop', ['nft', 'flush', 'table', 'inet', 'schoolgate']);
    writeFileSync(join(lab.etc, 'firefox/policies/policies.json'), school);
    await enforce(filter, wish({ browser: { ...wish().browser, safeSearch: false } }));
    t.not(await snapshot(), before);
    t.match(await filter.restore(), { done: true });
    t.equal(await snapshot(), before, 'after a repair the original comes back, not our own work');
    t.match(await filter.restore(), { done: true, detail: 'nothing of ours was there' });
    t.equal(await snapshot(), before);

    await enforce(filter, wish());
    await enforce(filter, wish({ mode: 'off' }));
    t.same(await filter.check(wish({ mode: 'off' })), []);
    t.match(await filter.restore(), { done: true });
    t.equal(await snapshot(), before, 'by way of "off"');
  },
);

t.test(
  'schoolgate-agent restore needs no server, configuration, identity or journal, and frees a locked laptop',
  { skip },
  async (t) => {
    const before = await snapshot();
    const root = laptopRoot(t);
    await enforce(adapter(root), wish());
    const lock = createNetworkLock({ run: onLaptop(), exemptUid: lab.workerUid });
    t.match(await lock.engage({ servers: [], resolvers: [] }), { done: true });
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
    t.match(student.stderr, 'administrator');

    const withJournal = await restore('laptop', join(root, 'state'));
    t.equal(withJournal.code, 0, withJournal.stderr);
    t.match(JSON.parse(withJournal.stdout), { restored: true });
    t.equal(await snapshot(), before, 'byte by byte');

    await enforce(adapter(laptopRoot(t)), wish());
    for (const round of ['first', 'second']) {
      const without = await restore('laptop', '/nonexistent');
      t.equal(without.code, 0, `${round}: ${without.stderr}`);
    }
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
