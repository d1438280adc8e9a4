import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { decode, encode } from 'dns-packet';
import t, { type Test } from 'tap';
import { DnsListeners, type DnsListenersOptions } from '../../../../../agent/filter/dns/listeners.ts';
import { readQuery } from '../../../../../agent/filter/dns/message.ts';
import { bareReply } from '../../../../../agent/filter/dns/reply.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { askUdp, frame, queryFor, sendTcp } from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const IPV4 = '127.0.0.1';
/** No other test listens there, on whatever port. */
const OWN_LOOPBACK = '127.53.0.1';
/** Set aside for documentation: no computer has them. */
const NO_IPV6 = '2001:db8::1';
const NO_IPV4 = '192.0.2.1';
const NXDOMAIN = 3;

function stand(t: Test, more: Partial<DnsListenersOptions> = {}) {
  const told: string[] = [];
  const listeners = new DnsListeners({
    handler: {
      take(packet, done) {
        const query = readQuery(packet);
        if (query !== null) done(bareReply(query, NXDOMAIN), query);
      },
    },
    port: 0,
    mayMove: false,
    addresses: [IPV4],
    clock: createFakeClock(),
    log: { ...silentLog, info: (_facts: unknown, text?: unknown) => void told.push(String(text)) },
    ...more,
  });
  t.teardown(() => listeners.stop());
  return { listeners, told };
}

const portOf = (listeners: DnsListeners): number => listeners.ports()[0]?.port ?? 0;

/** Whether nobody holds a port of an address, neither by UDP nor by TCP. */
async function isFree(port: number, address: string): Promise<boolean> {
  const udp = createSocket('udp4');
  const tcp = createServer();
  try {
    udp.bind({ port, address, exclusive: true });
    await once(udp, 'listening');
    tcp.listen(port, address);
    await once(tcp, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    udp.close();
    tcp.close();
  }
}

/** A port that somebody holds by TCP only. */
async function heldByTcp(t: Test): Promise<number> {
  const holder = createServer();
  holder.listen(0, IPV4);
  await once(holder, 'listening');
  t.teardown(() => holder.close());
  return (holder.address() as AddressInfo).port;
}

t.test('questions come in by UDP and TCP of one port', async (t) => {
  const { listeners, told } = stand(t);
  t.strictSame(listeners.ports(), []);
  await listeners.start();
  t.strictSame(listeners.ports(), [{ address: IPV4, port: portOf(listeners) }]);
  const port = portOf(listeners);
  t.ok(port > 0);
  hasFields(t, await askUdp(port, queryFor('a.example')), { rcode: 'NXDOMAIN' });
  const [reply] = await sendTcp(port, frame(encode(queryFor('a.example'))), 1);
  hasFields(t, decode(reply ?? Buffer.alloc(12)), { rcode: 'NXDOMAIN' });
  t.strictSame(told, []);
});

t.test('what is ours is an address with its port, while we listen there', async (t) => {
  const { listeners } = stand(t);
  await listeners.start();
  const port = portOf(listeners);
  t.equal(listeners.isOwn(IPV4, port), true);
  t.equal(listeners.isOwn(IPV4, port + 1), false);
  t.equal(listeners.isOwn(OWN_LOOPBACK, port), false);
  await listeners.stop();
  t.equal(listeners.isOwn(IPV4, port), false);
  t.strictSame(listeners.ports(), []);
});

t.test('it starts and stops once, however often it is told, and can start again', async (t) => {
  const { listeners } = stand(t, { addresses: [OWN_LOOPBACK] });
  await listeners.start();
  const port = portOf(listeners);
  await listeners.start();
  t.equal(listeners.ports().length, 1);
  t.equal(portOf(listeners), port);
  await listeners.stop();
  await listeners.stop();
  t.equal(await isFree(port, OWN_LOOPBACK), true);
  await listeners.start();
  t.equal(listeners.ports().length, 1);
});

t.test('all addresses have the port of the first', async (t) => {
  const { listeners } = stand(t, { addresses: [IPV4, OWN_LOOPBACK] });
  await listeners.start();
  const port = portOf(listeners);
  t.strictSame(listeners.ports(), [
    { address: IPV4, port },
    { address: OWN_LOOPBACK, port },
  ]);
});

t.test('a computer without IPv6 is served by IPv4, and that is told', async (t) => {
  const { listeners, told } = stand(t, { addresses: [IPV4, NO_IPV6] });
  await listeners.start();
  t.strictSame(listeners.ports(), [{ address: IPV4, port: portOf(listeners) }]);
  t.strictSame(told, ['this computer has no IPv6: DNS listens on IPv4 only']);
  hasFields(t, await askUdp(portOf(listeners), queryFor('a.example')), { rcode: 'NXDOMAIN' });
});

t.test('without an address that must be there nothing is opened', async (t) => {
  const port = 5_399;
  for (const addresses of [[OWN_LOOPBACK, NO_IPV4], [NO_IPV4], [NO_IPV6]]) {
    const { listeners } = stand(t, { addresses, port });
    await t.rejects(listeners.start(), { code: 'EADDRNOTAVAIL' });
    t.strictSame(listeners.ports(), []);
    t.equal(await isFree(port, OWN_LOOPBACK), true);
  }
});

t.test('a port that TCP has taken is left whole; another serves where it may', async (t) => {
  const port = await heldByTcp(t);
  const staying = stand(t, { port });
  await t.rejects(staying.listeners.start(), { code: 'EADDRINUSE' });
  t.strictSame(staying.listeners.ports(), []);
  const udp = createSocket('udp4');
  t.teardown(() => udp.close());
  udp.bind({ port, address: IPV4, exclusive: true });
  await t.resolves(once(udp, 'listening'), 'nothing of it is held');
  const moving = stand(t, { port, mayMove: true });
  await moving.listeners.start();
  t.equal(moving.listeners.ports().length, 1);
  t.not(portOf(moving.listeners), port);
});
