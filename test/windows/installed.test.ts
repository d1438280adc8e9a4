import { execFileSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { hasProgram } from '../support/built-packages.ts';
import { goldenText } from '../support/golden.ts';
import { hasText } from '../support/has-fields.ts';
import { createSchool, type School } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { buildWindowsSetups, LATER } from '../support/windows-setups.ts';
import { HAS_WINE, openWine, type Wine } from '../support/wine.ts';

const PROGRAMS = 'C:\\Program Files\\Schoolgate';
const STATE = 'C:\\ProgramData\\Schoolgate';
const SERVICES_KEY = 'HKLM\\SYSTEM\\CurrentControlSet\\Services';
const SETTINGS = 'HKLM\\SOFTWARE\\Schoolgate\\Agent';
const SERVICES = ['SchoolgateAgent', 'SchoolgateWorker'] as const;
const GOLDEN = join(import.meta.dirname, '../fixtures/agent-os/golden/windows-engine-calls.txt');

const missing = ['makensis', 'wixl', 'msibuild', 'x86_64-w64-mingw32-gcc'].filter(
  (name) => !hasProgram(name),
);
const skip =
  HAS_WINE && missing.length === 0
    ? false
    : `needs ${HAS_WINE ? missing.join(', ') : 'Wine'} (Debian: wine64 nsis wixl msitools gcc-mingw-w64-x86-64)`;

t.test('the agent’s installers under Wine', { skip }, async (t) => {
  const folder = testFolder(t);
  const began = performance.now();
  const setups = await buildWindowsSetups(join(folder, 'setups'));
  t.comment(
    `agent, host and three installers built in ${Math.round((performance.now() - began) / 1_000)} s, compressed lightly`,
  );
  for (const file of [setups.exe, setups.msi]) t.comment(`${basename(file)}: ${statSync(file).size} bytes`);
  const school = await createSchool(join(folder, 'school'), (end) => t.teardown(end));
  await installedBySetup(t, school, setups);
  await installedByMsi(t, school, setups);
});

/** A computer with Windows, on which an installer is. */
async function computerWith(t: Test, ...files: readonly string[]) {
  const wine = await openWine(t);
  for (const file of files) await copyFile(file, wine.path(`C:\\${basename(file)}`));
  // `sc query` of Wine fails now and then, and does not say why: that a service is gone the registry says.
  const stateOf = async (name: string): Promise<string> => {
    if ((await wine.run('reg', ['query', `${SERVICES_KEY}\\${name}`])).code !== 0) return 'none';
    return /STATE\s*: \d+\s+(\w+)/.exec((await wine.run('sc', ['query', name])).output)?.[1] ?? 'unknown';
  };
  const states = (): Promise<readonly string[]> => Promise.all(SERVICES.map(stateOf));
  const runs = (): Promise<unknown> =>
    until(async () => (await states())[0] === 'RUNNING', { what: 'the service RUNNING', intervalMs: 200 });
  return { wine, states, runs };
}

/** Processes of this computer's Windows whose command line holds a text. */
function processesOf(wine: Wine, text: string): readonly number[] {
  const found = execFileSync('sh', ['-c', 'ps -eo pid=,args= || true'], { encoding: 'utf8' }).split('\n');
  return found.flatMap((line) => {
    const [, pid = '', args = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return args.includes(text) && isOf(wine, Number(pid)) ? [Number(pid)] : [];
  });
}

function isOf(wine: Wine, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`WINEPREFIX=${wine.prefix}\0`);
  } catch {
    return false; // it has ended meanwhile
  }
}

async function onLine(school: School, id: string): Promise<void> {
  await school.device(id, (device) => device.status === 'online', 'the laptop on-line');
}

async function onlyDevice(school: School, known: readonly string[] = []): Promise<string> {
  return await until(
    async () => {
      const { body } = await school.request('GET', '/v1/devices');
      return body.data.map(({ id }: { id: string }) => id).find((id: string) => !known.includes(id));
    },
    { what: 'the laptop in the list', timeoutMs: 60_000, intervalMs: 500 },
  );
}

type Setups = Awaited<ReturnType<typeof buildWindowsSetups>>;

async function installedBySetup(t: Test, school: School, setups: Setups): Promise<void> {
  const { wine, states, runs } = await computerWith(t, setups.exe, setups.laterExe);
  const setup = (file: string, ...options: readonly string[]) =>
    wine.run(`C:\\${basename(file)}`, ['/S', ...options]);
  // It waits for its end with this; in quotation marks, which Wine puts around blanks, NSIS does not know it.
  const uninstall = (...options: readonly string[]) =>
    wine.run(`${PROGRAMS}\\uninstall.exe`, ['/S', ...options, '_?=C:\\PROGRA~1\\Schoolgate']);
  const agent = () => processesOf(wine, 'schoolgate-agent.exe run')[0];
  const address = `http://127.0.0.1:${school.httpPort}`;
  let id = '';

  await t.test('setup.exe installs and enrolls without a word', async (t) => {
    const { code, output } = await setup(
      setups.exe,
      `/SERVER=${address}`,
      `/TOKEN=${await school.enrollmentToken()}`,
    );
    t.equal(code, 0, output);
    await runs();
    id = await onlyDevice(school);
    await onLine(school, id);
    await until(async () => (await states())[1] === 'RUNNING', {
      what: 'the worker’s service RUNNING',
      intervalMs: 200,
    });
    t.notOk(existsSync(wine.path(`${STATE}\\enroll.conf`)), 'nobody keeps the token');
  });

  await t.test('it answers look-ups, on a port that the worker’s host holds', async (t) => {
    const resolver = new Resolver();
    resolver.setServers(['127.0.0.1']);
    // A name that the agent itself denies, so that browsers ask the system.
    await t.rejects(resolver.resolve4('use-application-dns.net'), { code: 'ENOTFOUND' });
    hasText(
      t,
      readFileSync(wine.path(`${PROGRAMS}\\agent.log`), 'utf8'),
      'the service manager holds the listeners',
    );
  });

  await t.test('the native host tells who is there, and guards the state folder', async (t) => {
    const body = await school.device(id, ({ user }) => user !== null, 'the user of the laptop');
    t.equal(body.platform, 'windows');
    hasText(t, body.user, userInfo().username);
    t.comment(`battery ${JSON.stringify(body.battery)}, user ${body.user}, system ${body.osVersion}`);
    const acl = await wine.run('icacls', [STATE]);
    t.notMatch(acl.output, /Everyone|Users/);
  });

  await t.test('a lock is confirmed, and goes to the filtering engine as planned', async (t) => {
    const locked = await school.request(
      'POST',
      `/v1/devices/${id}/lock`,
      { message: 'See me' },
      { prefer: 'wait=30' },
    );
    t.equal(locked.body.status, 'succeeded', JSON.stringify(locked.body));
    await school.device(id, (device) => device.lock.state === 'locked', 'the lock confirmed');
    const calls = readFileSync(wine.path(`${PROGRAMS}\\wfp-calls.txt`), 'utf8');
    const set = setOf(calls, 'lock');
    t.equal(set, goldenText(GOLDEN, set));
  });

  await t.test('an agent that is killed comes back, and the lock holds', async () => {
    const before = agent();
    if (before === undefined) throw new Error('no agent runs');
    process.kill(before, 'SIGKILL');
    await until(() => agent() !== undefined && agent() !== before, {
      what: 'another agent',
      timeoutMs: 90_000,
      intervalMs: 200,
    });
    await onLine(school, id);
    await school.device(id, (device) => device.lock.state === 'locked', 'the lock confirmed again');
    await school.request('POST', `/v1/devices/${id}/command`, { type: 'unlock' });
    await school.device(id, (device) => device.lock.state === 'unlocked', 'the lock gone');
  });

  await t.test('the same version again repairs it', async (t) => {
    await rm(wine.path(`${PROGRAMS}\\shipped-names.bin`));
    t.equal((await setup(setups.exe)).code, 0);
    t.ok(existsSync(wine.path(`${PROGRAMS}\\shipped-names.bin`)));
    await runs();
    await onLine(school, id);
  });

  await t.test('a later version takes its place, an older one does not', async (t) => {
    const later = await setup(setups.laterExe);
    t.equal(later.code, 0, later.output);
    hasText(t, (await wine.run('reg', ['query', SETTINGS, '/v', 'Version'])).output, `${LATER}.0`);
    await onLine(school, id);
    t.equal((await setup(setups.exe)).code, 5);
    await runs();
  });

  await t.test('it goes with its removal code only, and leaves nothing', async (t) => {
    t.equal((await uninstall()).code, 6);
    await runs();
    const { code: removalCode } = (await school.request('GET', `/v1/devices/${id}/removal-code`)).body;
    const { code, output } = await uninstall(`/REMOVALCODE=${removalCode}`);
    t.equal(code, 0, output);
    t.same(await states(), ['none', 'none']);
    t.notOk(existsSync(wine.path(`${PROGRAMS}\\schoolgate-agent.exe`)));
    t.notOk(existsSync(wine.path(STATE)));
    t.same(processesOf(wine, 'schoolgate'), []);
    t.notMatch((await wine.run('reg', ['query', 'HKLM\\SOFTWARE\\Policies', '/s'])).output, /127\.0\.0\.1/);
  });
}

/** The lines of the recording that made a set the last time, without what another run has elsewhere. */
function setOf(calls: string, set: string): string {
  const lines = calls.split('\n').filter((line) => line.startsWith(`filter ${set}/`));
  const last = lines.lastIndexOf(lines[0] ?? '');
  return `${lines.slice(last).join('\n')}\n`;
}

async function installedByMsi(t: Test, school: School, setups: Setups): Promise<void> {
  const { wine, states, runs } = await computerWith(t, setups.msi);
  const known = (await school.request('GET', '/v1/devices')).body.data.map(({ id }: { id: string }) => id);
  const msi = (what: '/i' | '/x', ...properties: readonly string[]) =>
    wine.run('msiexec', [what, `C:\\${basename(setups.msi)}`, '/qn', ...properties]);

  await t.test('the .msi installs, enrolls and goes likewise', async (t) => {
    const token = await school.enrollmentToken();
    const installed = await msi('/i', `SERVER=http://127.0.0.1:${school.httpPort}`, `TOKEN=${token}`);
    t.equal(installed.code, 0, installed.output);
    await runs();
    const id = await onlyDevice(school, known);
    await onLine(school, id);
    const { code: removalCode } = (await school.request('GET', `/v1/devices/${id}/removal-code`)).body;
    const removed = await msi('/x', `REMOVALCODE=${removalCode}`);
    t.equal(removed.code, 0, removed.output);
    t.same(await states(), ['none', 'none']);
    t.notOk(existsSync(wine.path(`${PROGRAMS}\\schoolgate-agent.exe`)));
    t.notOk(existsSync(wine.path(STATE)));
  });
}
