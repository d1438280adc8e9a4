import { existsSync } from 'node:fs';
import t from 'tap';
import { leave } from '../../../agent/cli/leave.ts';
import { enrollmentName } from '../../../agent/enrollment/enroll.ts';
import { keepRemovalNote } from '../../../agent/enrollment/removal-note.ts';
import { keepRemovalOrder, removalOrdered } from '../../../agent/enrollment/removal-order.ts';
import { removalRight } from '../../../agent/enrollment/removal-right.ts';
import { failed } from '../../../agent/ports/outcome.ts';
import { openAgentState } from '../../../agent/state/agent-state.ts';
import { loadIdentity, saveIdentity } from '../../../agent/state/identity.ts';
import { prepareStateFolder } from '../../../agent/state/state-folder.ts';
import { systemClock } from '../../../kit/clock.ts';
import { writeDurably } from '../../../kit/durable-file.ts';
import { silentLog } from '../../../kit/log.ts';
import { removalVerifier } from '../../../kit/removal-code.ts';
import { exportSigningKey, generateSigningKey } from '../../../kit/signing.ts';
import { createFakeOs } from '../../support/fake-os.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { startLaptop, temporaryFolder } from './laptop.ts';
import { commandId, identityFor, startSchoolServer, targetOf, UNLOCKED } from './school-server.ts';

const key = generateSigningKey();

async function setUp(t: Parameters<typeof temporaryFolder>[0]) {
  const server = await startSchoolServer(key.publicKey);
  t.teardown(() => server.stop());
  const folder = await prepareStateFolder(await temporaryFolder(t));
  const identity = identityFor(server, 'device-key-test.pem');
  await writeDurably(folder.keyFile(identity.keyFile), exportSigningKey(key));
  await saveIdentity(folder, identity);
  return { server, folder, identity };
}

t.test('an agent of the same school that finds a note of a forced removal reports it', async (t) => {
  const { server, folder } = await setUp(t);
  await keepRemovalNote(folder, { what: 'restore', at: 1_800_000_000_000 });
  const laptop = await startLaptop(folder.path, server, key);
  t.teardown(() => laptop.stop());
  const told = await until(
    () => server.heard.flatMap(({ name, body }) => (name === 'events' ? body.events : []))[0],
    { what: 'the event', timeoutMs: 30_000 },
  );
  hasFields(t, told, { kind: 'tamper', details: { what: 'removal_forced', detail: /"restore" of dev_/ } });
  t.notOk(existsSync(folder.removalNote));
});

t.test('a note for another school waits for that school', async (t) => {
  const { server, folder, identity } = await setUp(t);
  await saveIdentity(folder, { ...identity, serverPublicKey: generateSigningKey().publicKey });
  await keepRemovalNote(folder, { what: 'unenroll', at: 1 });
  const laptop = await startLaptop(folder.path, server, key);
  await laptop.stop();
  t.ok(existsSync(folder.removalNote));
});

t.test(
  'root alone is asked for until the server has told a code, also where the state is damaged',
  async (t) => {
    const { server, folder } = await setUp(t);
    hasFields(t, await removalRight(folder), { needs: 'nothing', why: 'no_code' });
    const laptop = await startLaptop(folder.path, server, key);
    t.teardown(() => laptop.stop());
    await until(() => server.heard.some(({ name }) => name === 'heartbeat'), { what: 'the connection' });
    await server.send('target', await server.sign(targetOf(1, UNLOCKED), 'target'));
    await until(() => laptop.agent.status().targetVersion === 1, { what: 'a target of an old server' });
    hasFields(t, await removalRight(folder), { needs: 'nothing', why: 'no_code' });
    const removal = removalVerifier('AAAAA-AAAAA', 'c2FsdA');
    await server.send('target', await server.sign(targetOf(2, UNLOCKED, { removal }), 'target'));
    await until(() => laptop.agent.status().targetVersion === 2, { what: 'the code' });
    hasFields(t, await removalRight(folder), { needs: 'code', verifier: removal });
    await laptop.stop();
    await writeDurably(folder.database, 'no database');
    hasFields(t, await removalRight(folder), { needs: 'nothing', why: 'no_code' });
  },
);

t.test('a computer that cannot be given back stays enrolled, and the server hears why', async (t) => {
  const { folder, identity } = await setUp(t);
  const state = await openAgentState({
    folder,
    clock: systemClock,
    log: silentLog,
    enrollment: enrollmentName(identity),
  });
  t.teardown(() => state.close());
  await keepRemovalOrder(folder, identity, commandId(1));
  t.equal(
    await removalOrdered(folder, { keyFile: 'device-key-of-the-next.pem' }),
    null,
    'another enrollment',
  );
  const os = createFakeOs();
  const end = await leave({
    folder,
    commandId: commandId(1),
    state,
    os: {
      ...os,
      networkLock: {
        ...os.networkLock,
        release: () => Promise.resolve(failed('nft is not installed')),
        state: () => Promise.resolve('engaged'),
      },
    },
    log: silentLog,
    reporter: () => t.fail('nothing is left') as never,
    asked: new Promise(() => undefined),
  });
  t.equal(end, 'kept');
  t.equal(await removalOrdered(folder, identity), null, 'it works on as before');
  t.strictSame(await loadIdentity(folder), identity);
  const [result] = state.outbox.peek('results', { rows: 1, bytes: 1_000 });
  hasFields(t, JSON.parse(result?.body ?? '{}'), {
    commandId: commandId(1),
    state: 'failed',
    error: { code: 'not_done', detail: /nft is not installed/ },
  });
});
