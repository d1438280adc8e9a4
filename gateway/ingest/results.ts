import { Compile } from 'typebox/compile';
import { DeviceTime } from '../../contracts/mqtt/bounds.ts';
import { ResultMessage } from '../../contracts/mqtt/messages.ts';
import type { CommandRecord, CommandStep } from '../../store/ports/commands.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { endEnrollment } from '../../store/rules/let-device-go.ts';
import { toDevice } from '../../store/views/device.ts';
import { createReader } from '../broker/reader.ts';
import type { Sender } from '../connections/connection.ts';
import type { Refusal } from '../limits/stats.ts';
import { announceCommand, writeLockChange } from '../writing/device-events.ts';
import { afterLoss, afterSuccess, type LockChange } from '../writing/reported-lock.ts';
import type { Handler, IngestTools } from './message-context.ts';

/**
 * `results`: the steps of a command, as the device reports them. A step that is no longer allowed (a repeat, or of a command that has expired or was
 * superseded) changes nothing; the heartbeats still correct the lock.
 */
export function createResultsHandler({ commits, clock }: IngestTools): Handler {
  const read = createReader(ResultMessage);
  return async ({ login }, payload) => {
    const reading = read(payload);
    if ('refusal' in reading) return reading.refusal;
    const { refusal, lock } = await commits.submit({
      kind: 'work',
      run: (tx) => takeResult(tx, login, reading.message, clock.now()),
    });
    if (lock !== null) login.device = { ...login.device, lock };
    return refusal;
  };
}

interface TakenResult {
  readonly refusal: Refusal | null;
  /** The device's lock after the step; null = the step said nothing of it. */
  readonly lock: DeviceLock | null;
}

const NOTHING_TAKEN: TakenResult = { refusal: null, lock: null };

async function takeResult(
  tx: Transaction,
  login: Sender['login'],
  message: ResultMessage,
  now: number,
): Promise<TakenResult> {
  const { state } = message;
  const known = await tx.commands.get(login.device.organisationId, message.commandId);
  if (known === null || known.deviceId !== login.deviceId) return { refusal: 'foreign_command', lock: null };
  const command = await tx.commands.advance(known.id, stepOf(message, now));
  if (command === null) return NOTHING_TAKEN;
  if (state === 'acknowledged') {
    tx.wake({ kind: 'command', commandId: command.id });
    return NOTHING_TAKEN;
  }
  const decide = lockDecision(command, message, now);
  const device = decide === null ? null : await tx.devices.find(login.deviceId);
  let lock: DeviceLock | null = null;
  if (device !== null && decide !== null) {
    const change = decide(device.lock);
    await writeLockChange(tx, device, change, now);
    lock = change?.lock ?? device.lock;
  }
  await announceCommand(tx, command, state === 'succeeded' ? 'command.succeeded' : 'command.failed', now);
  if (command.type === 'unenroll' && state === 'succeeded') await takeLeave(tx, command, now);
  return { refusal: null, lock };
}

/** The device has removed Schoolgate from its computer: only now does it leave the list. */
async function takeLeave(
  tx: Transaction,
  { deviceId, organisationId, requestedBy }: CommandRecord,
  now: number,
): Promise<void> {
  const device = await tx.devices.find(deviceId);
  if (device === null) return;
  await endEnrollment(tx, device, now);
  await tx.audit.append({
    organisationId,
    at: now,
    actor: requestedBy ?? 'system',
    action: 'device.unenrolled',
    target: deviceId,
    before: toDevice(device, now),
  });
}

function stepOf({ state, result, error }: ResultMessage, at: number): CommandStep {
  return {
    to: state,
    at,
    ...(result === undefined ? {} : { result }),
    ...(error == null ? {} : { error: { code: error.code, detail: error.detail } }),
  };
}

/** How the end of a lock or unlock command changes the lock; null for other commands. */
function lockDecision(
  { id, type }: CommandRecord,
  message: ResultMessage,
  now: number,
): ((lock: DeviceLock) => LockChange | null) | null {
  if (type !== 'lock' && type !== 'unlock') return null;
  if (message.state === 'failed') return (lock) => afterLoss(lock, id, now);
  return (lock) => afterSuccess(lock, { id, type }, { now, until: untilOf(message) });
}

const isTime = Compile(DeviceTime);

/** The end of a timed lock, which the device counts from the moment of locking. */
function untilOf({ result }: ResultMessage): number | null {
  const until = result?.until;
  return isTime.Check(until) && until > 0 ? until : null;
}
