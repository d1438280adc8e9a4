import type { DeviceId } from '../../contracts/ids.ts';
import {
  type CommandMessage,
  type HeartbeatMessage,
  JWS_TYPES,
  type LockTarget,
  type ResultMessage,
  type TargetState,
} from '../../contracts/mqtt/messages.ts';
import { parseCommandMessage, parseTargetState } from '../../contracts/mqtt/parse.ts';
import { importPublicKey, verifyJws } from '../../kit/signing.ts';

const MINUTE_MS = 60_000;

type Report = Omit<ResultMessage, 'id' | 'at'>;

/** What a simulated device has from the server: its lock, and the versions that it has taken over. */
export interface SimulatedLock {
  readonly report: () => HeartbeatMessage['lock'];
  /** Target version taken over; 0 before the first. */
  readonly targetVersion: () => number;
  /** From the target's settings; null before the first. */
  readonly heartbeatSeconds: () => number | null;
  /** Takes a signed target state. @returns it when it was new; null for an old one. @throws BadSignature and Error for what is not meant for us */
  takeTarget(jws: string, now: number): Promise<TargetState | null>;
  /** Takes a signed command. @returns the reports to send, in order; none for a repeat. @throws as above */
  takeCommand(jws: string, now: number): Promise<readonly Report[]>;
}

interface Held {
  readonly commandId: string | null;
  readonly since: number;
  readonly until: number | null;
}

/** Holds a lock as the real agent does, in memory, with no effect on anything. Refuses what the server's key did not sign. */
export function createSimulatedLock({
  deviceId,
  serverPublicKey,
}: {
  readonly deviceId: DeviceId;
  readonly serverPublicKey: string;
}): SimulatedLock {
  const serverKey = importPublicKey(serverPublicKey);
  let held: Held | null = null;
  let lockSequence = 0;
  let commandSequence = 0;
  let version = 0;
  let heartbeat: number | null = null;

  const apply = (target: LockTarget, now: number): void => {
    if (target.sequence <= lockSequence) return;
    lockSequence = target.sequence;
    if (!target.wanted) {
      held = null;
      return;
    }
    const until =
      target.durationMinutes === null
        ? target.until
        : (target.until ?? now + target.durationMinutes * MINUTE_MS);
    held = { commandId: target.commandId, since: now, until };
  };

  return {
    report() {
      if (held === null) return { state: 'unlocked', commandId: null, since: null, until: null };
      return { state: 'locked', ...held };
    },
    targetVersion: () => version,
    heartbeatSeconds: () => heartbeat,
    async takeTarget(jws, now) {
      const target = parseTargetState(await verifyJws(jws, serverKey, JWS_TYPES.target));
      if (target === null || target.deviceId !== deviceId || target.expiresAt < now)
        throw new Error('not a target state for this device');
      if (target.version <= version) return null;
      version = target.version;
      heartbeat = target.settings.heartbeatSeconds;
      apply(target.lock, now);
      return target;
    },
    async takeCommand(jws, now) {
      const command = parseCommandMessage(await verifyJws(jws, serverKey, JWS_TYPES.command));
      if (command === null || command.deviceId !== deviceId || command.expiresAt < now)
        throw new Error('not a command for this device');
      if (command.sequence <= commandSequence) return [];
      commandSequence = command.sequence;
      if (command.lock !== undefined) apply(command.lock, now);
      return reportsOf(command, held);
    },
  };
}

function reportsOf({ commandId, type }: CommandMessage, held: Held | null): readonly Report[] {
  const done = (result: Record<string, unknown> | null): readonly Report[] => [
    { commandId, state: 'acknowledged' },
    { commandId, state: 'succeeded', result },
  ];
  switch (type) {
    case 'lock':
      return done(held === null ? null : { until: held.until });
    case 'unlock':
    case 'message':
    case 'open_url':
    case 'sync_policy':
    case 'self_test':
      return done({ simulated: true });
    case 'restart':
    case 'shutdown':
    case 'sign_out':
    case 'locate':
    case 'collect_diagnostics':
    case 'update_agent':
    case 'unenroll':
      return [
        {
          commandId,
          state: 'failed',
          error: { code: 'not_supported', detail: 'A simulated device cannot do this.' },
        },
      ];
  }
}
