import t from 'tap';
import { createNetworkLock } from '../../agent/os/linux/network-lock.ts';
import { bothFamilies, buildFilterLab, counted, type FilterLab, skipLab, to } from '../support/filter-lab.ts';
import { hasFields } from '../support/has-fields.ts';
import { answerer, type Probe, probe } from '../support/lab-probe.ts';

let building: Promise<FilterLab> | undefined;
const bench = (): Promise<FilterLab> => {
  building ??= buildFilterLab();
  return building;
};

t.test(
  'each way round the filter that a firewall can shut is shut, and each attempt is told',
  { skip: skipLab },
  async (t) => {
    const { lab, startWorker, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
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

    await enforce(filter, goal());
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
    // A refusal that waits for a time-out would be called silent.
    t.comment(`all of it took ${took} ms`);

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
    t.same(await filter.check(goal()), [], 'what packets leave in the table is no change by anybody');

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

t.test(
  'a container or virtual machine on the laptop gets nowhere by itself',
  { skip: skipLab },
  async (t) => {
    const { lab, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
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
    await enforce(filter, goal());
    t.same(await probe(lab, 'guest', probes), [...Array(6).fill('refused'), 'world']);
    t.same(counted(await filter.attempts()), [
      'guest 10.200.0.1 443 -',
      'guest 10.200.0.1 853 -',
      'guest 10.200.0.8 53 -',
      'guest fd00:200::1 853 -',
      'guest fd00:200::8 53 -',
      'guest fd00:200::8 8080 -',
    ]);
  },
);

t.test(
  'a guest’s look-ups at the network’s resolver are refused without a word, or allowed, as the policy says',
  { skip: skipLab },
  async (t) => {
    const { lab, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
    const known = { networkResolvers: ['10.200.0.1', 'fd00:200::1'] };
    const asks = [...bothFamilies('udp', 1, 53), ...bothFamilies('udp', 8, 53)];
    await enforce(filter, goal(known));
    t.same(await probe(lab, 'guest', asks.slice(0, 2)), ['refused', 'refused']);
    t.same(await filter.attempts(), [], 'what every computer asks is no attempt');
    await enforce(filter, goal({ ...known, guestLookUps: true }));
    t.same(await probe(lab, 'guest', asks), ['world', 'world', 'refused', 'refused'], 'nobody else’s');
    t.same(counted(await filter.attempts()), ['guest 10.200.0.8 53 -', 'guest fd00:200::8 53 -']);
  },
);

t.test(
  'the school’s own VPN is open by the ports of VPNs, and nothing else is there',
  { skip: skipLab },
  async (t) => {
    const { lab, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
    const vpnServers = ['10.200.0.1', 'fd00:200::/127', 'not an address'];
    await enforce(filter, goal({ vpnServers }));
    const open = [
      ...bothFamilies('udp', 1, 51_820),
      ...bothFamilies('udp', 1, 443),
      ...bothFamilies('tcp', 1, 1723),
    ];
    t.same(
      await probe(lab, 'student', open),
      open.map(() => 'world'),
    );
    const shut = [
      ...bothFamilies('udp', 8, 51_820),
      ...bothFamilies('tcp', 1, 853),
      ...bothFamilies('udp', 8, 443),
      to('udp', '10.200.0.1', 80),
    ];
    t.same(
      await probe(lab, 'student', shut),
      shut.map(() => 'refused'),
    );
  },
);

t.test(
  'a student’s process on our ports answers nobody while the worker is down',
  { skip: skipLab },
  async (t) => {
    const { lab, start, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
    const squatter = await start(
      'student',
      answerer({ word: 'squatter', hosts: ['127.0.0.1', '::1'], udp: [5300], tcp: [5300, 8443] }),
    );
    t.same(await probe(lab, 'student', [to('udp', '127.0.0.1', 5300)]), ['squatter'], 'before');
    await enforce(filter, goal());
    const words = await probe(lab, 'student', [
      to('udp', '10.200.0.8', 53),
      to('tcp', '10.200.0.8', 53),
      to('tcp', 'fd00:200::1', 443),
      to('udp', '127.0.0.1', 5300),
    ]);
    t.same(words, ['silent', 'silent', 'silent', 'silent']);
    await squatter.end('SIGKILL');
  },
);

t.test('loaded over itself again and again, the table never leaves a gap', { skip: skipLab }, async (t) => {
  const { start, startWorker, root, adapter, goal, enforce } = await bench();
  const filter = adapter(root(t));
  const worker = await startWorker();
  await enforce(filter, goal());
  const asker = await start(
    'student',
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
  );
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    // Another list each time, or there would be nothing to do.
    const wanted = goal({ dohAddresses: ['10.200.0.8', `10.99.0.${round}`] });
    const steps = await filter.check(wanted);
    t.equal(steps[0]?.id, 'nft-table');
    const startedAt = performance.now();
    hasFields(t, await filter.apply(steps), { done: true });
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

t.test('a connection from before the table ends with its next packet', { skip: skipLab }, async (t) => {
  const { lab, start, root, adapter, goal, enforce } = await bench();
  const filter = adapter(root(t));
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
  const download = await start(
    'student',
    `
    const socket = require('node:net').connect(443, '10.200.0.1');
    socket.once('data', () => console.log('ready')).on('error', () => {}).on('close', () => { console.log('ended'); process.exit(); }).resume();
  `,
  );
  await enforce(filter, goal());
  const startedAt = performance.now();
  await download.line(/ended/);
  t.comment(`it ended ${Math.round(performance.now() - startedAt)} ms after the table`);
});

t.test(
  'the worker’s own look-ups go out, also from a port from which a student has just asked',
  { skip: skipLab },
  async (t) => {
    const { lab, startWorker, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
    const worker = await startWorker();
    await enforce(filter, goal());
    const same = bothFamilies('udp', 8, 53).map((one, index) => ({ ...one, from: 40_053 + index }));
    t.same(await probe(lab, 'student', same), ['ours', 'ours']);
    t.same(await probe(lab, 'worker', same), ['world', 'world']);
    t.same(await probe(lab, 'student', same), ['ours', 'ours']);
    await worker.end('SIGKILL');
  },
);

t.test('a captive portal is open to its own addresses only', { skip: skipLab }, async (t) => {
  const { lab, startWorker, root, adapter, goal, enforce } = await bench();
  const filter = adapter(root(t));
  const worker = await startWorker();
  await enforce(filter, goal({ mode: 'portal', portalAddresses: ['10.200.0.9'] }));
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
  'a lock with crisis help leads look-ups and https to the worker, and lets the worker reach what it opened',
  { skip: skipLab },
  async (t) => {
    const { lab, startWorker, run, root, adapter, goal, enforce } = await bench();
    const filter = adapter(root(t));
    const worker = await startWorker();
    const lock = createNetworkLock({ run, exemptUid: lab.workerUid });
    t.teardown(() => lock.release());
    await enforce(filter, goal());
    const network = { servers: ['10.200.0.9', 'fd00:200::9'], resolvers: ['10.200.0.1'] };
    const student = [to('udp', '10.200.0.1', 53), to('tcp', '10.200.0.8', 443), to('tcp', '10.200.0.1', 80)];
    const help = bothFamilies('tcp', 8, 443);

    hasFields(t, await lock.engage({ ...network, resolvers: [] }), { done: true });
    t.same(await probe(lab, 'student', student), ['refused', 'refused', 'refused'], 'without crisis help');
    t.same(
      await probe(lab, 'worker', [to('udp', '10.200.0.1', 53)]),
      ['refused'],
      'nobody looks anything up',
    );
    hasFields(t, (await lock.allowHelp?.(['10.200.0.8'], 60)) ?? {}, { done: false });

    hasFields(t, await lock.engage(network), { done: true }, 'the server is looked for by its name');
    t.same(await probe(lab, 'student', student), ['ours', 'ours', 'refused'], 'the worker decides by name');
    t.same(await probe(lab, 'worker', [to('udp', '10.200.0.1', 53), ...help]), [
      'world',
      'refused',
      'refused',
    ]);
    hasFields(t, (await lock.allowHelp?.(['10.200.0.8'], 60)) ?? {}, { done: false });

    hasFields(t, await lock.engage({ ...network, crisisHelp: true }), { done: true });
    t.same(await probe(lab, 'student', student), ['ours', 'ours', 'refused'], 'the worker decides by name');
    t.same(await probe(lab, 'worker', help), ['refused', 'refused']);
    hasFields(t, (await lock.allowHelp?.(['10.200.0.8', 'fd00:200::8'], 1)) ?? {}, { done: true });
    hasFields(t, (await lock.allowHelp?.(['10.200.0.8', 'fd00:200::8'], 60)) ?? {}, { done: true });
    t.equal(await lock.state(), 'engaged', 'an address of help is no damage');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    t.same(await probe(lab, 'worker', help), ['world', 'world'], 'and its time was started anew');
    t.same(await probe(lab, 'worker', bothFamilies('tcp', 1, 443)), ['refused', 'refused'], 'nothing else');
    t.same(
      await probe(lab, 'worker', [
        to('tcp', '10.200.0.8', 80),
        to('tcp', '10.200.0.9', 443),
        to('udp', '10.200.0.1', 53),
        to('udp', '10.200.0.8', 53),
      ]),
      ['refused', 'world', 'world', 'refused'],
    );

    await enforce(filter, goal({ mode: 'portal', portalAddresses: ['10.200.0.1'] }));
    hasFields(t, await lock.engage({ ...network, portalAddresses: ['10.200.0.1'] }), { done: true });
    t.same(
      await probe(lab, 'student', [
        to('tcp', '10.200.0.1', 80),
        to('tcp', '10.200.0.1', 443),
        to('udp', '10.200.0.1', 53),
        to('tcp', '10.200.0.8', 80),
      ]),
      ['world', 'world', 'ours', 'refused'],
      'a locked laptop signs in to a captive portal where the policy lets it',
    );
    hasFields(t, await lock.release(), { done: true });
    await worker.end('SIGKILL');
  },
);
