import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate as NodeCertificate, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { systemRandom } from '../../../../kit/random.ts';
import {
  issueAuthority,
  issueServerCertificate,
  type KeyedCertificate,
} from '../../../../server/certificates/issue.ts';
import { hasNameConstraints, vouchedHosts } from '../../../../server/certificates/name-constraints.ts';
import { formerAuthority } from '../../../support/former-authority.ts';
import { hasText } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';

const NAMED = ['gate.school.example', '203.0.113.5'];
const FOUND = ['localhost', '127.0.0.1', '::1', 'pc7.customers.isp.example', '2600:1f00:1:2::7'];
/** What a school of these hosts may be reached by. */
const OWN = [
  ...NAMED,
  ...FOUND,
  'school.example',
  'mail.school.example',
  'anything.localhost',
  'server.local',
  'server.lan',
  'server.internal',
  'server.home.arpa',
  '10.255.0.1',
  '172.31.255.255',
  '192.168.3.4',
  '127.9.9.9',
  '169.254.1.1',
  '100.127.0.1',
  'fd00::7',
  'fe80::7',
  '2600:1f00:1:2:aaaa:bbbb:cccc:dddd',
];
/** What the thief of the authority's key would like to be. */
const FOREIGN = [
  'google.com',
  'www.google.com',
  'example',
  'evilschool.example',
  'school.example.evil.test',
  'other.customers.isp.example',
  'customers.isp.example',
  'local.test',
  '8.8.8.8',
  '203.0.113.6',
  '172.32.0.1',
  '100.128.0.1',
  '11.0.0.1',
  '2600:1f00:1:3::7',
  '::ffff:808:808',
  '2a00:1450::1',
];

/** How OpenSSL, and Node with it, says that the constraints forbid a name. */
const REFUSED = 'permitted subtree violation';

const school = (changes: { namedHosts?: readonly string[]; hosts?: readonly string[] } = {}) =>
  issueAuthority({ namedHosts: NAMED, hosts: FOUND, ...changes, now: Date.now(), random: systemRandom });

/** Signs whatever it is asked to, as the thief of an authority's key does. */
const sign = (authority: KeyedCertificate, ...hosts: string[]) =>
  issueServerCertificate(authority, { hosts, now: Date.now(), random: systemRandom });

interface OtherCertificate {
  readonly subject: string;
  readonly extensions: readonly Extension[];
}

/** Signs a certificate that our own code would never make. */
async function signOther(
  authority: KeyedCertificate,
  { subject, extensions }: OtherCertificate,
): Promise<KeyedCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const issuer = new X509Certificate(authority.certificate);
  const der = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    serialNumber: '4001',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [...extensions],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    certificate: certificate.toString('pem'),
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function isFor(certificate: NodeCertificate, host: string): boolean {
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}

/** What Node's TLS client, which trusts the authority alone, says to a certificate that is shown to it as `host`. */
async function verdictOfNode(
  t: Test,
  { authority, server, host }: { authority: KeyedCertificate; server: KeyedCertificate; host: string },
): Promise<string> {
  const listener = createServer({ key: server.key, cert: server.certificate }, (socket) => socket.end());
  listener.on('tlsClientError', () => undefined);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.teardown(() => listener.close());
  const socket = connect({
    port: (listener.address() as AddressInfo).port,
    host: '127.0.0.1',
    ca: authority.certificate,
    servername: isIP(host) === 0 ? host : '',
    // Node 22.23 finds no IPv6 address in a certificate by its own check.
    checkServerIdentity: (_, { raw }) =>
      isFor(new NodeCertificate(raw), host) ? undefined : new Error('it is for another name'),
  });
  t.teardown(() => socket.destroy());
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve('accepted'));
    socket.once('error', (error) => resolve(error.message));
  });
}

t.test('the authority vouches for the school’s own names and for private addresses', async (t) => {
  const authority = await school();
  t.same(vouchedHosts(authority.certificate, OWN), OWN);
  for (const host of OWN) {
    const server = await sign(authority, host);
    t.equal(await verdictOfNode(t, { authority, server, host }), 'accepted', host);
  }
});

t.test('a certificate that a thief of its key signs for any other name or address is refused', async (t) => {
  const authority = await school();
  t.same(vouchedHosts(authority.certificate, FOREIGN), []);
  for (const host of FOREIGN) {
    const server = await sign(authority, host);
    t.equal(await verdictOfNode(t, { authority, server, host }), REFUSED, host);
  }
});

t.test('one foreign name among the school’s own makes the whole certificate bad', async (t) => {
  const authority = await school();
  const server = await sign(authority, 'localhost', 'google.com');
  const verdict = await verdictOfNode(t, { authority, server, host: 'localhost' });
  t.equal(verdict, REFUSED);
});

t.test('a foreign name in the subject instead of the alternative names is refused too', async (t) => {
  const authority = await school();
  const server = await signOther(authority, { subject: 'CN=google.com', extensions: [] });
  const verdict = await verdictOfNode(t, { authority, server, host: 'google.com' });
  t.equal(verdict, REFUSED);
});

t.test('an authority under it is refused, also one that carries no constraints', async (t) => {
  const authority = await school();
  const under = await signOther(authority, {
    subject: 'CN=Under',
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const leaf = await sign(under, 'localhost');
  const server = { key: leaf.key, certificate: leaf.certificate + under.certificate };
  const verdict = await verdictOfNode(t, { authority, server, host: 'localhost' });
  t.equal(verdict, 'path length constraint exceeded');
});

t.test('undici, with which agents ask, takes the school’s server and no thief’s', async (t) => {
  const authority = await school();
  const ask = async (server: KeyedCertificate, servername: string): Promise<number> => {
    const listener = createHttpsServer({ key: server.key, cert: server.certificate }, (_, response) => {
      response.end();
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    t.teardown(() => listener.close());
    const dispatcher = new Agent({ connect: { ca: authority.certificate, servername } });
    t.teardown(() => dispatcher.destroy());
    const { port } = listener.address() as AddressInfo;
    const { statusCode, body } = await request(`https://127.0.0.1:${port}/`, { dispatcher });
    await body.dump();
    return statusCode;
  };
  t.equal(await ask(await sign(authority, 'gate.school.example'), 'gate.school.example'), 200);
  await t.rejects(ask(await sign(authority, 'google.com'), 'google.com'), { message: REFUSED });
});

const openssl = spawnSync('openssl', ['version']);
t.test(
  'openssl judges likewise, and takes the authority for no mail and no code',
  { skip: openssl.status === 0 ? false : 'openssl is not installed' },
  async (t) => {
    const folder = testFolder(t);
    const authority = await school();
    const root = join(folder, 'ca.crt');
    writeFileSync(root, authority.certificate);
    const verify = (certificate: string, purpose = 'sslserver') => {
      const file = join(folder, 'server.crt');
      writeFileSync(file, certificate);
      const { status, stdout, stderr } = spawnSync(
        'openssl',
        ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', root, file],
        { encoding: 'utf8' },
      );
      return { status, said: /error \d+ at .*/.exec(`${stdout}${stderr}`)?.[0] ?? stdout.trim().slice(-2) };
    };
    t.same(verify((await sign(authority, ...OWN)).certificate), { status: 0, said: 'OK' });
    for (const host of FOREIGN) {
      t.same(
        verify((await sign(authority, host)).certificate),
        { status: 2, said: 'error 47 at 0 depth lookup: permitted subtree violation' },
        host,
      );
    }
    for (const [purpose, usage] of [
      ['smimesign', '1.3.6.1.5.5.7.3.4'],
      ['timestampsign', '1.3.6.1.5.5.7.3.8'],
    ] as const) {
      const { certificate } = await signOther(authority, {
        subject: 'CN=Somebody',
        extensions: [new ExtendedKeyUsageExtension([usage], purpose === 'timestampsign')],
      });
      t.equal(verify(certificate, purpose).status, 2, purpose);
    }
    const { stdout } = spawnSync('openssl', ['x509', '-in', root, '-noout', '-text'], { encoding: 'utf8' });
    hasText(t, stdout, 'X509v3 Name Constraints: critical');
    hasText(t, stdout, 'CA:TRUE, pathlen:0');
    t.match(stdout, /X509v3 Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
  },
);

t.test('a domain of which the school has only a part is not permitted as a whole', async (t) => {
  const cases: readonly (readonly [named: string, above: string])[] = [
    ['school.com', 'other.com'],
    ['school.co.uk', 'other.co.uk'],
    ['myschool.duckdns.org', 'other.duckdns.org'],
    ['myschool.github.io', 'other.github.io'],
  ];
  for (const [named, other] of cases) {
    const { certificate } = await school({ namedHosts: [named] });
    t.same(vouchedHosts(certificate, [named, `gate.${named}`, other]), [named, `gate.${named}`]);
  }
});

t.test('a name under which anybody gets names is vouched for by nobody', async (t) => {
  for (const shared of ['school', 'com', 'co.uk', 'github.io']) {
    const { certificate } = await school({ namedHosts: [shared], hosts: [shared] });
    t.same(vouchedHosts(certificate, [shared, `google.${shared}`]), [], shared);
  }
  const { certificate } = await school({ namedHosts: ['school-server'], hosts: [] });
  t.same(vouchedHosts(certificate, ['school-server', 'google.com']), ['school-server']);
});

t.test('a public address other than a global IPv6 one stands for itself alone', async (t) => {
  const { certificate } = await school({ hosts: ['::ffff:c633:6401', '198.51.100.1'] });
  t.same(vouchedHosts(certificate, ['::ffff:c633:6401', '::ffff:808:808', '198.51.100.1', '198.51.100.2']), [
    '::ffff:c633:6401',
    '198.51.100.1',
  ]);
});

t.test('an authority without constraints, as servers made before, vouches for everything', async (t) => {
  const former = await formerAuthority();
  t.equal(hasNameConstraints(former.certificate), false);
  t.same(vouchedHosts(former.certificate, FOREIGN), FOREIGN);
  t.equal(hasNameConstraints((await school()).certificate), true);
});
