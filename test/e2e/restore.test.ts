import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import type { RunningStatus } from '../../agent/state/status-file.ts';
import { csrfTokenOf } from '../../api/http/authentication/sessions.ts';
import { journalFile, readJournal } from '../../server/backup/revocation-journal.ts';
import { restoredFolder } from '../../server/data-folder/unfinished-restore.ts';
import { type Answer, createSchool, type School } from '../support/school.ts';
import { startSimulatedLaptop } from '../support/simulated-laptop.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const TEACHER = 'tea@x.example';
const FIRST_PASSWORD = 'correct horse battery';
const SECOND_PASSWORD = 'another horse altogether';

/** The secret of the session that an answer opened. */
function secretOf({ headers }: Pick<Answer, 'headers'>): string {
  const [, secret] = /^schoolgate-\d+=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
  if (secret === undefined) throw new Error('no session was opened');
  return secret;
}

/** What people do in a browser. */
function peopleOf(school: School) {
  const from = { 'sec-fetch-site': 'same-origin', authorization: '' };
  /** As a page of ours, in a session. */
  const as = (secret: string) => (method: string, path: string, body?: unknown) =>
    school.request(method, path, body, {
      ...from,
      cookie: `schoolgate-${school.httpPort}=${secret}`,
      'x-csrf-token': csrfTokenOf(secret),
    });
  return {
    as,
    signIn: (password: string) => school.request('POST', '/v1/session', { email: TEACHER, password }, from),
    async openLink(): Promise<string> {
      const headers = { 'sec-fetch-site': 'same-origin' };
      return secretOf(
        await fetch(await school.signInLink(), { method: 'POST', headers, redirect: 'manual' }),
      );
    },
    /** An account with a password. @returns the secret of its session */
    async hire(owner: string): Promise<string> {
      const account = { email: TEACHER, name: 'Tea', role: 'teacher' };
      const { id } = (await as(owner)('POST', '/v1/accounts', account)).body;
      const { token } = (await as(owner)('POST', `/v1/accounts/${id}/invite`)).body;
      return secretOf(
        await school.request('POST', '/v1/session/invite', { token, password: FIRST_PASSWORD }, from),
      );
    },
  };
}

/** A school with a real agent that nobody has locked, in a lesson that locks it; and a simulated laptop that is locked. */
async function livingSchool(t: Test) {
  const folder = testFolder(t);
  const school = await createSchool(folder, (end) => t.teardown(end));
  const stateDir = join(folder, 'agent');
  const { deviceId } = await school.enroll(stateDir);
  // A stop notes where the audit stood.
  await school.stop();
  await school.start();
  const agent = school.runAgent(stateDir);
  const simulated = await startSimulatedLaptop(t, school);
  await school.device(deviceId, ({ status }) => status === 'online', 'the agent to be online');
  /** What the agent says of itself, once it fits. */
  const says = (fits: (status: RunningStatus) => boolean, what: string): Promise<RunningStatus> =>
    until(
      async () => {
        const status = JSON.parse(await readFile(stateFolderAt(stateDir).status, 'utf8')) as RunningStatus;
        return fits(status) ? status : null;
      },
      { what, timeoutMs: 60_000, intervalMs: 50 },
    );
  const lesson = await school.request('POST', '/v1/classroom/sessions', {
    name: 'Maths 9B',
    teacher: TEACHER,
    durationMinutes: 60,
    deviceIds: [deviceId],
    mode: 'locked',
  });
  t.equal(lesson.status, 201, JSON.stringify(lesson.body));
  await says(({ lock }) => lock.lesson?.locked === true, 'the lesson’s lock');
  /** Asks, and waits until the laptop has done it. */
  const ask = async (id: string, type: 'lock' | 'unlock'): Promise<string> => {
    const asked = await school.request('POST', `/v1/devices/${id}/command`, { type }, { prefer: 'wait=30' });
    t.equal(asked.body.status, 'succeeded', `${type}: ${JSON.stringify(asked.body)}`);
    return asked.body.id;
  };
  return {
    folder,
    school,
    agent,
    deviceId,
    simulated,
    says,
    ask,
    lessonId: String(lesson.body.id),
    people: peopleOf(school),
  };
}

type Living = Awaited<ReturnType<typeof livingSchool>>;

async function makeKey(school: School): Promise<{ readonly id: string; readonly key: string }> {
  const made = await school.command('keys', 'create', '--name', 'SIS', '--scopes', 'read-only');
  if (made.code !== 0) throw new Error(made.stderr);
  return JSON.parse(made.stdout);
}

/** What happens between the backup and the end of the disk: everything becomes what it was not. */
async function goOn({ school, people, ask, simulated, deviceId, lessonId, says }: Living, teacher: string) {
  const passwords = { currentPassword: FIRST_PASSWORD, newPassword: SECOND_PASSWORD };
  const changed = await people.as(teacher)('POST', '/v1/session/password', passwords);
  await ask(deviceId, 'lock');
  await ask(simulated.id, 'unlock');
  await school.request('POST', `/v1/classroom/sessions/${lessonId}/end`);
  await says(({ lock }) => lock.state === 'locked' && lock.lesson === null, 'lock, and end of the lesson');
  return { secret: secretOf(changed) };
}

/** The journal of revocations, copied to another machine as the manual tells. */
async function copyJournal(school: School, to: string, kinds: readonly string[]): Promise<void> {
  const file = journalFile({ root: school.dataDir });
  const knows = async (): Promise<boolean> => {
    const known = new Set((await readJournal(file))?.map(({ kind }) => kind));
    return kinds.every((kind) => known.has(kind));
  };
  await until(knows, { what: `the journal to know of ${kinds.join(', ')}` });
  cpSync(file, to);
}

/** Without the note of where the audit stood, an end that is cut off together with the chain's head would be missed. @param copy of a restored folder */
async function checkAnchor(t: Test, school: School, copy: string): Promise<void> {
  const own = school.dataDir;
  school.moveTo(copy);
  const whole = await school.command('audit', 'verify');
  t.equal(whole.code, 0, whole.stdout + whole.stderr);
  const { chains } = JSON.parse(readFileSync(join(copy, 'audit-anchor.json'), 'utf8'));
  t.equal(chains.length, 1, 'the backup held the anchor');
  const anchored = Number(chains[0].sequence);
  const db = new Sqlite(join(copy, 'schoolgate.db'));
  db.prepare('DELETE FROM audit WHERE sequence >= ?').run(anchored);
  db.prepare('UPDATE audit_heads SET sequence = ?, hash = (SELECT hash FROM audit WHERE sequence = ?)').run(
    anchored - 1,
    anchored - 1,
  );
  db.close();
  const cut = await school.command('audit', 'verify');
  school.moveTo(own);
  t.equal(cut.code, 1, 'what the anchor names cannot be cut off');
  t.equal(JSON.parse(cut.stdout).chains[0].broken.sequence, anchored);
}

t.test('a school that has lost its disk goes on from its backup, with the laptops that it had', async (t) => {
  const living = await livingSchool(t);
  const { folder, school, people, ask, says, simulated, deviceId, lessonId } = living;
  const file = join(folder, 'backup.tar.gz');
  const owner = await people.openLink();
  const teacher = await people.hire(owner);
  const sis = await makeKey(school);
  await ask(simulated.id, 'lock');
  t.equal((await school.command('backup', file)).code, 0);

  const later = await goOn(living, teacher);
  t.equal((await school.command('keys', 'revoke', sis.id)).code, 0);
  const journal = join(folder, 'revocations.jsonl');
  await copyJournal(school, journal, ['api_key', 'password']);
  await school.kill();
  rmSync(school.dataDir, { recursive: true });

  school.moveTo(join(folder, 'other-disk', 'data'));
  const restored = await school.command('restore', file, '--revocations', journal);
  t.equal(restored.code, 0, restored.stderr);
  const { revocations, kept, putAside } = JSON.parse(restored.stdout);
  t.same([revocations, kept.apiKeys, kept.passwords, putAside], ['journal', 1, 1, null]);
  const copy = join(folder, 'copy');
  cpSync(school.dataDir, copy, { recursive: true });
  // As a crash between the two renames leaves it: the next start finishes.
  renameSync(school.dataDir, restoredFolder(school.dataDir));
  await school.start();
  t.notOk(existsSync(restoredFolder(school.dataDir)));

  // The laptops come back by themselves, and are as the backup says.
  const { pid } = await says(
    ({ lock, link }) => link.state === 'online' && lock.state === 'unlocked' && lock.lesson?.locked === true,
    'the agent to come back, in its lesson and without the lock of later',
  );
  t.equal(pid, living.agent.pid, 'the same process');
  // The server's own word is of the backup: the laptop is asked itself.
  const isLocked = () => simulated.device.isLocked();
  await until(isLocked, { what: 'the simulated laptop to be locked as it was', timeoutMs: 60_000 });

  // They take what is asked from now on.
  await ask(deviceId, 'lock');
  await says(({ lock }) => lock.state === 'locked', 'a new lock');
  await ask(deviceId, 'unlock');
  await ask(simulated.id, 'unlock');
  t.notOk(simulated.device.isLocked());
  t.equal((await school.request('POST', `/v1/classroom/sessions/${lessonId}/end`)).status, 200);
  await says(({ lock }) => lock.lesson === null && lock.state === 'unlocked', 'the end of the lesson');

  // Nothing that had ended is valid again, and nobody is signed in.
  for (const secret of [owner, teacher, later.secret])
    t.equal((await people.as(secret)('GET', '/v1/session')).status, 401, 'a session of before');
  for (const password of [FIRST_PASSWORD, SECOND_PASSWORD])
    t.equal((await people.signIn(password)).status, 401, 'a password of before');
  const revoked = { authorization: `Bearer ${sis.key}` };
  t.equal((await school.request('GET', '/v1/devices', undefined, revoked)).status, 401);
  t.equal((await people.as(await people.openLink())('GET', '/v1/session')).status, 200, 'a new link works');
  const verified = await school.command('audit', 'verify');
  t.equal(verified.code, 0, verified.stdout + verified.stderr);
  await checkAnchor(t, school, copy);
});
