import t, { type Test } from 'tap';
import { generateSigningKey } from '../../../kit/signing.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { startLaptop, temporaryFolder } from './laptop.ts';
import {
  commandId,
  commandOf,
  DEVICE,
  lockBy,
  OTHER_DEVICE,
  type SchoolServer,
  startSchoolServer,
  targetOf,
  UNLOCKED,
} from './school-server.ts';

const key = generateSigningKey();

async function setUp(t: Test) {
  const server = await startSchoolServer(key.publicKey);
  const laptop = await startLaptop(await temporaryFolder(t), server, key);
  t.teardown(async () => {
    await laptop.stop();
    await server.stop();
  });
  await heard(server, 'heartbeat', () => true, 'the first heartbeat');
  return { server, laptop };
}

function heard(
  server: SchoolServer,
  name: string,
  fits: (body: SchoolServer['heard'][number]['body']) => boolean,
  what: string,
) {
  return until(() => server.heard.find((message) => message.name === name && fits(message.body))?.body, {
    what,
  });
}

/** All device events heard so far. */
const events = (server: SchoolServer) =>
  server.heard.filter(({ name }) => name === 'events').flatMap(({ body }) => body.events);
const results = (server: SchoolServer, id: string) =>
  server.heard
    .filter(({ name, body }) => name === 'results' && body.commandId === id)
    .map(({ body }) => body);

t.test('says online with its epoch, and a heartbeat of what the computer is', async (t) => {
  const { server, laptop } = await setUp(t);
  hasFields(t, server.heard[0], { name: 'status', retain: true, body: { state: 'online', epoch: 1 } });
  hasFields(t, server.heard.find(({ name }) => name === 'heartbeat')?.body, {
    user: 'ana',
    battery: 71,
    charging: false,
    campus: { state: 'unknown', campusId: null },
    policy: { version: 0, hash: null },
    lock: { state: 'unlocked', commandId: null },
    protection: { state: 'unknown' },
    osVersion: 'Debian GNU/Linux 12 (bookworm)',
    observe: false,
    droppedRecords: 0,
  });
  t.notMatch(JSON.stringify(server.heard), /home|02:00:00/, 'unlisted networks stay on the device');
  await laptop.stop();
  const last = server.heard.at(-1);
  hasFields(
    t,
    last,
    { name: 'status', retain: true, body: { state: 'offline', epoch: 1, reason: 'stopped' } },
    'a clean stop says so',
  );
});

t.test('a lock is done, confirmed, and taken back', async (t) => {
  const { server, laptop } = await setUp(t);
  const lock = lockBy(1, { message: 'See the office' });
  await server.send('commands', await server.sign(commandOf(1, 'lock', { lock }), 'command'));
  const result = await heard(server, 'results', ({ state }) => state === 'succeeded', 'the result');
  hasFields(t, result, {
    commandId: commandId(1),
    result: { network: 'on', session: 'on', window: 'on', until: null },
  });
  t.same(
    results(server, commandId(1)).map(({ state }) => state),
    ['acknowledged', 'succeeded'],
  );
  hasFields(
    t,
    laptop.os.calls.filter(({ name }) => name !== 'release').map(({ name }) => name),
    ['engage', 'lock', 'show'],
  );
  hasFields(t, laptop.os.calls.find(({ name }) => name === 'engage')?.input, {
    servers: ['127.0.0.1'],
    resolvers: [],
  });
  await heard(server, 'heartbeat', ({ lock: { state } }) => state === 'locked', 'a heartbeat at once');

  const unlock = { ...UNLOCKED, commandId: commandId(2), sequence: 2 };
  await server.send('commands', await server.sign(commandOf(2, 'unlock', { lock: unlock }), 'command'));
  await until(() => results(server, commandId(2)).some(({ state }) => state === 'succeeded'), {
    what: 'the unlock',
  });
  t.equal(laptop.agent.status().lock.state, 'unlocked');
});

t.test('a target state locks too, and the command for the same lock only confirms it', async (t) => {
  const { server, laptop } = await setUp(t);
  const lock = lockBy(3);
  await server.send('target', await server.sign(targetOf(1, lock), 'target'));
  await until(() => laptop.agent.status().lock.state === 'locked', { what: 'the lock' });
  await server.send('commands', await server.sign(commandOf(3, 'lock', { lock }), 'command'));
  await until(() => results(server, commandId(3)).some(({ state }) => state === 'succeeded'), {
    what: 'the result',
  });
  t.equal(laptop.os.calls.filter(({ name }) => name === 'engage').length, 1, 'locked once');
});

t.test(
  'stale, replayed, foreign-signed and misaddressed messages are refused, and the server hears of each',
  async (t) => {
    const { server, laptop } = await setUp(t);
    const stranger = generateSigningKey();
    await server.send('target', await server.sign(targetOf(5, UNLOCKED), 'target'));
    await until(() => laptop.agent.status().targetVersion === 5, { what: 'the first target' });

    const lock = lockBy(9);
    const bad: readonly [string, 'target' | 'commands', string][] = [
      ['old_version', 'target', await server.sign(targetOf(4, lock), 'target')],
      ['bad_signature', 'target', await server.sign(targetOf(6, lock), 'target', stranger)],
      ['wrong_device', 'target', await server.sign(targetOf(6, lock, { deviceId: OTHER_DEVICE }), 'target')],
      ['expired', 'target', await server.sign(targetOf(6, lock, { expiresAt: Date.now() - 1 }), 'target')],
      ['malformed', 'target', await server.sign({ kind: 'target', deviceId: DEVICE }, 'target')],
      ['bad_signature', 'commands', await server.sign(commandOf(9, 'lock', { lock }), 'command', stranger)],
      // Signed by the right key, but for another purpose.
      ['bad_signature', 'commands', await server.sign(commandOf(9, 'lock', { lock }), 'target')],
      [
        'wrong_device',
        'commands',
        await server.sign(commandOf(9, 'lock', { lock, deviceId: OTHER_DEVICE }), 'command'),
      ],
      [
        'expired',
        'commands',
        await server.sign(commandOf(9, 'lock', { lock, expiresAt: Date.now() - 1 }), 'command'),
      ],
    ];
    for (const [, topic, jws] of bad) await server.send(topic, jws);
    await until(() => events(server).filter(({ kind }) => kind === 'refused').length === bad.length, {
      what: 'all refusals',
    });
    t.same(
      events(server).map(({ details }) => [details.code, details.what === 'command' ? 'commands' : 'target']),
      bad.map(([code, topic]) => [code, topic]),
    );
    t.same(
      laptop.os.calls.filter(({ name }) => name === 'engage'),
      [],
      'nothing was carried out',
    );
    t.equal(laptop.agent.status().targetVersion, 5);
    hasFields(
      t,
      results(server, commandId(9)),
      [{ state: 'failed', error: { code: 'expired' } }],
      'only the rightly signed one has a result',
    );
  },
);

t.test('a repeated command is not done again but answered again; a lower sequence is refused', async (t) => {
  const { server, laptop } = await setUp(t);
  const message = await server.sign(commandOf(4, 'message', { params: { text: 'Hello' } }), 'command');
  await server.send('commands', message);
  await until(() => results(server, commandId(4)).some(({ state }) => state === 'succeeded'), {
    what: 'the result',
  });
  await server.send('commands', message);
  await until(() => results(server, commandId(4)).filter(({ state }) => state === 'succeeded').length === 2, {
    what: 'the result again',
  });
  t.equal(laptop.os.calls.filter(({ name }) => name === 'showMessage').length, 1);

  await server.send(
    'commands',
    await server.sign(commandOf(3, 'message', { params: { text: 'Old' } }), 'command'),
  );
  await until(() => results(server, commandId(3)).length > 0, { what: 'the refusal' });
  hasFields(t, results(server, commandId(3)), [{ state: 'failed', error: { code: 'stale_sequence' } }]);
  t.equal(laptop.os.calls.filter(({ name }) => name === 'showMessage').length, 1);
});

t.test('reconnects with a higher epoch after the broker died', async (t) => {
  const { server } = await setUp(t);
  await server.stopBroker();
  await server.restart();
  await until(() => server.epochs.length >= 2, { what: 'the second login' });
  t.ok((server.epochs.at(-1) ?? 0) > (server.epochs[0] ?? 0));
  await until(
    () => server.heard.filter(({ name, body }) => name === 'status' && body.state === 'online').length >= 2,
    {
      what: 'online again',
    },
  );
});

t.test(
  'reports survive a restart and an unacknowledging server, and arrive once each when all is well',
  async (t) => {
    const server = await startSchoolServer(key.publicKey);
    const folder = await temporaryFolder(t);
    const first = await startLaptop(folder, server, key);
    t.teardown(() => server.stop());
    await heard(server, 'heartbeat', () => true, 'the first heartbeat');
    await server.stopBroker();
    const records = Array.from({ length: 1_200 }, (_, n) => ({
      id: `record-${String(n).padStart(5, '0')}`,
      at: Date.now(),
      kind: 'request' as const,
      user: 'ana',
      domain: `site-${n}.example`,
      action: 'allow' as const,
    }));
    first.state.outbox.addActivity(records);
    await first.stop();

    await server.restart();
    const second = await startLaptop(folder, server, key);
    t.teardown(() => second.stop());
    await until(() => second.state.outbox.size().rows === 0, { what: 'an empty outbox' });
    const batches = server.heard.filter(({ name }) => name === 'activity').map(({ body }) => body.records);
    t.same(
      batches.map(({ length }) => length),
      [500, 500, 200],
    );
    t.same(
      batches.flat().map(({ id }) => id),
      records.map(({ id }) => id),
      'each once, in order',
    );
  },
);

t.test('what the server does not acknowledge stays in the outbox', async (t) => {
  const { server, laptop } = await setUp(t);
  server.acknowledge(false);
  laptop.state.outbox.addEvent({ id: 'event-0001', at: 1, kind: 'tamper', details: {} });
  await server.send('commands', await server.sign(commandOf(1, 'self_test'), 'command'));
  await until(() => laptop.state.outbox.size().rows >= 3, {
    what: 'event, acknowledgement and result in the outbox',
  });
  server.acknowledge(true);
  await server.stopBroker();
  await server.restart();
  await until(() => laptop.state.outbox.size().rows === 0, { what: 'an empty outbox' });
  hasFields(t, events(server), [{ id: 'event-0001' }]);
  hasFields(t, results(server, commandId(1)).at(-1), {
    state: 'succeeded',
    result: { checks: { firewall: { ok: true } } },
  });
});

t.test('a refused login is said in the status, and is not repeated at once', async (t) => {
  const server = await startSchoolServer(key.publicKey);
  server.refuseLogins(true);
  const laptop = await startLaptop(await temporaryFolder(t), server, key);
  t.teardown(async () => {
    await laptop.stop();
    await server.stop();
  });
  await until(() => laptop.agent.status().link.state === 'refused', { what: 'the refusal' });
  t.match(laptop.agent.status().link.lastError, /not authorized/i);
  t.equal(server.refusedLogins(), 1);
  t.notOk(laptop.agent.status().link.revoked, 'one refusal is not the last word');
});
