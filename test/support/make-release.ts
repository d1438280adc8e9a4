// `node test/support/make-release.ts`: makes test/fixtures/release-<version>, what this version's programs have on their disks after a day at school, for the upgrade
// test of the versions after it. Needs Linux and root: it runs where the machine has another name and no network, for names and addresses go into certificates.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { enroll } from '../../agent/enrollment/enroll.ts';
import { prepareStateFolder } from '../../agent/state/state-folder.ts';
import { systemClock } from '../../kit/clock.ts';
import { DEMO_POLICIES } from '../../server/demo/policies.ts';
import { DEMO_CAMPUSES, DEMO_OUS, demoLaptops, demoPeople } from '../../server/demo/springfield.ts';
import { ROOT } from './child-process.ts';
import {
  FACTS_FILE,
  LISTS,
  type Owner,
  ownerOf,
  PAGE,
  RELEASES,
  type ReleaseFacts,
  type ReleaseLaptop,
  type Row,
  readWhole,
  releaseHardware,
  STATE_FILE,
  startReleaseLaptop,
} from './release.ts';
import { type Answer, createSchool, type School } from './school.ts';
import { until } from './until.ts';
import { LOOPBACK_WEBHOOKS, startWebhookReceiver } from './webhook-receiver.ts';

const OWN_HOSTNAME = 'school';
const TEACHER = { email: 'tea@springfield.example', password: 'correct horse battery' };
const PIN = '4711';
const BLOCKED = 'toys.example';
const BLOCKED_LATER = 'puzzles.example';
const GAME = 'chess-club.example';
/** What belongs to a process and not to the school. */
const OF_A_PROCESS = ['running.json', 'server.lock', 'run.lock'];

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer['body']>;

if (hostname() === OWN_HOSTNAME) await main();
else again();

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The same program in a namespace of its own. */
function again(): void {
  const inside = `hostname ${OWN_HOSTNAME} && ip link set lo up && exec "$0" "$1"`;
  const args = ['--uts', '--net', 'sh', '-c', inside, process.execPath, import.meta.filename];
  const { status, error } = spawnSync('unshare', args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
}

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const to = join(RELEASES, `release-${version}`);
  if (existsSync(join(to, STATE_FILE))) throw new Error(`${to} is there: a release is made once`);
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const facts = await spendADay(folder, (end) => ends.unshift(end), version);
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, FACTS_FILE), `${JSON.stringify(facts, null, 1)}\n`);
    const filter = (path: string): boolean => !OF_A_PROCESS.some((name) => path.endsWith(`/${name}`));
    const folders = readdirSync(folder).sort();
    await create(
      { cwd: folder, file: join(to, STATE_FILE), gzip: { level: 9 }, portable: true, filter },
      folders,
    );
    const bytes = readFileSync(join(to, STATE_FILE));
    tell(
      `${to}: ${folders.join(', ')}; ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`,
    );
  } finally {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true });
  }
}

async function spendADay(
  folder: string,
  onEnd: (end: () => Promise<unknown>) => void,
  release: string,
): Promise<ReleaseFacts> {
  const receiver = await startWebhookReceiver();
  onEnd(() => receiver.stop());
  const school = await createSchool(folder, onEnd, LOOPBACK_WEBHOOKS);
  const ask: Ask = async (method, path, body) => {
    const answer = await school.request(method, path, body, { prefer: 'wait=30' });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const webhook = await ask('POST', '/v1/webhooks', { url: receiver.url, events: ['device.*', 'alert.*'] });
  receiver.trust(webhook.secret);
  const student = await furnish(ask);
  const keys = await makeKeys(school);
  const owner = await ownerOf(school);
  await hire(school, owner);

  const locked = await startLaptop(folder, 'locked', school, onEnd);
  const free = await startLaptop(folder, 'free', school, onEnd);
  await browse(school, ask, free.laptop);
  await ask('POST', '/v1/overrides', {
    scope: { type: 'student', id: student },
    site: 'wiki.example',
    ttlMinutes: 60,
    reason: 'Ticket 4711',
  });
  const lesson = await ask('POST', '/v1/classroom/sessions', {
    name: 'Maths 9B',
    teacher: TEACHER.email,
    durationMinutes: 30,
    deviceIds: [free.deviceId],
    mode: 'focus',
    allowedUrls: ['geogebra.org'],
  });
  await ask('POST', `/v1/classroom/sessions/${lesson.id}/end`);
  const lock = await ask('POST', `/v1/devices/${locked.deviceId}/lock`, {
    message: 'See the office',
    pin: PIN,
  });
  if (lock.status !== 'succeeded') throw new Error(`not locked: ${JSON.stringify(lock)}`);
  await receiver.event(({ event }) => event === 'device.locked', 'the lock’s event');
  await until(() => free.laptop.state.outbox.size().rows === 0, { what: 'the reports to be taken' });

  const lists: Record<string, readonly Row[]> = {};
  for (const path of LISTS) lists[path] = await readWhole(owner, path);
  tell(`${LISTS.map((path) => `${path} ${lists[path]?.length}`).join(', ')}`);

  await school.stop();
  await free.laptop.ask(BLOCKED_LATER);
  await until(() => free.laptop.state.outbox.size().rows > 0, {
    what: 'a record that waits',
    timeoutMs: 60_000,
  });
  await locked.laptop.stop();
  await free.laptop.stop();
  return {
    release,
    laptops: {
      locked: { folder: 'locked', deviceId: locked.deviceId },
      free: { folder: 'free', deviceId: free.deviceId },
    },
    secrets: {
      ...keys,
      webhookId: webhook.id,
      webhookSecret: webhook.secret,
      teacher: TEACHER,
      pin: PIN,
    },
    blocked: BLOCKED,
    askedOffline: BLOCKED_LATER,
    lists,
  };
}

/** @returns the id of a student */
async function furnish(ask: Ask): Promise<string> {
  for (const campus of DEMO_CAMPUSES) await ask('POST', '/v1/campuses', campus);
  const paths = new Set(
    DEMO_OUS.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))),
  );
  for (const path of [...paths].filter((one) => one !== '').sort()) {
    const [parent, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    await ask('POST', '/v1/ous', { name, ...(parent === '' ? {} : { parentId: parent }) });
  }
  const ids: string[] = [];
  for (const person of demoPeople(demoLaptops(20))) ids.push((await ask('POST', '/v1/users', person)).id);
  for (const policy of DEMO_POLICIES) await ask('POST', '/v1/policies', policy);
  const own = await ask('POST', '/v1/policies', {
    name: 'Toys',
    target: { everyone: true },
    settings: { activityLevel: 'domain' },
    rules: [{ effect: 'block', reason: 'No toys.', match: { domains: [BLOCKED], categories: ['games'] } }],
  });
  await ask('PATCH', `/v1/policies/${own.id}`, {
    description: 'Its second version.',
    rules: [
      {
        effect: 'block',
        reason: 'No toys.',
        match: { domains: [BLOCKED, BLOCKED_LATER], categories: ['games'] },
      },
    ],
  });
  const wished = await ask('POST', '/v1/categories/suggestions', {
    domain: GAME,
    category: 'games',
    kind: 'missing',
    note: 'They play there.',
  });
  await ask('PATCH', `/v1/categories/suggestions/${wished.id}`, { status: 'accepted' });
  const [first] = ids;
  if (first === undefined) throw new Error('the school has no people');
  return first;
}

async function makeKeys(
  school: School,
): Promise<Pick<ReleaseFacts['secrets'], 'readOnlyKey' | 'revokedKey'>> {
  const make = async (name: string): Promise<{ readonly id: string; readonly key: string }> => {
    const made = await school.command('keys', 'create', '--name', name, '--scopes', 'read-only');
    if (made.code !== 0) throw new Error(made.stderr);
    return JSON.parse(made.stdout);
  };
  const [kept, lost] = [await make('SIS sync'), await make('Lost')];
  const revoked = await school.command('keys', 'revoke', lost.id);
  if (revoked.code !== 0) throw new Error(revoked.stderr);
  return { readOnlyKey: kept.key, revokedKey: lost.key };
}

/** An account with a password, made by the first owner in a browser. */
async function hire(school: School, owner: Owner): Promise<void> {
  const account = { email: TEACHER.email, name: 'Tea Lin', role: 'teacher', ou: '/Springfield/High' };
  const made = await owner('POST', '/v1/accounts', account);
  const invited = await owner('POST', `/v1/accounts/${made.body.id}/invite`);
  const taken = { token: invited.body.token, password: TEACHER.password };
  const joined = await school.request('POST', '/v1/session/invite', taken, PAGE);
  if (joined.status >= 300) throw new Error(JSON.stringify(joined.body));
}

async function startLaptop(
  folder: string,
  name: string,
  school: School,
  onEnd: (end: () => Promise<unknown>) => void,
): Promise<{ readonly laptop: ReleaseLaptop; readonly deviceId: string }> {
  const stateDir = join(folder, name);
  const { identity } = await enroll({
    folder: await prepareStateFolder(stateDir),
    server: `http://127.0.0.1:${school.httpPort}`,
    token: await school.enrollmentToken(),
    facts: { hardware: () => Promise.resolve(releaseHardware(name)) },
    clock: systemClock,
  });
  const laptop = await startReleaseLaptop(stateDir, name);
  onEnd(() => laptop.stop());
  await until(async () => (await laptop.ask(BLOCKED)) === '0.0.0.0', {
    what: 'the policy',
    timeoutMs: 60_000,
  });
  await school.device(identity.deviceId, ({ status }) => status === 'online', 'the laptop to be online');
  return { laptop, deviceId: identity.deviceId };
}

/** Until there are records, and an alert of the game that somebody suggested. */
async function browse(school: School, ask: Ask, laptop: ReleaseLaptop): Promise<void> {
  await until(
    async () => {
      for (const name of [BLOCKED, GAME, `www.${BLOCKED}`]) await laptop.ask(name);
      const { data } = await ask('GET', '/v1/alerts?type=game_detected');
      return data.length > 0;
    },
    { what: 'an alert', timeoutMs: 120_000, intervalMs: 2_000 },
  );
  await until(async () => (await readWhole(school.request, '/v1/logs')).length > 2, {
    what: 'records',
    timeoutMs: 60_000,
  });
}
