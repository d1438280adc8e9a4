import { Resolver as NodeResolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { decode, encode } from 'dns-packet';
import t, { type Test } from 'tap';
import {
  answerTo,
  askUdp,
  createFakeJudge,
  type DnsLab,
  type FakeJudge,
  type FakeUpstream,
  frame,
  queryFor,
  sendTcp,
  sendUdp,
  startDnsLab,
  startUpstream,
} from '../../../../support/dns-lab.ts';
import { hasFields } from '../../../../support/has-fields.ts';
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

t.test('malformed queries get the right error or nothing, and the resolver goes on', async (t) => {
  const { port } = await start(t);
  const sound = encode(queryFor('open.example'));
  const changed = (change: (packet: Buffer) => void): Buffer => {
    const packet = Buffer.from(sound);
    change(packet);
    return packet;
  };
  const cases = [
    ['two questions', changed((packet) => packet.writeUInt16BE(2, 4)), 1],
    ['no question', changed((packet) => packet.writeUInt16BE(0, 4)), 1],
    ['an answer in it', changed((packet) => packet.writeUInt16BE(1, 6)), 1],
    ['cut off', sound.subarray(0, 16), 1],
    ['a pointer as name', changed((packet) => packet.writeUInt16BE(0xc00c, 12)), 1],
    ['opcode STATUS', changed((packet) => packet.writeUInt8(0x11, 2)), 4],
    ['opcode UPDATE', changed((packet) => packet.writeUInt8(0x29, 2)), 4],
    ['class CHAOS', changed((packet) => packet.writeUInt16BE(3, packet.length - 2)), 5],
    ['type ANY', changed((packet) => packet.writeUInt16BE(255, packet.length - 4)), 4],
    ['type AXFR', changed((packet) => packet.writeUInt16BE(252, packet.length - 4)), 4],
    ['a dot in a label', changed((packet) => packet.writeUInt8(46, 14)), 1],
  ] as const;
  for (const [what, packet, rcode] of cases) {
    const reply = await sendUdp(port, packet);
    t.equal((reply?.[3] ?? 255) & 0x0f, rcode, what);
    t.equal(reply?.readUInt16BE(0), 4_711, what);
  }
  t.equal(await sendUdp(port, Buffer.from('0001', 'hex'), 100), null, 'too short');
  t.equal(
    await sendUdp(
      port,
      changed((packet) => packet.writeUInt8(0x81, 2)),
      100,
    ),
    null,
    'an answer',
  );
  t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['192.0.2.1']);
});

t.test(
  'EDNS is answered with EDNS, another version with BADVERS, and nothing of the client’s options goes on',
  async (t) => {
    const { port, upstream } = await start(t);
    const opt = (more: object): never[] =>
      [
        {
          type: 'OPT',
          name: '.',
          udpPayloadSize: 4_096,
          extendedRcode: 0,
          ednsVersion: 0,
          flags: 0,
          flag_do: false,
          options: [],
          ...more,
        },
      ] as never[];
    const options = [
      { code: 'CLIENT_SUBNET', family: 1, sourcePrefixLength: 24, scopePrefixLength: 0, ip: '198.51.100.0' },
      { code: 'COOKIE', data: Buffer.alloc(8, 7) },
    ];
    const reply = await askUdp(port, queryFor('open.example', 'A', { additionals: opt({ options }) }));
    const ours = reply.additionals?.[0];
    hasFields(t, ours, { type: 'OPT', udpPayloadSize: 1_232, ednsVersion: 0 });
    const passedOn = upstream.queries[0]?.packet.additionals?.[0];
    t.equal(passedOn?.type, 'OPT');
    t.same(passedOn !== undefined && 'options' in passedOn ? passedOn.options : null, []);
    const plain = await askUdp(port, queryFor('open.example'));
    t.same(plain.additionals, [], 'no EDNS for those who speak none');
    const versioned = await sendUdp(
      port,
      encode(queryFor('open.example', 'A', { additionals: opt({ ednsVersion: 1 }) })),
    );
    const badVersion = versioned === null ? null : decode(versioned).additionals?.[0];
    hasFields(t, badVersion, { type: 'OPT', extendedRcode: 1, ednsVersion: 0 });
    const blocked = await sendUdp(port, encode(queryFor('shut.example', 'A', { additionals: opt({}) })));
    t.ok(
      blocked?.includes(Buffer.from('000f0002000f', 'hex')),
      'a block is told as an extended error (RFC 8914)',
    );
  },
);

t.test('an answer that does not fit is cut between records and marked, and comes whole by TCP', async (t) => {
  const { port, upstream } = await start(t);
  upstream.behave(({ name }, query, via) => {
    const all = Array.from({ length: 100 }, (_, number) => ({
      type: 'A' as const,
      name,
      ttl: 60,
      data: `192.0.2.${number}`,
    }));
    return via === 'tcp' ? answerTo(query, all) : answerTo(query, [], { flags: 0x0380 });
  });
  for (const [size, limit] of [
    [0, 512],
    [600, 600],
    [4_096, 1_232],
  ] as const) {
    const additionals =
      size === 0
        ? []
        : ([{ type: 'OPT', name: '.', udpPayloadSize: size, flags: 0, options: [] }] as never[]);
    const raw = await sendUdp(port, encode(queryFor('many.example', 'A', { additionals })));
    const reply = decode(raw ?? Buffer.alloc(12));
    t.ok((raw?.length ?? 0) <= limit && (raw?.length ?? 0) > limit - 60, `${raw?.length} of ${limit} bytes`);
    t.equal('flag_tc' in reply && reply.flag_tc, true);
    t.ok(dataOf(reply).length > 10 && dataOf(reply).every((data) => String(data).startsWith('192.0.2.')));
  }
  const [whole] = await sendTcp(port, frame(encode(queryFor('many.example'))), 1);
  t.equal(dataOf(decode(whole ?? Buffer.alloc(12))).length, 100);
  const client = new NodeResolver();
  client.setServers([`127.0.0.1:${port}`]);
  t.equal((await client.resolve4('many.example')).length, 100, 'Node’s client comes back by TCP by itself');
});

t.test(
  'several questions on one TCP connection are all answered, in pieces and after a half close',
  async (t) => {
    const { port } = await start(t);
    const names = Array.from({ length: 80 }, (_, number) => `n${number}.example`);
    const bytes = Buffer.concat(names.map((name, id) => frame(encode(queryFor(name, 'A', { id })))));
    const replies = (await sendTcp(port, bytes, names.length)).map((reply) => decode(reply));
    t.same(
      replies.map(({ id }) => id ?? -1).sort((a, b) => a - b),
      names.map((_, id) => id),
    );
    const halfClosed = await new Promise<Buffer>((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('end', () => resolve(Buffer.concat(chunks)));
      socket.on('error', reject);
      for (const byte of frame(encode(queryFor('late.example')))) socket.write(Buffer.of(byte));
      socket.end();
    });
    t.same(dataOf(decode(halfClosed.subarray(2))), ['192.0.2.1']);
  },
);

t.test('many idle and broken TCP connections do not keep others out', async (t) => {
  const { port } = await start(t);
  const sockets = Array.from({ length: 100 }, () => connect({ port, host: '127.0.0.1' }));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  let closed = 0;
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed += 1;
    });
    socket.write(Buffer.of(0xff));
  }
  await until(() => closed >= 36, { what: 'the idlest connections to be closed' });
  const [reply] = await sendTcp(port, frame(encode(queryFor('open.example'))), 1);
  t.same(dataOf(decode(reply ?? Buffer.alloc(12))), ['192.0.2.1']);
  await sendTcp(port, frame(Buffer.from('00', 'hex')), 1).catch(() => undefined);
  t.same(dataOf(await askUdp(port, queryFor('open.example'))), ['192.0.2.1']);
});
