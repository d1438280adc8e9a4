import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { readMachineNames } from '../../../../server/certificates/hosts.ts';
import { AUTHORITY_FILE, SERVER_FILE } from '../../../../server/certificates/own-certificate.ts';
import { loadServerIdentity } from '../../../../server/certificates/server-identity.ts';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { dataLayout } from '../../../../server/data-folder/layout.ts';
import { checkCertificates } from '../../../../server/doctor/check-certificates.ts';
import { formerAuthority } from '../../../support/former-authority.ts';
import { testFolder } from '../../../support/test-folder.ts';

const NAMES = 'Names';

function school(t: Test) {
  const layout = dataLayout(testFolder(t));
  mkdirSync(layout.certificates);
  const settingsFor = (publicHosts: string) =>
    loadConfig({ flags: {}, env: { SCHOOLGATE_PUBLIC_HOSTS: publicHosts }, cwd: layout.root }).settings;
  return {
    folder: layout.certificates,
    start: (publicHosts: string, { enrolled = false } = {}) =>
      loadServerIdentity({
        settings: settingsFor(publicHosts),
        folder: layout.certificates,
        machine: readMachineNames,
        inUse: async () => enrolled,
        clock: systemClock,
        random: systemRandom,
        log: silentLog,
      }),
    examine: (publicHosts: string) => checkCertificates(settingsFor(publicHosts), layout, systemClock),
    names: async (publicHosts: string) =>
      (await checkCertificates(settingsFor(publicHosts), layout, systemClock)).find(
        ({ check }) => check === NAMES,
      ),
  };
}

t.test('doctor finds an authority well that is kept to the school’s names', async (t) => {
  const { start, examine } = school(t);
  await start('gate.school.example');
  const findings = await examine('gate.school.example');
  t.same(
    findings.map(({ check, state }) => [check, state]),
    [
      ['Certificate', 'ok'],
      ['Authority', 'ok'],
      [NAMES, 'ok'],
    ],
  );
});

t.test('doctor names a public host that the authority may not vouch for, and what to do', async (t) => {
  const { start, examine, names } = school(t);
  await start('gate.school.example', { enrolled: false });
  await start('gate.school.example,other.example', { enrolled: true });
  const finding = await names('gate.school.example,other.example');
  t.equal(finding?.state, 'warn');
  t.equal(
    finding?.detail,
    'the authority may not vouch for other.example, which the certificate is therefore not good for',
  );
  t.match(finding?.todo, /^While no device is enrolled, a restart/);
  const [certificate] = await examine('gate.school.example,other.example');
  t.equal(certificate?.state, 'ok', 'the certificate is not said to be made anew again and again');
});

t.test('doctor tells of an authority that was made without constraints', async (t) => {
  const { folder, start, names } = school(t);
  await start('gate.school.example');
  const former = await formerAuthority();
  writeFileSync(join(folder, AUTHORITY_FILE), former.certificate + former.key);
  rmSync(join(folder, SERVER_FILE));
  const finding = await names('gate.school.example');
  t.equal(finding?.state, 'warn');
  t.match(
    finding?.detail,
    /^the authority is of an earlier version: who steals its key can pretend to be any site/,
  );
  t.match(finding?.todo, /delete authority\.pem/);
});
