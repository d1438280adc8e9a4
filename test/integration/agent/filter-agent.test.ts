import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createWorkerStarter } from '../../../agent/os/worker-starter.ts';
import type { WorkerProcess, WorkerStarter } from '../../../agent/ports/worker-starter.ts';
import { generateSigningKey } from '../../../kit/signing.ts';
import { bundleAgent } from '../../../tools/programs.ts';
import { AGENT_MAIN, freePort } from '../../support/child-process.ts';
import { startUpstream } from '../../support/dns-lab.ts';
import { bundleOf, ruleOf } from '../../support/filter-state.ts';
import { hasFields } from '../../support/has-fields.ts';
import { startStopwatch } from '../../support/stopwatch.ts';
import { until } from '../../support/until.ts';
import { askFilter, dnsPortOf, filterOn, redirectedProbes, targetWith } from './filtering.ts';
import { type Laptop, startLaptop, temporaryFolder } from './laptop.ts';
import { commandOf, lockBy, type SchoolServer, startSchoolServer } from './school-server.ts';

const key = generateSigningKey();
const BLOCKED = '0.0.0.0';
const OPEN = '192.0.2.1';

const FROM_SOURCES = { node: process.execPath, script: AGENT_MAIN };

/** The agent in one file, as it ships, on a Node without what tap adds: sources and tap are nine tenths of a worker's start in a test. */
async function shipped(t: Test): Promise<typeof FROM_SOURCES> {
  const folder = await temporaryFolder(t);
  const { outputFiles } = await bundleAgent();
  const script = join(folder, 'schoolgate-agent.cjs');
  await writeFile(script, outputFiles[0]?.contents ?? '');
  const node = join(folder, 'node');
  await writeFile(node, `#!/bin/sh\nunset NODE_OPTIONS\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return { node, script };
}

/** Starts workers as the agent does, as the same user, and remembers them. */
function rememberingStarter(program = FROM_SOURCES): WorkerStarter & { readonly started: WorkerProcess[] } {
  const starter = createWorkerStarter({
    ...program,
    args: ['--log-level', 'silent'],
    account: null,
    env: process.env,
  });
  const started: WorkerProcess[] = [];
  return {
    started,
    start() {
      const process = starter.start();
      started.push(process);
      return process;
    },
  };
}

async function setUp(t: Test, workerStarter: WorkerStarter | null, port = 0) {
  const server = await startSchoolServer(key.publicKey);
  const upstream = await startUpstream();
  const folder = await temporaryFolder(t);
  let laptop: Laptop | null = null;
  const probes = redirectedProbes(() => (laptop === null ? null : dnsPortOf(laptop)));
  laptop = await startLaptop(folder, server, key, {
    filter: filterOn(port, join(folder, 'shared')),
    workerStarter,
    probes,
  });
  const running = laptop;
  t.teardown(async () => {
    await running.stop();
    await upstream.stop();
    await server.stop();
  });
  const bundle = (version: number, domains: readonly string[]) =>
    bundleOf([{ id: 'pol_games', rules: [ruleOf('rul_1', 'block', { domains: [...domains] })] }], {
      version,
      upstreams: [upstream.address],
      probes: { block: domains.slice(0, 1), allow: ['library.example'] },
    });
  const send = async (version: number, domains: readonly string[]): Promise<void> => {
    // It comes after the subscription; what is sent before that is sent to nobody.
    await until(() => lastBeat(server), { what: 'the first heartbeat', timeoutMs: 30_000 });
    await server.send('target', await server.sign(targetWith(version, bundle(version, domains)), 'target'));
  };
  const ask = async (name: string): Promise<string> => {
    const port = await until(() => dnsPortOf(running), { what: 'the filter’s port', timeoutMs: 30_000 });
    return askFilter(port, name);
  };
  return { server, laptop: running, upstream, send, ask, probes };
}

const lastBeat = (server: SchoolServer) => server.heard.findLast(({ name }) => name === 'heartbeat')?.body;
const eventsOf = (server: SchoolServer, kind: string) =>
  server.heard
    .filter(({ name }) => name === 'events')
    .flatMap(({ body }) => body.events)
    .filter((event) => event.kind === kind);

for (const [where, starter] of [
  ['in the same process', () => null],
  ['in a process of its own', () => rememberingStarter()],
] as const) {
  t.test(`a target’s policy is enforced, changed, proven and reported: ${where}`, async (t) => {
    const { server, laptop, send, ask } = await setUp(t, starter());
    await send(1, ['games.example']);
    await until(async () => (await ask('play.games.example')) === BLOCKED, {
      what: 'the block',
      timeoutMs: 30_000,
    });
    t.equal(await ask('library.example'), OPEN);
    await until(() => lastBeat(server)?.policy.version === 1, { what: 'the reported version' });
    t.match(lastBeat(server).policy.hash, /^[\w-]{43}$/);
    await until(() => lastBeat(server)?.protection.state === 'enforcing', {
      what: 'the protection',
      timeoutMs: 30_000,
    });
    t.ok(lastBeat(server).protection.since > 0);
    t.same(laptop.os.filter.applied()?.mode, 'enforce');

    const changed = startStopwatch();
    await send(2, ['other.example']);
    await until(async () => (await ask('play.games.example')) === OPEN, {
      what: 'the allow',
      timeoutMs: 30_000,
    });
    changed.within(t, 5_000, 'an on-line agent changes at once');
    await until(() => lastBeat(server)?.policy.version === 2, { what: 'the new version' });
    changed.within(t, 6_000, 'and says so at once');
    t.equal(await ask('www.other.example'), BLOCKED);
    t.ok(laptop.os.filter.calls.some(({ name }) => name === 'cutConnections'));
    const changes = eventsOf(server, 'protection');
    hasFields(t, changes.at(-1)?.details, { state: 'enforcing' });
  });
}

t.test('the filter in force shows in the self-test, the diagnostics and the status', async (t) => {
  const { server, laptop, send, ask } = await setUp(t, null);
  await send(1, ['games.example']);
  await until(async () => (await ask('games.example')) === BLOCKED, { what: 'the block', timeoutMs: 30_000 });
  await server.send('commands', await server.sign(commandOf(1, 'self_test'), 'command'));
  const result = await until(
    () =>
      server.heard.find(({ name, body }) => name === 'results' && body.state === 'succeeded')?.body.result,
    { what: 'the self-test', timeoutMs: 30_000 },
  );
  hasFields(t, result.checks, {
    name_resolution: { ok: true },
    dot_refused: { ok: true },
    system_settings: { ok: true },
    must_block: { ok: true, detail: /games\.example is blocked/ },
    must_allow: { ok: true, detail: /library\.example resolves/ },
    crisis_help: { ok: true },
    safe_search: { ok: true },
    canary: { ok: true },
    pac: { ok: true },
  });
  t.same(result.failing, []);
  hasFields(t, laptop.agent.status().filter, {
    policyVersion: 1,
    protection: /^(enforcing|unknown)$/,
    since: Number,
    problems: [],
  });
});

t.test('a port that somebody holds moves the resolver, and the device says who is in the way', async (t) => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, '127.0.0.1', () => resolve((holder.address() as AddressInfo).port));
  });
  t.teardown(() => void holder.close());
  const { server, laptop, send, ask } = await setUp(t, null, port);
  await send(1, ['games.example']);
  await until(async () => (await ask('games.example')) === BLOCKED, { what: 'the block', timeoutMs: 30_000 });
  const moved = dnsPortOf(laptop);
  t.not(moved, port, 'the settings of the computer follow');
  const problem = `port ${port} of the resolver is taken by another program; it listens on port ${moved} instead`;
  await until(() => laptop.agent.status().filter?.problems?.length === 1, { what: 'the problem' });
  t.same(laptop.agent.status().filter?.problems, [problem]);
  await until(() => eventsOf(server, 'fault').length > 0, { what: 'the event' });
  t.same(
    eventsOf(server, 'fault').map(({ details }) => details),
    [{ what: 'filter_problem', detail: problem }],
  );
});

t.test(
  'somebody who takes the filter’s settings away sees them come back, and the server hears of it',
  async (t) => {
    const { server, laptop, send, ask } = await setUp(t, null);
    await send(1, ['games.example']);
    await until(async () => (await ask('games.example')) === BLOCKED, {
      what: 'the block',
      timeoutMs: 30_000,
    });
    laptop.os.filter.damage('the firewall table was removed');
    await server.send('commands', await server.sign(commandOf(1, 'self_test'), 'command'));
    await until(() => eventsOf(server, 'repair').length > 0, { what: 'the repair event' });
    hasFields(t, eventsOf(server, 'repair')[0].details, {
      what: /the firewall table was removed/,
      done: true,
    });
    await until(() => eventsOf(server, 'tamper').length > 0, { what: 'the tamper event' });
  },
);

t.test('a look-up that does not arrive makes the device say that it is unprotected', async (t) => {
  const { server, send, ask, probes } = await setUp(t, null);
  await send(1, ['games.example']);
  await until(async () => (await ask('games.example')) === BLOCKED, { what: 'the block', timeoutMs: 30_000 });
  await until(() => lastBeat(server)?.protection.state === 'enforcing', {
    what: 'enforcing',
    timeoutMs: 30_000,
  });
  const through = probes.onResolve;
  probes.onResolve = async () => ({ answer: 'addresses', addresses: ['198.51.100.7'] });
  await until(() => lastBeat(server)?.protection.state === 'unprotected', {
    what: 'unprotected',
    timeoutMs: 30_000,
  });
  hasFields(t, eventsOf(server, 'self_test').at(-1)?.details, { ok: false, failing: /name_resolution/ });
  probes.onResolve = through;
  await until(() => lastBeat(server)?.protection.state === 'enforcing', {
    what: 'enforcing again',
    timeoutMs: 30_000,
  });
});

t.test('while locked only the server’s names are answered; unlocked all is as before', async (t) => {
  const { server, send, ask } = await setUp(t, null);
  await send(1, ['games.example']);
  await until(async () => (await ask('library.example')) === OPEN, { what: 'the filter' });
  await server.send('commands', await server.sign(commandOf(1, 'lock', { lock: lockBy(1) }), 'command'));
  await until(async () => (await ask('library.example')) === BLOCKED, { what: 'the lock' });
  const unlock = { ...lockBy(2), wanted: false };
  await server.send('commands', await server.sign(commandOf(2, 'unlock', { lock: unlock }), 'command'));
  await until(async () => (await ask('library.example')) === OPEN, { what: 'the unlock' });
});

t.test('kill -9 of the worker: another one answers, and no report is lost', async (t) => {
  const starter = rememberingStarter(await shipped(t));
  const { server, laptop, send, ask } = await setUp(t, starter, await freePort());
  await send(1, ['games.example']);
  await until(async () => (await ask('games.example')) === BLOCKED, { what: 'the block', timeoutMs: 30_000 });
  server.acknowledge(false);
  laptop.state.outbox.addEvent({ id: 'evt_kept_1', at: 1, kind: 'fault', details: { what: 'test' } });
  const pid = starter.started.at(-1)?.pid ?? 0;
  const killed = startStopwatch();
  process.kill(pid, 'SIGKILL');
  await until(() => starter.started.length === 2, { what: 'a second worker' });
  await until(async () => (await ask('games.example')) === BLOCKED, {
    what: 'an answer',
    intervalMs: 5,
    timeoutMs: 30_000,
  });
  // Some 0.2 s on a quiet machine.
  killed.within(t, 10_000, 'an answer again');
  server.acknowledge(true);
  await until(() => eventsOf(server, 'fault').some(({ id }) => id === 'evt_kept_1'), {
    what: 'the kept report',
    timeoutMs: 30_000,
  });
});
