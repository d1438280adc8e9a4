import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { saveIdentity } from '../../../agent/state/identity.ts';
import { prepareStateFolder } from '../../../agent/state/state-folder.ts';
import { writeDurably } from '../../../kit/durable-file.ts';
import { exportSigningKey, generateSigningKey } from '../../../kit/signing.ts';
import { AGENT_MAIN, startNode, type TestProcess } from '../../support/child-process.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from './laptop.ts';
import { commandId, commandOf, identityFor, lockBy, startSchoolServer } from './school-server.ts';

const key = generateSigningKey();

async function setUp(t: Parameters<typeof temporaryFolder>[0]) {
  const server = await startSchoolServer(key.publicKey);
  const path = await temporaryFolder(t);
  const folder = await prepareStateFolder(path);
  const identity = identityFor(server, 'device-key-test.pem');
  await writeDurably(join(path, identity.keyFile), exportSigningKey(key));
  await saveIdentity(folder, identity);
  const agents: TestProcess[] = [];
  t.teardown(async () => {
    for (const agent of agents) await agent.end('SIGKILL');
    await server.stop();
  });
  const run = (...more: string[]): TestProcess => {
    const agent = startNode([
      AGENT_MAIN,
      'run',
      '--observe',
      '--lock-page-port',
      '0',
      '--state-dir',
      path,
      ...more,
    ]);
    agents.push(agent);
    return agent;
  };
  return { server, folder, run };
}

/** The log of a process, line by line. */
const logOf = (agent: TestProcess) =>
  agent
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly what?: string });

t.test(
  'kill -9 while locked: the next start locks again before it connects, also without a server',
  async (t) => {
    const { server, folder, run } = await setUp(t);
    const first = run();
    await until(() => server.connected() && server.heard.some(({ name }) => name === 'heartbeat'), {
      what: 'the agent',
      timeoutMs: 30_000,
    });
    await server.send('commands', await server.sign(commandOf(1, 'lock', { lock: lockBy(1) }), 'command'));
    await until(
      () => server.heard.some(({ name, body }) => name === 'results' && body.state === 'succeeded'),
      { what: 'the lock' },
    );
    await first.end('SIGKILL');
    await server.stopBroker();

    const second = run();
    await until(() => logOf(second).some(({ msg }) => msg.includes('trying again')), {
      what: 'a failed connection',
      timeoutMs: 30_000,
    });
    const lines = logOf(second);
    const locked = lines.findIndex(({ what }) => what?.startsWith('cut the network off'));
    t.ok(locked >= 0, 'the lock was applied');
    t.ok(locked < lines.findIndex(({ msg }) => msg.includes('trying again')), 'before the network');

    server.heard.length = 0;
    await server.restart();
    const beat = await until(() => server.heard.find(({ name }) => name === 'heartbeat')?.body, {
      what: 'a heartbeat',
      timeoutMs: 70_000,
    });
    hasFields(t, beat.lock, { state: /^locked$/, commandId: commandId(1) });
    hasFields(t, JSON.parse(await readFile(folder.lock, 'utf8')).held, { commandId: commandId(1) });
  },
);

t.test('a command that a crash interrupted is answered at the next start', async (t) => {
  const { server, folder, run } = await setUp(t);
  const { openAgentState } = await import('../../../agent/state/agent-state.ts');
  const { enrollmentName } = await import('../../../agent/enrollment/enroll.ts');
  const { systemClock } = await import('../../../kit/clock.ts');
  const { silentLog } = await import('../../../kit/log.ts');
  const enrollment = enrollmentName(identityFor(server, 'x'));
  const state = await openAgentState({ folder, clock: systemClock, log: silentLog, enrollment });
  for (const [n, type] of [
    [1, 'message'],
    [2, 'locate'],
  ] as const) {
    const jws = await server.sign(commandOf(n, type, { params: { text: 'x' } }), 'command');
    state.commands.accept(
      { commandId: commandId(n), sequence: n, type, jws },
      { id: `ack_test_${n}`, commandId: commandId(n), state: 'acknowledged', at: 1 },
    );
  }
  state.close();
  run();
  const ended = (n: number) =>
    server.heard.find(
      ({ name, body }) =>
        name === 'results' && body.commandId === commandId(n) && body.state !== 'acknowledged',
    )?.body;
  await until(() => ended(1) && ended(2), { what: 'both results', timeoutMs: 30_000 });
  hasFields(
    t,
    ended(1),
    { state: 'failed', error: { code: 'interrupted' } },
    'a message may have been shown',
  );
  hasFields(t, ended(2), { state: 'succeeded' }, 'a look is taken again');
});

t.test('a damaged lock record keeps the computer locked until the server speaks', async (t) => {
  const { server, folder, run } = await setUp(t);
  await writeFile(folder.lock, '{"format":1,"held":{"comm');
  const agent = run();
  const beat = await until(() => server.heard.find(({ name }) => name === 'heartbeat')?.body, {
    what: 'a heartbeat',
    timeoutMs: 30_000,
  });
  hasFields(t, beat.lock, { state: /^locked$/, commandId: null });
  await until(
    () =>
      server.heard.some(
        ({ name, body }) => name === 'events' && body.events[0].details.what === 'lock_record_damaged',
      ),
    {
      what: 'the report of the damage',
    },
  );
  const { targetOf, UNLOCKED } = await import('./school-server.ts');
  await server.send('target', await server.sign(targetOf(1, UNLOCKED), 'target'));
  await until(
    () => server.heard.some(({ name, body }) => name === 'heartbeat' && body.lock.state === 'unlocked'),
    { what: 'unlocked' },
  );
  await agent.end('SIGTERM');
});

t.test('a second agent on the same state folder is refused; SIGTERM ends the first cleanly', async (t) => {
  const { server, run } = await setUp(t);
  const first = run();
  await until(() => server.connected(), { what: 'the agent', timeoutMs: 30_000 });
  const second = run();
  hasFields(t, await second.ended, { code: 1 });
  t.match(second.stderr(), /^schoolgate-agent: an agent runs on .*: stop it first\n$/);
  hasFields(t, await first.end('SIGTERM'), { code: 0, signal: null });
  hasFields(t, server.heard.at(-1), { name: 'status', body: { state: 'offline', reason: 'stopped' } });
});

t.test('with --exit-with-stdin the end of standard input stops it cleanly', async (t) => {
  const { server, run } = await setUp(t);
  // The test's processes have nothing on their standard input: it ends at once.
  const agent = run('--exit-with-stdin');
  hasFields(t, await agent.ended, { code: 0, signal: null });
  t.ok(server);
});
