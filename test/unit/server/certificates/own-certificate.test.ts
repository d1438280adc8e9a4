import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { Extension } from '@peculiar/x509';
import t, { type Test } from 'tap';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { fingerprintOf, hostsOf } from '../../../../server/certificates/issue.ts';
import {
  AUTHORITY_FILE,
  loadOwnCertificate,
  SERVER_FILE,
} from '../../../../server/certificates/own-certificate.ts';
import type { TlsIdentity } from '../../../../server/certificates/tls-identity.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { formerAuthority } from '../../../support/former-authority.ts';
import { testFolder } from '../../../support/test-folder.ts';

const DAY_MS = 86_400_000;
const HOSTS = ['127.0.0.1', '::1', 'localhost', 'school.example'];

interface Setting {
  readonly folder: string;
  readonly clock: FakeClock;
  /** What was logged as a warning. */
  readonly warnings: readonly unknown[];
  readonly load: (changes?: {
    hosts?: readonly string[];
    namedHosts?: readonly string[];
    inUse?: boolean;
  }) => Promise<TlsIdentity>;
}

function setting(t: Test): Setting {
  const folder = testFolder(t);
  // Node's own TLS judges by the machine's clock.
  const clock = createFakeClock(Date.now());
  const warnings: unknown[] = [];
  const load: Setting['load'] = ({ hosts = HOSTS, namedHosts = ['school.example'], inUse = false } = {}) =>
    loadOwnCertificate({
      folder,
      hosts,
      namedHosts,
      inUse: async () => inUse,
      clock,
      random: systemRandom,
      log: { ...silentLog, warn: (fields: unknown) => void warnings.push(fields) },
    });
  return { folder, clock, warnings, load };
}

/** Shakes hands as a device does, and tells what it thinks of the server. */
async function shakeHands(
  t: Test,
  identity: TlsIdentity,
  { ca = identity.authority, servername = 'localhost' } = {},
) {
  const server = createServer({ key: identity.key, cert: identity.certificate }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca, servername });
  t.teardown(() => socket.destroy());
  await once(socket, 'secureConnect');
  return socket.authorized;
}

t.test('a device that trusts the authority accepts the server, by name and by address', async (t) => {
  const identity = await setting(t).load();
  for (const host of HOSTS.filter((each) => !each.includes(':') && each !== '127.0.0.1')) {
    t.equal(await shakeHands(t, identity, { servername: host }), true, host);
  }
  t.same(identity.hosts, HOSTS);
  t.ok(new X509Certificate(identity.certificate).checkIP('::1'));
  t.ok(new X509Certificate(identity.certificate).checkIP('127.0.0.1'));
});

t.test('a device refuses it for another name, and under another authority', async (t) => {
  const identity = await setting(t).load();
  const other = await setting(t).load();
  await t.rejects(shakeHands(t, identity, { servername: 'evil.example' }), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  await t.rejects(shakeHands(t, identity, { ca: other.authority }), /certificate/);
});

t.test(
  'the authority is one for ten years that signs no further one; the certificate is no authority, for 397 days',
  async (t) => {
    const identity = await setting(t).load();
    const authority = new X509Certificate(identity.authority);
    const server = new X509Certificate(identity.certificate);
    const days = (each: X509Certificate) =>
      (each.validToDate.getTime() - each.validFromDate.getTime()) / DAY_MS;
    t.equal(authority.ca, true);
    t.equal(server.ca, false);
    t.equal(days(authority), 3_653);
    t.equal(days(server), 397);
    t.equal(server.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    t.ok(server.verify(authority.publicKey));
    t.same(server.keyUsage, ['1.3.6.1.5.5.7.3.1'], 'for servers alone');
    t.equal(
      identity.authorityFingerprint,
      authority.fingerprint256.replaceAll(':', '') && fingerprintOf(identity.authority),
    );
    t.equal(
      Buffer.from(identity.authorityFingerprint, 'base64url').toString('hex'),
      authority.fingerprint256.replaceAll(':', '').toLowerCase(),
    );
  },
);

t.test('a name that fits the authority later makes a new certificate under it', async (t) => {
  const { load } = setting(t);
  const first = await load({ namedHosts: ['gate.school.example'] });
  const later = await load({
    hosts: ['mdm.school.example'],
    namedHosts: ['mdm.school.example'],
    inUse: true,
  });
  t.same(later.hosts, ['mdm.school.example']);
  t.equal(later.authority, first.authority);
});

t.test(
  'a name that the authority may not vouch for makes a new one while no device is enrolled',
  async (t) => {
    const { load, warnings } = setting(t);
    const first = await load();
    const hosts = [...HOSTS, 'other.example'];
    const second = await load({ hosts, namedHosts: ['other.example'] });
    t.not(second.authority, first.authority);
    t.same(second.hosts, [...hosts].sort());
    t.equal(await shakeHands(t, second, { servername: 'other.example' }), true);
    t.same(await load({ hosts, namedHosts: ['other.example'] }), second, 'once');
    t.same(warnings, [{ hosts: ['other.example'], fingerprint: second.authorityFingerprint }]);
  },
);

t.test(
  'such a name is left out of the certificate, and named in the log, while devices trust the authority',
  async (t) => {
    const { load, warnings } = setting(t);
    const first = await load();
    const changes = { hosts: [...HOSTS, 'other.example'], namedHosts: ['other.example'], inUse: true };
    const second = await load(changes);
    t.equal(second.authority, first.authority);
    t.same(second, first, 'the present certificate holds all that may be in it');
    t.same(warnings, [{ hosts: ['other.example'] }]);
    t.equal(await shakeHands(t, second), true);
    t.same(await load(changes), first);
  },
);

t.test('an address that the machine got by the way makes no new authority, and is left out', async (t) => {
  const { load, warnings } = setting(t);
  const first = await load();
  t.same(await load({ hosts: [...HOSTS, '8.8.8.8'] }), first);
  t.same(warnings, []);
});

t.test('a name that nobody may vouch for does not make an authority at each start', async (t) => {
  const { load, warnings } = setting(t);
  const first = await load({ namedHosts: ['school'], hosts: [...HOSTS, 'school'] });
  t.same(first.hosts, HOSTS);
  t.same(await load({ namedHosts: ['school'], hosts: [...HOSTS, 'school'] }), first);
  t.same(warnings, [{ hosts: ['school'] }, { hosts: ['school'] }]);
});

t.test('an authority made before there were constraints stays, and vouches for new names', async (t) => {
  const { folder, load } = setting(t);
  const former = await formerAuthority();
  writeFileSync(join(folder, AUTHORITY_FILE), former.certificate + former.key);
  const hosts = ['anything.example', 'localhost'];
  const identity = await load({ hosts, namedHosts: ['anything.example'] });
  t.equal(identity.authorityFingerprint, fingerprintOf(former.certificate));
  t.same(identity.hosts, hosts);
});

t.test('an authority with damaged constraints is named, and not replaced', async (t) => {
  const { folder, load } = setting(t);
  // Permits an address of three octets.
  const constraints = Buffer.from('3009a00730058703010203', 'hex');
  const damaged = await formerAuthority([new Extension('2.5.29.30', true, constraints)]);
  writeFileSync(join(folder, AUTHORITY_FILE), damaged.certificate + damaged.key);
  await t.rejects(load(), { name: 'OperatorError', message: /name constraints .* are damaged/ });
});

t.test('keys are for their owner alone', { skip: process.platform === 'win32' }, async (t) => {
  const { folder, load } = setting(t);
  await load();
  for (const file of [AUTHORITY_FILE, SERVER_FILE]) t.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
});

t.test('a second start uses the same certificate', async (t) => {
  const { load } = setting(t);
  t.same(await load(), await load());
});

t.test('it is renewed thirty days before its end, not sooner, under the same authority', async (t) => {
  const { clock, load } = setting(t);
  const first = await load();
  clock.jump(365 * DAY_MS);
  t.equal((await load()).certificate, first.certificate);
  clock.jump(2 * DAY_MS);
  const renewed = await load({ inUse: true });
  t.not(renewed.certificate, first.certificate);
  t.equal(renewed.authority, first.authority);
  t.ok(renewed.expiresAt > first.expiresAt + 300 * DAY_MS);
});

t.test('it never outlives its authority, and is then not made anew each time', async (t) => {
  const { clock, load } = setting(t);
  const { authority } = await load();
  clock.jump(3_630 * DAY_MS);
  const last = await load({ inUse: true });
  t.equal(last.expiresAt, new X509Certificate(authority).validToDate.getTime());
  t.equal((await load({ inUse: true })).certificate, last.certificate);
});

t.test('new names make a new certificate', async (t) => {
  const { load } = setting(t);
  const first = await load();
  const renewed = await load({ hosts: [...HOSTS, '10.0.0.7'], inUse: true });
  t.not(renewed.certificate, first.certificate);
  t.equal(renewed.authority, first.authority);
  t.ok(hostsOf(renewed.certificate).includes('10.0.0.7'));
});

t.test('a damaged or missing server certificate is made anew by the authority', async (t) => {
  const { folder, load } = setting(t);
  const first = await load();
  for (const damage of ['', 'nonsense', readFileSync(join(folder, AUTHORITY_FILE), 'utf8')]) {
    writeFileSync(join(folder, SERVER_FILE), damage);
    const again = await load({ inUse: true });
    t.equal(again.authority, first.authority);
    t.equal(new X509Certificate(again.certificate).ca, false);
  }
});

t.test('a lost or damaged authority is never replaced while devices trust it', async (t) => {
  const { folder, load } = setting(t);
  await load();
  const file = join(folder, AUTHORITY_FILE);
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, good.slice(0, good.length / 3));
  await t.rejects(load({ inUse: true }), {
    name: 'OperatorError',
    message: /authority\.pem is damaged .* restore the file from a backup/,
  });
  await t.rejects(load(), { name: 'OperatorError', message: /or delete it to have a new one made/ });
  t.equal(readFileSync(file, 'utf8'), good.slice(0, good.length / 3), 'what is left is not touched');
  const { rmSync } = await import('node:fs');
  rmSync(file);
  await t.rejects(load({ inUse: true }), { name: 'OperatorError', message: /is missing\. .* backup/ });
  t.notOk(existsSync(file));
});

t.test('an authority whose key is another’s is damaged', async (t) => {
  const { folder, load } = setting(t);
  await load();
  const other = setting(t);
  const { key } = await other.load();
  const file = join(folder, AUTHORITY_FILE);
  const certificate = /-----BEGIN CERT[\s\S]+END CERTIFICATE-----/.exec(readFileSync(file, 'utf8'))?.[0];
  writeFileSync(file, `${certificate}\n${key}`);
  await t.rejects(load(), /its key belongs to another certificate/);
});

t.test('a clock before or after the authority’s time is named, not papered over', async (t) => {
  const { clock, load } = setting(t);
  await load();
  clock.jump(-30 * DAY_MS);
  await t.rejects(load({ inUse: true }), { name: 'OperatorError', message: /clock says/ });
  clock.jump(4_000 * DAY_MS);
  await t.rejects(load({ inUse: true }), { name: 'OperatorError', message: /clock says/ });
});
