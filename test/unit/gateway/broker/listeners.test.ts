import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t, { type Test } from 'tap';
import { createListeners, type Listen } from '../../../../gateway/broker/listeners.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { hello, serverName } from '../../../support/client-hello.ts';
import { createTestIdentity } from '../../../support/test-identity.ts';
import { until } from '../../../support/until.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0 };
const OLD_TLS = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };

/** `once` would reject at the error before. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Listeners with an admission and a broker that take note of what they are given. */
function setUp(t: Test, listen: Listen, { full = false } = {}) {
  const admitted: { readonly address: string; destroy(): void }[] = [];
  /** What became of each, by its number. */
  const steps: string[] = [];
  const left: number[] = [];
  const accepted: { readonly socket: Socket; readonly admission: { readonly number: number } }[] = [];
  const complaints: unknown[] = [];
  const listeners = createListeners({
    listen,
    clock: systemClock,
    limits: { ...DEFAULT_LIMITS, connectTimeoutMs: 60_000 },
    admissions: {
      admit: (socket: (typeof admitted)[number]) => {
        admitted.push(socket);
        const number = admitted.length;
        if (full) return null;
        return {
          number,
          address: socket.address,
          isKnown: () => false,
          heard: () => void steps.push(`${number} heard`),
          answered: () => void steps.push(`${number} answered`),
          leave: () => void left.push(number),
        };
      },
    } as never,
    broker: {
      accept: (socket: Socket, admission: { readonly number: number }) => {
        socket.on('error', () => undefined);
        accepted.push({ socket, admission });
      },
    } as never,
    complaints: {
      report: (what: string, fields: unknown, error: unknown) =>
        void complaints.push([what, fields, error instanceof Error]),
    } as never,
  });
  const sockets: Socket[] = [];
  const open = <Opened extends Socket>(socket: Opened): Opened => {
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  t.teardown(async () => {
    for (const socket of [...sockets, ...accepted.map((each) => each.socket)]) socket.destroy();
    await listeners.stop();
  });
  const tcp = () => open(connectTcp(listeners.addresses().tcp?.port ?? 0, LOOPBACK.host));
  const raw = () => open(connectTcp(listeners.addresses().tls?.port ?? 0, LOOPBACK.host));
  const tls = (more: object = {}) =>
    open(
      connectTls({
        port: listeners.addresses().tls?.port ?? 0,
        host: LOOPBACK.host,
        rejectUnauthorized: false,
        ...more,
      }),
    );
  return { listeners, admitted, steps, left, accepted, complaints, tcp, raw, tls };
}

t.test('a connection takes a place before the broker has it, and gives it back as it closes', async (t) => {
  const { listeners, admitted, left, accepted, tcp } = setUp(t, { tcp: LOOPBACK });
  await listeners.start();
  t.strictSame(Object.keys(listeners.addresses()), ['tcp']);
  const socket = tcp();
  await until(() => accepted.length === 1, { what: 'the connection' });
  const [place] = admitted;
  t.equal(place?.address, '127.0.0.1');
  t.equal(accepted[0]?.admission.number, 1);
  t.strictSame(left, []);
  place?.destroy();
  await closed(socket);
  await until(() => left.length === 1, { what: 'its place' });
  t.strictSame(left, [1]);
});

t.test('a connection for which there is no place is closed and never reaches the broker', async (t) => {
  const { key, cert } = await createTestIdentity();
  const { listeners, admitted, accepted, tcp, raw } = setUp(
    t,
    { tcp: LOOPBACK, tls: { ...LOOPBACK, key, cert } },
    { full: true },
  );
  await listeners.start();
  t.strictSame(Object.keys(listeners.addresses()).sort(), ['tcp', 'tls']);
  await Promise.all([tcp(), raw()].map((socket) => closed(socket)));
  t.equal(admitted.length, 2);
  t.strictSame(accepted, []);
});

t.test('half a handshake has a place too; a whole one goes to the broker with it', async (t) => {
  const { key, cert } = await createTestIdentity();
  const { listeners, admitted, left, accepted, complaints, raw, tls } = setUp(t, {
    tls: { ...LOOPBACK, key, cert },
  });
  await listeners.start();
  const half = raw();
  await until(() => admitted.length === 1, { what: 'its place' });
  const whole = tls();
  await until(() => accepted.length === 1, { what: 'the connection' });
  t.equal(accepted[0]?.admission.number, 2);
  half.destroy();
  await until(() => left.length === 1, { what: 'the place of the half one' });
  whole.destroy();
  await until(() => left.length === 2, { what: 'the place of the whole one' });
  t.strictSame(left, [1, 2]);
  t.strictSame(
    complaints.map((complaint) => (complaint as unknown[])[0]),
    complaints.map(() => 'tls_failed'),
  );
});

t.test('only a whole ClientHello counts as heard; then a handshake answers it', async (t) => {
  const { key, cert } = await createTestIdentity();
  const { listeners, admitted, steps, raw, tls } = setUp(t, { tls: { ...LOOPBACK, key, cert } });
  await listeners.start();
  const first = raw();
  const bytes = hello({ extensions: [serverName('school.example')] });
  first.write(bytes.subarray(0, -1));
  const second = tls();
  await once(second, 'secureConnect');
  t.equal(admitted.length, 2);
  t.strictSame(steps, ['2 heard', '2 answered']);
  first.write(bytes.subarray(-1));
  await until(() => steps.length === 4, { what: 'the whole one to be heard' });
  t.strictSame(steps.slice(2), ['1 heard', '1 answered']);
});

t.test('who goes on before the answer, or says too much at first, is closed and reported', async (t) => {
  const { key, cert } = await createTestIdentity();
  const { listeners, complaints, steps, raw } = setUp(t, { tls: { ...LOOPBACK, key, cert } });
  await listeners.start();
  for (const more of [
    Buffer.concat([hello(), Buffer.alloc(8_192)]),
    hello({ suites: Buffer.alloc(9_000) }),
  ]) {
    const socket = raw();
    socket.write(more);
    await closed(socket);
  }
  t.equal(complaints.length, 2);
  t.strictSame(steps, []);
});

t.test('a peer that does not speak our TLS is closed and reported', async (t) => {
  const { key, cert } = await createTestIdentity();
  const { listeners, accepted, complaints, raw, tls } = setUp(t, { tls: { ...LOOPBACK, key, cert } });
  await listeners.start();
  const plain = raw();
  plain.write('GET / HTTP/1.1\r\n\r\n');
  await closed(plain);
  t.strictSame(complaints, [['tls_failed', { address: '127.0.0.1' }, true]]);
  await closed(tls(OLD_TLS));
  t.equal(complaints.length, 2);
  t.strictSame(accepted, []);
});

t.test('another certificate is for the connections to come', async (t) => {
  const [first, second] = [await createTestIdentity(), await createTestIdentity()];
  const { listeners, tls } = setUp(t, { tls: { ...LOOPBACK, ...first } });
  await listeners.start();
  const shown = async () => {
    const socket = tls();
    await once(socket, 'secureConnect');
    return { socket, print: socket.getPeerCertificate().fingerprint256 };
  };
  const before = await shown();
  listeners.renewTls(second);
  const after = await shown();
  t.not(after.print, before.print);
  t.equal(before.socket.destroyed, false);
  const old = tls(OLD_TLS);
  let shook = false;
  old.on('secureConnect', () => {
    shook = true;
  });
  await closed(old);
  t.equal(shook, false, 'and no older TLS');
});

t.test('a certificate that came before the start is the one that is shown', async (t) => {
  const [first, second] = [await createTestIdentity(), await createTestIdentity()];
  const other = setUp(t, { tls: { ...LOOPBACK, ...second } });
  const renewed = setUp(t, { tls: { ...LOOPBACK, ...first } });
  renewed.listeners.renewTls(second);
  const prints: string[] = [];
  for (const { listeners, tls } of [other, renewed]) {
    await listeners.start();
    const socket = tls();
    await once(socket, 'secureConnect');
    prints.push(socket.getPeerCertificate().fingerprint256);
  }
  t.equal(prints[0], prints[1]);
});

t.test('where no TLS is wanted, a certificate changes nothing', async (t) => {
  const { listeners } = setUp(t, { tcp: LOOPBACK });
  listeners.renewTls(await createTestIdentity());
  await listeners.start();
  t.strictSame(Object.keys(listeners.addresses()), ['tcp']);
});

t.test('an address that cannot be had leaves none open, and is told', async (t) => {
  const taken = createServer();
  taken.listen(LOOPBACK);
  await once(taken, 'listening');
  t.teardown(() => void taken.close());
  const { key, cert } = await createTestIdentity();
  const { port } = taken.address() as AddressInfo;
  const { listeners } = setUp(t, { tls: { ...LOOPBACK, key, cert }, tcp: { ...LOOPBACK, port } });
  await t.rejects(listeners.start(), { code: 'EADDRINUSE' });
  t.strictSame(listeners.addresses(), {});
});

t.test('after the stop nothing is accepted, and what stands is not touched', async (t) => {
  const { listeners, accepted, tcp } = setUp(t, { tcp: LOOPBACK });
  await listeners.start();
  const { port } = listeners.addresses().tcp ?? { port: 0 };
  const socket = tcp();
  await until(() => accepted.length === 1, { what: 'the connection' });
  await listeners.stop();
  t.strictSame(listeners.addresses(), {});
  const late = connectTcp(port, LOOPBACK.host);
  const [error] = await once(late, 'error');
  t.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  t.equal(socket.destroyed, false);
});
