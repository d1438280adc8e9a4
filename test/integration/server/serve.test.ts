import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Agent, fetch as fetchOver } from 'undici';
import { ROOT, runNode, SERVER_MAIN, startNode } from '../../support/child-process.ts';
import { hasFields, hasText } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { ANY_PORTS, type Facts, NONE, serving } from './serving.ts';

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
  hasText(t, await page.text(), '&quot;command&quot;:&quot;npx schoolgate&quot;');
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
    const session = await fetch(`${facts.http}/v1/session`, { headers: { cookie } });
    const { csrfToken } = (await session.json()) as { csrfToken: string };
    const made = await fetch(`${facts.http}/v1/enrollment-tokens`, {
      method: 'POST',
      headers: { ...own, cookie, 'content-type': 'application/json', 'x-csrf-token': csrfToken },
      body: JSON.stringify({ name: 'Here', ou: '/High', maxUses: 1 }),
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
