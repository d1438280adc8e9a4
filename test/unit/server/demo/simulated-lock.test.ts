import t from 'tap';
import {
  type CommandMessage,
  JWS_TYPES,
  type LockTarget,
  type TargetState,
} from '../../../../contracts/mqtt/messages.ts';
import { generateSigningKey, signJws } from '../../../../kit/signing.ts';
import { createSimulatedLock } from '../../../../server/simulated-laptop/lock.ts';
import { hasFields } from '../../../support/has-fields.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const DEVICE = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';
const COMMAND = 'cmd_01kafw2n7qd5g8h1j3k6m9p2rs';
const server = generateSigningKey();

const lockTarget = (changes: Partial<LockTarget> = {}): LockTarget => ({
  wanted: true,
  commandId: COMMAND,
  sequence: 1,
  message: null,
  until: null,
  durationMinutes: null,
  pin: null,
  ...changes,
});
const target = (changes: Partial<TargetState> = {}, key = server): Promise<string> =>
  signJws(
    {
      kind: 'target',
      deviceId: DEVICE,
      version: 3,
      issuedAt: NOW,
      expiresAt: NOW + 1_000,
      lock: lockTarget({ wanted: false, commandId: null, sequence: 0 }),
      settings: { heartbeatSeconds: 20, organisation: 'School', helpLine: null, campuses: [] },
      ...changes,
    } satisfies TargetState,
    key,
    JWS_TYPES.target,
  );
const command = (changes: Partial<CommandMessage> = {}, key = server): Promise<string> =>
  signJws(
    {
      kind: 'command',
      deviceId: DEVICE,
      commandId: COMMAND,
      sequence: 1,
      type: 'lock',
      params: {},
      lock: lockTarget(),
      issuedAt: NOW,
      expiresAt: NOW + 1_000,
      ...changes,
    } satisfies CommandMessage,
    key,
    JWS_TYPES.command,
  );
const fresh = () => createSimulatedLock({ deviceId: DEVICE, serverPublicKey: server.publicKey });

t.test('a lock command is confirmed, and an unlock undoes it', async (t) => {
  const lock = fresh();
  t.same(await lock.takeCommand(await command({ lock: lockTarget({ durationMinutes: 10 }) }), NOW), [
    { commandId: COMMAND, state: 'acknowledged' },
    { commandId: COMMAND, state: 'succeeded', result: { until: NOW + 600_000 } },
  ]);
  t.same(lock.report(), { state: 'locked', commandId: COMMAND, since: NOW, until: NOW + 600_000 });
  await lock.takeCommand(
    await command({ sequence: 2, type: 'unlock', lock: lockTarget({ wanted: false, sequence: 2 }) }),
    NOW,
  );
  t.equal(lock.report().state, 'unlocked');
});

t.test('a repeated command is carried out once', async (t) => {
  const lock = fresh();
  await lock.takeCommand(await command(), NOW);
  t.same(await lock.takeCommand(await command(), NOW + 1), []);
});

t.test('a target state alone locks too; an older one changes nothing', async (t) => {
  const lock = fresh();
  const taken = await lock.takeTarget(await target({ version: 4, lock: lockTarget() }), NOW);
  t.equal(taken?.version, 4);
  t.equal(lock.report().state, 'locked');
  t.equal(lock.targetVersion(), 4);
  t.equal(lock.heartbeatSeconds(), 20);
  t.equal(
    await lock.takeTarget(
      await target({ version: 3, lock: lockTarget({ wanted: false, sequence: 9 }) }),
      NOW,
    ),
    null,
  );
  t.equal(lock.report().state, 'locked');
});

t.test('what a stranger signed, or is for another device, or too late, is refused', async (t) => {
  const lock = fresh();
  const stranger = generateSigningKey();
  await t.rejects(
    command({}, stranger).then((jws) => lock.takeCommand(jws, NOW)),
    { name: 'BadSignature' },
  );
  await t.rejects(
    target({}, stranger).then((jws) => lock.takeTarget(jws, NOW)),
    { name: 'BadSignature' },
  );
  await t.rejects(
    command({ deviceId: 'dev_01kafw2n7qd5g8h1j3k6m9p2rt' }).then((jws) => lock.takeCommand(jws, NOW)),
    /not a command for this device/,
  );
  await t.rejects(
    command().then((jws) => lock.takeCommand(jws, NOW + 2_000)),
    /not a command/,
  );
  await t.rejects(
    target().then((jws) => lock.takeCommand(jws, NOW)),
    { name: 'BadSignature' },
    'a target state is no command',
  );
  t.equal(lock.report().state, 'unlocked');
});

t.test('what a simulation cannot do fails in words', async (t) => {
  const [report] = await fresh().takeCommand(await command({ type: 'restart' }), NOW);
  hasFields(t, report, { state: 'failed', error: { code: 'not_supported' } });
});
