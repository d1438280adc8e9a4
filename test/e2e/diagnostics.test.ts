import { createPrivateKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import t from 'tap';
import { enrollmentName } from '../../agent/enrollment/enroll.ts';
import { openAgentState } from '../../agent/state/agent-state.ts';
import { loadIdentity } from '../../agent/state/identity.ts';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { ROOT, runNode } from '../support/child-process.ts';
import { hasFields } from '../support/has-fields.ts';
import { readArchive } from '../support/read-archive.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');

const VISITED = 'visited-site.example';
const SEARCHED = 'what the student searched';
const ASKED = 'asked-site.example';
const ALLOWED = 'allowed-site.example';
const STUDENT = 'ana@springfield.example';
const PIN = '730164';

t.test('the archive for a helpdesk tells of the agent, and no secret and nobody’s browsing', async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(folder, t.teardown.bind(t));
  const stateDir = join(folder, 'agent');
  const place = stateFolderAt(stateDir);
  const { deviceId } = await school.enroll(stateDir);
  const override = { site: ALLOWED, scope: { type: 'device', id: deviceId }, ttlMinutes: 60 };
  hasFields(t, await school.request('POST', '/v1/overrides', override), { status: 201 });
  const running = school.runAgent(stateDir);
  await school.device(deviceId, ({ status }) => status === 'online', 'the device to be online');
  const locked = await school.request(
    'POST',
    `/v1/devices/${deviceId}/lock`,
    { pin: PIN },
    { prefer: 'wait=20' },
  );
  hasFields(t, locked.body, { status: 'succeeded' });
  const identity = await loadIdentity(place);
  if (identity === null) throw new Error('it is not enrolled');
  const open = () =>
    openAgentState({
      folder: place,
      clock: systemClock,
      log: silentLog,
      enrollment: enrollmentName(identity),
    });
  const target = await until(
    async () => {
      const state = await open();
      const jws = state.target.load()?.jws ?? null;
      state.close();
      return jws !== null && targetOf(jws).lock.pin !== null ? jws : null;
    },
    { what: 'the lock to be in the target state', timeoutMs: 30_000 },
  );
  await running.end('SIGTERM');
  const state = await open();
  const at = systemClock.now();
  const record = { at, user: STUDENT, domain: VISITED } as const;
  state.outbox.addActivity([
    { ...record, id: 'visit-0001', kind: 'visit', url: `https://${VISITED}/page`, title: 'A page' },
    { ...record, id: 'search-001', kind: 'search', title: SEARCHED },
  ]);
  state.outbox.addEvent({ id: 'event-0001', at, kind: 'access_request', details: { host: ASKED } });
  state.outbox.addEvent({ id: 'event-0002', at, kind: 'fault', details: { what: 'worker' } });
  state.close();

  const out = join(folder, 'for-the-helpdesk.tar.gz');
  const made = await runNode([AGENT, 'diagnostics', '--state-dir', stateDir, '--out', out]);
  t.equal(made.code, 0, made.stderr);
  t.equal(statSync(out).mode & 0o777, 0o600);
  const files = await readArchive(out);

  const json = (name: string) => JSON.parse(files.get(name)?.toString('utf8') ?? 'null');
  hasFields(t, json('enrollment.json'), { deviceId, organisation: identity.organisation });
  hasFields(t, json('status.json'), {
    lock: { state: 'locked' },
    classroom: { overrides: 1 },
    observe: true,
  });
  hasFields(t, json('state.json'), {
    target: { lock: { wanted: true, hasPin: true }, overrides: 1, hasRemovalCode: true },
    outbox: { activity: { rows: 1 }, searches: { rows: 1 } },
  });
  const own: readonly { readonly kind: string }[] = json('state.json').ownEvents;
  t.ok(own.some(({ kind }) => kind === 'fault'));
  t.notOk(own.some(({ kind }) => kind === 'access_request'));
  const listed: readonly { readonly name: string }[] = json('manifest.json').files;
  t.same(
    listed.map(({ name }) => name),
    [...files.keys()].filter((name) => name !== 'manifest.json'),
    'the manifest lists what is in it',
  );

  const pem = readFileSync(place.keyFile(identity.keyFile), 'utf8');
  const seed = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url');
  const { code } = (await school.request('GET', `/v1/devices/${deviceId}/removal-code`)).body;
  const { lock, removal } = targetOf(target);
  const secrets: Readonly<Record<string, string | Buffer>> = {
    'device key, PEM': pem.split('\n')[1] ?? '',
    'device key, bytes': seed,
    'device key, hex': seed.toString('hex'),
    'device key, base64': seed.toString('base64'),
    'removal code': code,
    'removal code, as typed': code.replace('-', ''),
    'removal hash': removal.hash,
    'removal salt': removal.salt,
    PIN,
    'PIN hash': lock.pin.hash,
    'PIN salt': lock.pin.salt,
    'target state': target,
    'API key': school.key,
    visited: VISITED,
    searched: SEARCHED,
    asked: ASKED,
    allowed: ALLOWED,
    student: STUDENT,
  };
  for (const [what, secret] of Object.entries(secrets)) {
    t.ok(secret.length >= 6, `there is one: ${what}`);
    for (const [name, bytes] of files) t.notOk(bytes.includes(secret), `${what} in ${name}`);
  }

  const again = await runNode([AGENT, 'diagnostics', '--state-dir', stateDir, '--out', out]);
  t.equal(again.code, 1, 'nothing is overwritten');
  t.match(again.stderr, /cannot write .*: name another with --out/);
  const other = join(folder, 'of-no-school.tar.gz');
  const empty = await runNode([AGENT, 'diagnostics', '--state-dir', join(folder, 'none'), '--out', other]);
  t.equal(empty.code, 0, 'without an enrollment it holds what there is');
  t.match(empty.stdout, /Left out: enrollment.json: this computer is not enrolled\./);
});

interface Told {
  readonly lock: { readonly pin: { readonly hash: string; readonly salt: string } };
  readonly removal: { readonly hash: string; readonly salt: string };
}

function targetOf(jws: string): Told {
  return decodeJwt(jws) as unknown as Told;
}
