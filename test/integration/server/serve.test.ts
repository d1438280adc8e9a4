import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Agent, fetch as fetchOver } from 'undici';
import { ROOT, runNode, SERVER_MAIN, startNode } from '../../support/child-process.ts';
import { hasFields } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';
<<<<<<< HEAD

const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '', SCHOOLGATE_LOG_LEVEL: 'warn' };
const ANY_PORTS = ['--http-port', '0', '--mqtt-port', '0'];

interface Facts {
  readonly http: string;
  readonly mqtt: number;
  readonly signIn: string | null;
  readonly dataDir: string;
  readonly pid: number;
}

async function serving(
  t: Test,
  {
    dataDir,
    args = ANY_PORTS,
    env = {},
  }: { dataDir: string; args?: readonly string[]; env?: Record<string, string> },
) {
  const server = startNode([SERVER_MAIN, 'serve', '--json', '--data-dir', dataDir, ...args], {
    ...NONE,
    ...env,
  });
  t.teardown(() => server.end('SIGKILL'));
  const facts = JSON.parse(await server.line(/"http"/)) as Facts;
  return { server, facts };
}

/** Ends with status 1 and one sentence, nothing else. */
async function fails(t: Test, args: readonly string[], sentence: RegExp, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runNode([SERVER_MAIN, 'serve', ...args], { ...NONE, ...env });
  t.equal(code, 1);
  t.equal(stdout, '');
  hasFields(t, stderr, sentence);
  t.equal(stderr.trim().split('\n').length, 1, 'one line');
}
=======
import { ANY_PORTS, type Facts, NONE, serving } from './serving.ts';
>>>>>>> part/speed

t.test('a server starts on an empty folder, says where it is, answers, and stops in order', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { server, facts } = await serving(t, { dataDir });
  hasFields(t, facts, {
    http: /^http:\/\/127\.0\.0\.1:\d+$/,
    mqtt: Number,
    signIn: /\/sign-in\?token=/,
    dataDir,
    pid: server.pid,
  });
  const page = await fetch(facts.http);
  t.equal(page.status, 200);
  hasFields(t, await page.text(), 'npx schoolgate sign-in-link');
  const api = await fetch(`${facts.http}/v1/devices`);
  t.equal(api.status, 401);
  const { code } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.equal(server.stderr(), '', 'nothing to warn of');
  t.notOk(readdirSync(dataDir).includes('running.json'));
});

t.test('for people it prints one calm block', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const server = startNode([SERVER_MAIN, 'serve', '--data-dir', dataDir, ...ANY_PORTS], NONE);
  t.teardown(() => server.end('SIGKILL'));
  await server.line(/Ctrl-C/);
  const block = server.lines.join('\n');
  for (const part of [
    /^Schoolgate is running\.$/m,
    /Dashboard and API {3}http:/,
    /mqtts:\/\//,
    /sign-in\?token=/,
    /npx schoolgate enrollment-tokens create/,
    /npx schoolgate-agent enroll --server http/,
  ]) {
    hasFields(t, block, part);
  }
  t.ok(server.lines.length < 20);
});

t.test('any host but loopback gets HTTPS from the authority, and no plain HTTP', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { facts } = await serving(t, { dataDir, args: ['--host', '0.0.0.0', ...ANY_PORTS] });
  t.match(facts.http, /^https:/);
  const { port } = new URL(facts.http);
  const dispatcher = new Agent({
    connect: { ca: readFileSync(join(dataDir, 'certificates', 'ca.crt'), 'utf8') },
  });
  t.teardown(() => dispatcher.close());
  t.equal((await fetchOver(`https://127.0.0.1:${port}/`, { dispatcher })).status, 200);
  await t.rejects(fetch(`http://127.0.0.1:${port}/`));
});

t.test(
  'the first start prints a sign-in link that works once; later starts print none to a journal',
  async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    const first = await serving(t, { dataDir });
    await first.server.end('SIGTERM');
    const { server, facts } = await serving(t, { dataDir });
    t.equal(facts.signIn, null, 'what is printed without a terminal is kept by somebody');
    const own = { 'sec-fetch-site': 'same-origin' };
    const answer = await fetch((first.facts.signIn ?? '').replace(first.facts.http, facts.http), {
      method: 'POST',
      headers: own,
      redirect: 'manual',
    });
    t.equal(answer.status, 303);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const overview = await fetch(`${facts.http}/dashboard/api/overview`, { headers: { cookie } });
    hasFields(t, await overview.json(), { counts: { all: 0 }, devices: [] });
    const made = await fetch(`${facts.http}/dashboard/api/enrollment-tokens`, {
      method: 'POST',
      headers: { ...own, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ou: '/High' }),
    });
    hasFields(t, await made.json(), {
      token: /^sget_/,
      command: new RegExp(`^npx schoolgate-agent enroll --server ${facts.http} --token sget_`),
    });
    const audit = await runNode([SERVER_MAIN, 'audit', 'export', '--data-dir', dataDir], NONE);
    const noted = audit.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string; actor: string });
    const created = noted.find(({ action }) => action === 'enrollment_token.created');
    t.equal(created?.actor, noted.find(({ action }) => action === 'session.created')?.actor);
    t.ok(created?.actor.startsWith('acc_'), 'a token from the dashboard is its maker’s');
    const link = await runNode([SERVER_MAIN, 'sign-in-link', '--json', '--data-dir', dataDir], NONE);
    const { url, running } = JSON.parse(link.stdout);
    t.equal(running, true);
    t.equal(new URL(url).origin, facts.http, 'it knows where the running server is');
    t.equal((await fetch(url, { method: 'POST', headers: own, redirect: 'manual' })).status, 303);
    await server.end('SIGTERM');
    t.equal((await serving(t, { dataDir })).facts.signIn, null);
  },
);

<<<<<<< HEAD
t.test('a key made beside the running server works at once', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { facts } = await serving(t, { dataDir });
  const made = await runNode(
    [SERVER_MAIN, 'keys', 'create', '--json', '--name', 'x', '--scopes', 'all', '--data-dir', dataDir],
    NONE,
  );
  const { key } = JSON.parse(made.stdout);
  const answer = await fetch(`${facts.http}/v1/devices`, { headers: { authorization: `Bearer ${key}` } });
  t.equal(answer.status, 200);
  hasFields(t, await answer.json(), { data: [], total: 0 });
});

t.test('doctor is content beside the running server', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { facts } = await serving(t, { dataDir });
  const { code, stdout } = await runNode([SERVER_MAIN, 'doctor', '--data-dir', dataDir], NONE);
  t.equal(code, 0, stdout);
  hasFields(t, stdout, `ok    Server         running, process ${facts.pid}, ${facts.http}`);
  t.match(stdout, /^All is well\.$/m);
});

t.test('a second server on the same folder is refused, and harms the first in nothing', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { facts } = await serving(t, { dataDir });
  await fails(
    t,
    ['--data-dir', dataDir, ...ANY_PORTS],
    /^schoolgate: A Schoolgate server \(process \d+, http:\/\/127\.0\.0\.1:\d+\) is already running on the data folder /,
  );
  t.equal((await fetch(facts.http)).status, 200);
});

t.test('a folder left by a killed server is taken over', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const { server, facts } = await serving(t, { dataDir });
  await server.end('SIGKILL');
  const again = await serving(t, { dataDir });
  t.not(again.facts.pid, facts.pid);
  t.equal((await fetch(again.facts.http)).status, 200);
});

t.test('a taken port is one clear sentence, and leaves nothing running', async (t) => {
  const folder = await temporaryFolder(t);
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  t.teardown(() => blocker.close());
  const { port } = blocker.address() as { port: number };
  const dataDir = join(folder, 'data');
  await fails(
    t,
    ['--data-dir', dataDir, '--http-port', String(port), '--mqtt-port', '0'],
    new RegExp(
      `^schoolgate: Port ${port} on 127\\.0\\.0\\.1 is taken by another program: .* --http-port\\.$`,
      'm',
    ),
  );
  await fails(
    t,
    ['--data-dir', dataDir, '--mqtt-port', String(port), '--http-port', '0'],
    new RegExp(`^schoolgate: Port ${port} .* --mqtt-port\\.$`, 'm'),
  );
  const { facts } = await serving(t, { dataDir });
  t.equal((await fetch(facts.http)).status, 200);
});

t.test('an unusable folder, host or setting is one clear sentence', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await fails(
    t,
    ['--data-dir', file, ...ANY_PORTS],
    /^schoolgate: The data folder .* a file stands in its place/,
  );
  await fails(
    t,
    ['--data-dir', join(folder, 'a'), '--host', '192.0.2.1', ...ANY_PORTS],
    /^schoolgate: The host 192\.0\.2\.1 is no address of this machine/,
  );
  await fails(t, ['--data-dir', join(folder, 'b')], /^schoolgate: SCHOOLGATE_HTTP_PORT must be a port/, {
    SCHOOLGATE_HTTP_PORT: 'eighty',
  });
  await fails(
    t,
    ['--data-dir', join(folder, 'c'), '--config', '/no/such.toml'],
    /^schoolgate: The configuration file \/no\/such\.toml cannot be read/,
  );
});

=======
>>>>>>> part/speed
t.test('the built-in defaults can be copied and used as a file', async (t) => {
  const folder = await temporaryFolder(t);
  const { stdout } = await runNode([SERVER_MAIN, 'serve', '--print-config'], NONE);
  const config = join(folder, 'school.toml');
  writeFileSync(
    config,
    stdout
      .replace('name = ""', 'name = "Springfield High"')
      .replace('data_dir = "./schoolgate-data"', 'data_dir = "here"'),
  );
  const server = startNode([SERVER_MAIN, 'serve', '--json', '--config', config, ...ANY_PORTS], NONE);
  t.teardown(() => server.end('SIGKILL'));
  const facts = JSON.parse(await server.line(/"http"/)) as Facts;
  t.equal(facts.dataDir, join(folder, 'here'));
  t.ok(ROOT);
});
