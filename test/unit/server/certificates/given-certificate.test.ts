import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemRandom } from '../../../../kit/random.ts';
import { loadGivenCertificate } from '../../../../server/certificates/given-certificate.ts';
import {
  fingerprintOf,
  issueAuthority,
  issueServerCertificate,
  type KeyedCertificate,
} from '../../../../server/certificates/issue.ts';
import { testFolder } from '../../../support/test-folder.ts';

const now = Date.now();
const DAY_MS = 86_400_000;

const NAMES = { hosts: ['school.example'], namedHosts: ['school.example'] };

async function school(t: Test) {
  const folder = testFolder(t);
  const authority = await issueAuthority({ ...NAMES, now, random: systemRandom });
  const server = await issueServerCertificate(authority, {
    hosts: ['school.example'],
    now,
    random: systemRandom,
  });
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const files = (chain: string, pair: KeyedCertificate = server) => ({
    certificateFile: write('cert.pem', chain),
    keyFile: write('key.pem', pair.key),
    authorityFile: null as string | null,
    now,
  });
  return { authority, server, write, files };
}

t.test('the root is found in the chain', async (t) => {
  const { authority, server, files } = await school(t);
  const identity = await loadGivenCertificate(files(server.certificate + authority.certificate));
  t.equal(identity.authorityFingerprint, fingerprintOf(authority.certificate));
  t.same(identity.hosts, ['school.example']);
  t.ok(identity.certificate.includes(server.certificate.trim()));
});

t.test('the root may lie in a file of its own', async (t) => {
  const { authority, server, files, write } = await school(t);
  const identity = await loadGivenCertificate({
    ...files(server.certificate),
    authorityFile: write('root.pem', authority.certificate),
  });
  t.equal(identity.authorityFingerprint, fingerprintOf(authority.certificate));
});

t.test('a chain that leads to no known root is refused: devices would trust nothing', async (t) => {
  const { server, files, write } = await school(t);
  const stranger = await issueAuthority({ ...NAMES, now, random: systemRandom });
  await t.rejects(loadGivenCertificate(files(server.certificate)), {
    name: 'OperatorError',
    message: /leads to no known root/,
  });
  await t.rejects(
    loadGivenCertificate({
      ...files(server.certificate),
      authorityFile: write('root.pem', stranger.certificate),
    }),
    {
      name: 'OperatorError',
      message: /does not lead to the root in .*root\.pem/,
    },
  );
});

t.test('a key of another certificate is refused', async (t) => {
  const { authority, server, files } = await school(t);
  const other = await issueServerCertificate(authority, {
    hosts: ['school.example'],
    now,
    random: systemRandom,
  });
  await t.rejects(loadGivenCertificate(files(server.certificate + authority.certificate, other)), {
    message: /The key in .*key\.pem does not belong to the certificate in .*cert\.pem\./,
  });
});

t.test('an expired certificate is refused', async (t) => {
  const { authority, server, files } = await school(t);
  const expired = { ...files(server.certificate + authority.certificate), now: now + 400 * DAY_MS };
  await t.rejects(loadGivenCertificate(expired), { name: 'OperatorError', message: /which is not now/ });
});

t.test('missing and damaged files are named with their setting', async (t) => {
  const { authority, server, files, write } = await school(t);
  const good = files(server.certificate + authority.certificate);
  await t.rejects(loadGivenCertificate({ ...good, certificateFile: '/no/cert.pem' }), {
    message: /\/no\/cert\.pem, named by tls_certificate, does not exist/,
  });
  await t.rejects(loadGivenCertificate({ ...good, keyFile: write('key.pem', 'secret') }), {
    message: /named by tls_key, is not a PEM private key/,
  });
});
