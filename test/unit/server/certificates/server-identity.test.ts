import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { wantedHosts } from '../../../../server/certificates/hosts.ts';
import {
  fingerprintOf,
  issueAuthority,
  issueServerCertificate,
} from '../../../../server/certificates/issue.ts';
import {
  createCertificateRenewal,
  loadServerIdentity,
  PUBLIC_AUTHORITY_FILE,
} from '../../../../server/certificates/server-identity.ts';
import type { TlsIdentity } from '../../../../server/certificates/tls-identity.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { until } from '../../../support/until.ts';

const DAY_MS = 86_400_000;
const OWN = { host: '127.0.0.1', publicHosts: [], tlsCertificate: null, tlsKey: null, tlsAuthority: null };
const MACHINE = { hostname: 'school-server', addresses: ['10.0.0.7', 'FD00::0:7'] };

function setting(t: Test) {
  const folder = testFolder(t);
  const clock = createFakeClock(Date.now());
  const options = {
    settings: OWN,
    folder,
    machine: () => MACHINE,
    inUse: async () => false,
    clock,
    random: systemRandom,
    log: silentLog,
  };
  return { folder, clock, options };
}

t.test('the authority’s public certificate is laid out for people, without its key', async (t) => {
  const { folder, options } = setting(t);
  const { authorityFingerprint } = await loadServerIdentity(options);
  const text = readFileSync(join(folder, PUBLIC_AUTHORITY_FILE), 'utf8');
  t.equal(fingerprintOf(text), authorityFingerprint);
  t.notMatch(text, /PRIVATE/);
});

t.test('another authority is not put in the place of one that devices trust', async (t) => {
  const { folder, options } = setting(t);
  const inUse = async (): Promise<boolean> => true;
  await loadServerIdentity(options);
  const names = { hosts: ['school.example'], namedHosts: ['school.example'] };
  const authority = await issueAuthority({ ...names, now: Date.now(), random: systemRandom });
  const server = await issueServerCertificate(authority, {
    hosts: ['school.example'],
    now: Date.now(),
    random: systemRandom,
  });
  writeFileSync(join(folder, 'given.pem'), server.certificate + authority.certificate);
  writeFileSync(join(folder, 'given.key'), server.key);
  const settings = { ...OWN, tlsCertificate: join(folder, 'given.pem'), tlsKey: join(folder, 'given.key') };
  await t.rejects(loadServerIdentity({ ...options, inUse, settings }), {
    name: 'OperatorError',
    message: /another authority than the one that enrolled devices trust/,
  });
  rmSync(join(folder, PUBLIC_AUTHORITY_FILE));
  t.equal(
    (await loadServerIdentity({ ...options, inUse, settings })).authorityFingerprint,
    fingerprintOf(authority.certificate),
    'on the operator’s word',
  );
});

t.test('a running server looks once a day, and takes a renewed certificate', async (t) => {
  const { clock, options } = setting(t);
  const current = await loadServerIdentity(options);
  const taken: TlsIdentity[] = [];
  const renewal = createCertificateRenewal({
    ...options,
    current,
    apply: (identity) => taken.push(identity),
  });
  await renewal.start();
  t.teardown(() => renewal.stop());
  await clock.advance(DAY_MS);
  await until(() => clock.pending() === 1, { what: 'the look to end' });
  t.equal(taken.length, 0, 'nothing is to be done after a day');
  clock.jump(366 * DAY_MS);
  await clock.advance(DAY_MS);
  await until(() => taken.length === 1, { what: 'the renewed certificate' });
  t.not(taken[0]?.certificate, current.certificate);
  t.equal(taken[0]?.authority, current.authority);
});

t.test('a running server keeps the authority that it hands out, also when no device trusts it', async (t) => {
  const { clock, options, folder } = setting(t);
  const current = await loadServerIdentity(options);
  const errors: unknown[] = [];
  const renewal = createCertificateRenewal({
    ...options,
    log: { ...silentLog, error: (fields: unknown) => void errors.push(fields) },
    current,
    apply: () => t.fail('there is nothing to apply'),
  });
  await renewal.start();
  t.teardown(() => renewal.stop());
  rmSync(join(folder, 'authority.pem'));
  await clock.advance(DAY_MS);
  await until(() => errors.length === 1, { what: 'the loss to be logged' });
  t.equal(existsSync(join(folder, 'authority.pem')), false);
  t.equal(
    fingerprintOf(readFileSync(join(folder, PUBLIC_AUTHORITY_FILE), 'utf8')),
    current.authorityFingerprint,
  );
});

t.test(
  'a public host of another domain makes a new authority before devices are enrolled, none after',
  async (t) => {
    const { folder, options } = setting(t);
    const first = await loadServerIdentity(options);
    const settings = { ...OWN, publicHosts: ['Gate.School.Example'] };
    const enrolled = await loadServerIdentity({ ...options, settings, inUse: async () => true });
    t.equal(enrolled.authority, first.authority);
    t.notOk(enrolled.hosts.includes('gate.school.example'));
    const second = await loadServerIdentity({ ...options, settings });
    t.not(second.authority, first.authority);
    t.ok(second.hosts.includes('gate.school.example'));
    t.equal(
      fingerprintOf(readFileSync(join(folder, PUBLIC_AUTHORITY_FILE), 'utf8')),
      second.authorityFingerprint,
      'which people find in its place',
    );
  },
);

t.test('a failing look leaves the present certificate in use and is tried again', async (t) => {
  const { clock, options, folder } = setting(t);
  const current = await loadServerIdentity(options);
  const taken: TlsIdentity[] = [];
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (fields: unknown) => void errors.push(fields) };
  const renewal = createCertificateRenewal({
    ...options,
    log,
    current,
    apply: (identity) => taken.push(identity),
  });
  await renewal.start();
  t.teardown(() => renewal.stop());
  const file = join(folder, 'authority.pem');
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, 'damaged');
  await clock.advance(DAY_MS);
  await until(() => errors.length === 1, { what: 'the failure to be logged' });
  await until(() => clock.pending() === 1, { what: 'the next look to be due' });
  writeFileSync(file, good);
  clock.jump(370 * DAY_MS);
  await clock.advance(DAY_MS);
  await until(() => taken.length === 1, { what: 'the certificate after the repair' });
});

t.test('the certificate is for the names that the server goes by', async (t) => {
  t.same(wantedHosts({ host: '127.0.0.1', publicHosts: ['School.Example'] }, MACHINE), [
    '127.0.0.1',
    '::1',
    'localhost',
    'school-server',
    'school.example',
  ]);
  t.same(
    wantedHosts({ host: '0.0.0.0', publicHosts: [] }, MACHINE),
    ['10.0.0.7', '127.0.0.1', '::1', 'fd00::7', 'localhost', 'school-server'],
    'every address when it listens on all',
  );
  t.same(wantedHosts({ host: '10.0.0.7', publicHosts: [] }, { ...MACHINE, hostname: 'not a name!' }), [
    '10.0.0.7',
    '127.0.0.1',
    '::1',
    'localhost',
  ]);
});
