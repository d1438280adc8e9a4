import { Resolver as NodeResolver } from 'node:dns/promises';
import { encode } from 'dns-packet';
import t, { type Test } from 'tap';
import { createConnectionTable } from '../../../../../agent/filter/connections/connection-table.ts';
import { createUdpAskers } from '../../../../../agent/filter/dns/udp-askers.ts';
import { createFileReader } from '../../../../../agent/os/file-reader.ts';
import { readSocketTable } from '../../../../../agent/os/linux/socket-tables.ts';
import { systemClock } from '../../../../../kit/clock.ts';
import {
  answerTo,
  askUdp,
  createFakeJudge,
  type DnsLab,
  type FakeJudge,
  type FakeUpstream,
  frame,
  PLAIN_BEHAVIOUR,
  queryFor,
  sendTcp,
  startDnsLab,
  startUpstream,
} from '../../../../support/dns-lab.ts';
import { until } from '../../../../support/until.ts';

type Options = Parameters<typeof startDnsLab>[0];

async function start(
  t: Test,
  judge: FakeJudge = createFakeJudge(['shut.example']),
  options: Options = {},
): Promise<DnsLab & { readonly upstream: FakeUpstream }> {
  const upstream = await startUpstream();
  t.teardown(() => upstream.stop());
  const upstreams = [upstream.address];
  const lab = await startDnsLab({ upstreams: () => upstreams, ...options, judge });
  t.teardown(() => lab.resolver.stop());
  return { ...lab, upstream };
}

function dataOf(reply: { readonly answers?: readonly object[] | undefined }): readonly unknown[] {
  return (reply.answers ?? []).map((answer) => ('data' in answer ? answer.data : null));
}

function rcodeOf(reply: object): unknown {
  return 'rcode' in reply ? reply.rcode : null;
}

t.test(
  'Node’s own client gets allowed names by UDP, over IPv4 and IPv6, and the port is the same',
  async (t) => {
    const { resolver, port } = await start(t);
    for (const { address } of resolver.ports()) {
      const client = new NodeResolver();
      client.setServers([address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`]);
      t.same(await client.resolve4('open.example'), ['192.0.2.1'], address);
      t.same(await client.resolve6('open.example'), ['2001:db8::1'], address);
      t.same(await client.resolveTxt('open.example'), [['text']], address);
      t.same(await client.resolve4('www.shut.example'), ['0.0.0.0'], address);
      t.same(await client.resolve6('www.shut.example'), ['::'], address);
      await t.rejects(client.resolveTxt('www.shut.example'), { code: 'ENODATA' }, address);
    }
  },
);

t.test(
  'a blocked name is blocked in any case, and nobody is asked; the answer holds 30 seconds',
  async (t) => {
    const { port, upstream } = await start(t);
    for (const name of ['SHUT.example', 'sHuT.eXaMpLe', 'a.b.Shut.Example']) {
      const reply = await askUdp(port, queryFor(name));
      t.same(dataOf(reply), ['0.0.0.0'], name);
      t.equal(reply.questions?.[0]?.name, name, 'the spelling of the question comes back');
      t.same(
        reply.answers?.map((answer) => ('ttl' in answer ? answer.ttl : null)),
        [30],
      );
    }
    const denial = await askUdp(port, queryFor('shut.example', 'MX'));
    t.same([dataOf(denial), denial.authorities?.[0]?.type], [[], 'SOA']);
    t.same(upstream.asked, []);
  },
);

t.test('a change of policy takes effect at the next question, in spite of the cache', async (t) => {
  const { port, judge, upstream } = await start(t);
  t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['192.0.2.1']);
  judge.blocked.set('open.example', 'block');
  t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['0.0.0.0']);
  judge.blocked.delete('open.example');
  t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['192.0.2.1']);
  t.same(upstream.asked, ['A open.example'], 'the cache was kept all the while');
});

t.test(
  'while locked only what the judge allows is resolved, and nothing else leaves the computer',
  async (t) => {
    const { port, judge, upstream } = await start(t);
    judge.options.mode = 'locked';
    judge.allowed.set('school.example', 'server');
    t.same(dataOf(await askUdp(port, queryFor('school.example'))), ['192.0.2.1']);
    for (const name of ['open.example', 'secret-data.tunnel.example', '1.1.168.192.in-addr.arpa', 'printer'])
      t.same(dataOf(await askUdp(port, queryFor(name))), ['0.0.0.0'], name);
    t.same(dataOf(await askUdp(port, queryFor('secret.tunnel.example', 'TXT'))), []);
    t.same(upstream.asked, ['A school.example']);
  },
);

t.test('special names are answered here, and at once', async (t) => {
  const judge = createFakeJudge();
  judge.blocked.set('mask.icloud.com', 'protection');
  judge.blocked.set('dns.google', 'protection');
  const { port, upstream, nonces } = await start(t, judge);
  const absent = [
    'use-application-dns.net',
    'mask.icloud.com',
    'dns.google',
    'wpad.school.example',
    'wpad',
    'x.onion',
    'x.invalid',
  ];
  for (const name of absent) t.equal(rcodeOf(await askUdp(port, queryFor(name))), 'NXDOMAIN', name);
  const designated = await askUdp(port, queryFor('_dns.resolver.arpa', 'UNKNOWN_64' as never));
  t.same([rcodeOf(designated), dataOf(designated)], ['NOERROR', []]);
  t.same(dataOf(await askUdp(port, queryFor('localhost'))), ['127.0.0.1']);
  t.same(dataOf(await askUdp(port, queryFor('block.schoolgate.internal', 'AAAA'))), ['::1']);
  t.same(dataOf(await askUdp(port, queryFor('n0nce.self-check.schoolgate.internal'))), ['127.0.0.1']);
  t.same(nonces, ['n0nce']);
  t.same(upstream.asked, []);
});

t.test(
  'a local domain and private reverse zones are asked of the network’s resolver, and may be private',
  async (t) => {
    const { port, upstream } = await start(t);
    upstream.behave(({ name }, query) => answerTo(query, [{ type: 'A', name, ttl: 60, data: '10.0.0.7' }]));
    t.same(dataOf(await askUdp(port, queryFor('files.school.local'))), ['10.0.0.7']);
    t.same(dataOf(await askUdp(port, queryFor('printer'))), ['10.0.0.7']);
    await askUdp(port, queryFor('7.0.0.10.in-addr.arpa', 'PTR'));
    t.same(upstream.asked, ['A files.school.local', 'A printer', 'PTR 7.0.0.10.in-addr.arpa']);
  },
);

t.test('SafeSearch and YouTube give alias and address in one answer, and no HTTPS record', async (t) => {
  const { port, judge, upstream } = await start(t);
  const cases = [
    ['www.google.com', 'forcesafesearch.google.com'],
    ['www.google.co.uk', 'forcesafesearch.google.com'],
    ['WWW.Bing.com', 'strict.bing.com'],
    ['duckduckgo.com', 'safe.duckduckgo.com'],
    ['www.ecosia.org', 'strict-safe-search.ecosia.org'],
    ['pixabay.com', 'safesearch.pixabay.com'],
    ['m.youtube.com', 'restrictmoderate.youtube.com'],
  ] as const;
  for (const [name, target] of cases) {
    t.same(dataOf(await askUdp(port, queryFor(name))), [target, '192.0.2.1'], name);
    t.same(dataOf(await askUdp(port, queryFor(name, 'AAAA'))), [target, '2001:db8::1'], name);
    t.same(dataOf(await askUdp(port, queryFor(name, 'UNKNOWN_65' as never))), [], name);
  }
  t.same(dataOf(await askUdp(port, queryFor('yandex.ru'))), ['213.180.193.56']);
  t.same(dataOf(await askUdp(port, queryFor('yandex.ru', 'AAAA'))), []);
  judge.options.settings = { ...judge.settings(), safeSearch: false, youtubeRestriction: 'strict' };
  t.same(dataOf(await askUdp(port, queryFor('www.google.com'))), ['192.0.2.1']);
  t.same(dataOf(await askUdp(port, queryFor('www.youtube.com'))), ['restrict.youtube.com', '192.0.2.1']);
  t.notOk(upstream.asked.some((asked) => asked.includes('65')));
});

t.test(
  'an alias of a blocked name is blocked, but for neutral edges and what was allowed by a rule',
  async (t) => {
    const { port, judge, upstream, decided } = await start(t);
    let target = 'cdn.shut.example';
    upstream.behave(({ name }, query) =>
      answerTo(query, [
        { type: 'CNAME', name, ttl: 60, data: target },
        { type: 'A', name: target, ttl: 60, data: '192.0.2.9' },
      ]),
    );
    t.same(dataOf(await askUdp(port, queryFor('cloak.example'))), ['0.0.0.0']);
    t.same(
      decided.map(({ question, judgement }) => [question.host, judgement.action]),
      [['cloak.example', 'block']],
    );
    judge.allowed.set('meant.example', 'allow');
    t.same(dataOf(await askUdp(port, queryFor('meant.example'))), ['cdn.shut.example', '192.0.2.9']);
    judge.blocked.set('cloudfront.net', 'block');
    target = 'd1.cloudfront.net';
    t.same(dataOf(await askUdp(port, queryFor('edge.example'))), ['d1.cloudfront.net', '192.0.2.9']);
    judge.blocked.delete('shut.example');
    t.same(
      dataOf(await askUdp(port, queryFor('cloak.example'))),
      ['cdn.shut.example', '192.0.2.9'],
      'judged anew each time',
    );
  },
);

t.test(
  'private addresses of public names are dropped, unless the network is known or the name is crisis help',
  async (t) => {
    const judge = createFakeJudge();
    judge.crisis.add('help.example');
    let networks: readonly string[] = [];
    const { port, upstream, decided } = await start(t, judge, { privateNetworks: () => networks });
    upstream.behave(({ name }, query) =>
      answerTo(
        query,
        ['192.168.1.1', '192.0.2.1', '127.0.0.1'].map((data) => ({
          type: 'A' as const,
          name,
          ttl: 60,
          data,
        })),
      ),
    );
    t.same(dataOf(await askUdp(port, queryFor('rebind.example'))), ['192.0.2.1']);
    t.same(dataOf(await askUdp(port, queryFor('help.example'))), ['192.168.1.1', '192.0.2.1', '127.0.0.1']);
    networks = ['192.168.0.0/16'];
    t.same(dataOf(await askUdp(port, queryFor('rebind.example'))), ['192.168.1.1', '192.0.2.1']);
    t.same(
      decided.map(({ question }) => question.host),
      ['rebind.example'],
      'a pair is recorded once, crisis help never',
    );
    judge.options.mode = 'portal';
    judge.allowed.set('captive.example', 'connectivity');
    upstream.behave(({ name }, query) => answerTo(query, [{ type: 'A', name, ttl: 60, data: '10.1.1.1' }]));
    t.same(
      dataOf(await askUdp(port, queryFor('captive.example'))),
      ['10.1.1.1'],
      'a captive portal is found',
    );
  },
);

t.test('when the filter is off, everything passes as it comes', async (t) => {
  const { port, judge } = await start(t);
  judge.options.mode = 'off';
  t.same(dataOf(await askUdp(port, queryFor('www.google.com'))), ['192.0.2.1']);
  t.same(dataOf(await askUdp(port, queryFor('shut.example'))), ['192.0.2.1']);
  t.equal(rcodeOf(await askUdp(port, queryFor('use-application-dns.net'))), 'NOERROR');
});

t.test(
  'answers are kept as long as they say, count down, and no longer than five minutes for programs',
  async (t) => {
    const { port, upstream } = await start(t);
    upstream.behave((question, query) => {
      if (question.name !== 'gone.example') return PLAIN_BEHAVIOUR(question, query, 'udp');
      const data = {
        mname: 'ns.example',
        rname: 'host.example',
        serial: 1,
        refresh: 1,
        retry: 1,
        expire: 1,
        minimum: 60,
      };
      return answerTo(query, [], {
        flags: 0x0183,
        authorities: [{ type: 'SOA', name: 'example', ttl: 3_600, data }],
      });
    });
    for (let number = 0; number < 2; number++) {
      t.equal(rcodeOf(await askUdp(port, queryFor('gone.example'))), 'NXDOMAIN');
      t.same(dataOf(await askUdp(port, queryFor('OPEN.example'))), ['192.0.2.1']);
    }
    t.same(upstream.asked, ['A gone.example', 'A open.example']);
    upstream.behave(({ name }, query) =>
      answerTo(query, [{ type: 'A', name, ttl: 86_400, data: '192.0.2.1' }]),
    );
    const long = await askUdp(port, queryFor('long.example'));
    t.same(
      long.answers?.map((answer) => ('ttl' in answer ? answer.ttl : null)),
      [300],
    );
  },
);

t.test('the port is given back, and both start and stop may be called twice', async (t) => {
  const { resolver, port } = await start(t);
  await resolver.start();
  t.equal(resolver.ports()[0]?.port, port);
  await resolver.stop();
  await resolver.stop();
  t.same(resolver.ports(), []);
  const again = await startDnsLab({ port });
  await t.rejects(startDnsLab({ port }), { code: 'EADDRINUSE' }, 'a taken port is an error');
  await again.resolver.stop();
});

t.test('proxy and relay get addresses by the same way: SafeSearch, private addresses, aliases', async (t) => {
  const { resolver, upstream } = await start(t);
  t.same(await resolver.resolve('www.bing.com'), ['192.0.2.1', '2001:db8::1']);
  t.same(await resolver.resolve('open.example', 6), ['2001:db8::1']);
  t.ok(upstream.asked.includes('A strict.bing.com'));
  upstream.behave(({ name }, query) => answerTo(query, [{ type: 'A', name, ttl: 60, data: '127.0.0.1' }]));
  t.same(await resolver.resolve('rebind.example', 4), []);
  upstream.behave((_question, query) => answerTo(query, [], { flags: 0x0182 }));
  await t.rejects(resolver.resolve('failing.example'), /no resolver answered/);
});

t.test('no address goes out, to a program or to the proxy, before it has been opened', async (t) => {
  const judge = createFakeJudge();
  judge.allowed.set('help.example', 'crisis_allow');
  const opened: string[] = [];
  let open: (() => void) | null = null;
  const { resolver, port } = await start(t, judge, {
    opener: {
      wants: ({ reason }) => reason === 'crisis_allow',
      open: ({ addresses }) => {
        opened.push(...addresses);
        return new Promise<void>((resolve) => {
          open = resolve;
        });
      },
    },
  });
  let told = false;
  const asked = askUdp(port, queryFor('help.example')).then((reply) => {
    told = true;
    return reply;
  });
  await until(() => open !== null, { what: 'the opening to be asked for' });
  await askUdp(port, queryFor('site.example'));
  t.equal(told, false, 'others are answered meanwhile');
  (open as (() => void) | null)?.();
  t.same(dataOf(await asked), ['192.0.2.1']);
  open = null;
  const resolving = resolver.resolve('help.example', 6);
  await until(() => open !== null, { what: 'the opening for the proxy' });
  (open as (() => void) | null)?.();
  t.same(await resolving, ['2001:db8::1']);
  t.same(opened, ['192.0.2.1', '2001:db8::1']);
});

t.test('a look-up is recorded of the user whose socket asked, by UDP and by TCP', async (t) => {
  const { port, decided } = await start(t, createFakeJudge(['shut.example', 'off.example']), {
    askers: createUdpAskers({ readTable: readSocketTable, clock: systemClock }),
    connections: createConnectionTable({ files: createFileReader({ root: '/' }) }),
  });
  await askUdp(port, queryFor('shut.example'));
  await askUdp(port, queryFor('open.example'));
  await sendTcp(port, frame(encode(queryFor('off.example'))), 1);
  const own = process.getuid?.();
  t.same(
    decided.map(({ question: { host, uid } }) => [host, uid]),
    [
      ['shut.example', own],
      ['open.example', own],
      ['off.example', own],
    ],
  );
});
