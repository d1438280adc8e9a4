import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { encode } from 'dns-packet';
import t, { type Test } from 'tap';
import { type DnsQuery, readQuery } from '../../../../../agent/filter/dns/message.ts';
import { listenUdp } from '../../../../../agent/filter/dns/udp-listener.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { queryFor } from '../../../../support/dns-lab.ts';
import { until } from '../../../../support/until.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

type Done = (reply: Buffer, query: DnsQuery) => void;

const QUESTION = encode(queryFor('wiki.example'));
const QUERY = readQuery(QUESTION) as DnsQuery;

/** A listener whose questions wait until a test answers them. */
async function stand(t: Test, address = '127.0.0.1') {
  const taken: { readonly packet: Buffer; readonly done: Done }[] = [];
  const handler = { take: (packet: Buffer, done: Done) => void taken.push({ packet, done }) };
  const listener = await listenUdp({ address, port: 0 }, handler, silentLog);
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await listener.close();
    isClosed = true;
  };
  t.teardown(close);
  const program = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  t.teardown(() => program.close());
  return {
    taken,
    port: listener.port,
    close,
    program,
    send: (packet: Buffer) => program.send(packet, listener.port, address),
    heard: async (): Promise<Buffer> => ((await once(program, 'message')) as [Buffer, RemoteInfo])[0],
  };
}

t.test('a question is taken as it came, and its answer goes to who asked', async (t) => {
  const { send, taken, heard } = await stand(t);
  send(QUESTION);
  await until(() => taken.length === 1, { what: 'the question', intervalMs: 1 });
  t.strictSame(taken[0]?.packet, QUESTION);
  const answer = heard();
  taken[0]?.done(Buffer.from('an answer'), QUERY);
  t.equal(String(await answer), 'an answer');
});

t.test('an answer is cut to what the asker takes', async (t) => {
  const { send, taken, heard } = await stand(t);
  send(QUESTION);
  await until(() => taken.length === 1, { what: 'the question', intervalMs: 1 });
  const long = Buffer.concat([QUESTION, Buffer.alloc(1_000)]);
  const answer = heard();
  taken[0]?.done(long, QUERY);
  const cut = await answer;
  t.equal(cut.length, QUERY.questionEnd, 'nothing behind the question is a record');
  t.equal((cut[2] ?? 0) & 0x02, 0x02, 'it says that it was cut');
  const whole = heard();
  taken[0]?.done(long, { ...QUERY, payloadBytes: 4_096 });
  t.equal((await whole).length, long.length);
});

t.test('a listener that is closed answers nobody any more, and harms nobody', async (t) => {
  const { send, taken, close, port } = await stand(t);
  send(QUESTION);
  await until(() => taken.length === 1, { what: 'the question', intervalMs: 1 });
  await close();
  taken[0]?.done(Buffer.from('too late'), QUERY);
  const other = createSocket('udp4');
  t.teardown(() => other.close());
  other.bind({ port, address: '127.0.0.1', exclusive: true });
  await once(other, 'listening');
  t.pass('the port is free again');
});

t.test('a port that is taken is an error', async (t) => {
  const { port } = await stand(t);
  const handler = { take: () => t.fail('nothing is asked') };
  await t.rejects(listenUdp({ address: '127.0.0.1', port }, handler, silentLog), { code: 'EADDRINUSE' });
});

t.test('an address of IPv6 is listened on alone', { skip: !HAS_IPV6 && 'no IPv6 here' }, async (t) => {
  const { send, taken, heard, port } = await stand(t, '::1');
  send(QUESTION);
  await until(() => taken.length === 1, { what: 'the question', intervalMs: 1 });
  const answer = heard();
  taken[0]?.done(Buffer.from('an answer'), QUERY);
  t.equal(String(await answer), 'an answer');
  const handler = { take: () => t.fail('nothing is asked') };
  const all = await listenUdp({ address: '::', port: 0 }, handler, silentLog);
  const beside = await listenUdp({ address: '0.0.0.0', port: all.port }, handler, silentLog);
  t.equal(beside.port, all.port, 'beside one of IPv4 at the same port');
  await Promise.all([all.close(), beside.close()]);
  t.ok(port > 0);
});
