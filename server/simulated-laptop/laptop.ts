import { HEARTBEAT_SECONDS } from '../../contracts/device/presence.ts';
import type { ActivityRecord, DeviceEvent, HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { DownTopic, UpTopic } from '../../contracts/mqtt/topics.ts';
import { type Clock, delay, type Timer } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { SimulatedConnection } from './connection.ts';
import type { AgentFiles } from './files.ts';
import { keyOf, type SimulatedIdentity } from './identity.ts';
import { createSimulatedLink } from './link.ts';
import { createSimulatedLock, type SimulatedLock } from './lock.ts';
import { plainHeartbeat, recordId } from './messages.ts';
import {
  type Browser,
  createSimulatedPolicy,
  type SimulatedPolicy,
  type SimulatedVerdict,
} from './policy.ts';

/** The part of a heartbeat that is not from the server. */
export type DeviceFacts = Pick<
  HeartbeatMessage,
  'user' | 'battery' | 'charging' | 'campus' | 'protection' | 'osVersion' | 'uptimeSeconds'
>;

export interface SimulatedDeviceOptions {
  readonly identity: SimulatedIdentity;
  /** Asked before each heartbeat. */
  readonly facts: () => DeviceFacts;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where it fetches what its target state names. */
  readonly files: AgentFiles;
  /** Seconds between heartbeats; absent: what the server says. */
  readonly heartbeatSeconds?: number;
  /** The address to connect from. */
  readonly localAddress?: string;
}

/**
 * A device that speaks the real protocol over a real connection, without a computer behind it: it logs in with its key, reports, verifies
 * what the server signed, answers commands, and reconnects with jitter.
 */
export interface SimulatedDevice extends Service {
  /** Resolves when the server has accepted it and had its first heartbeat; at once when that is so. */
  online(): Promise<void>;
  /** Sends a heartbeat now, when connected. */
  beat(): Promise<void>;
  /** Sends records; resolves when the server has them for good. @throws Error when not connected */
  sendActivity(records: readonly ActivityRecord[]): Promise<void>;
  sendEvents(events: readonly DeviceEvent[]): Promise<void>;
  /** Drops the connection without a word, as a lid that is closed; it stays away until `start`. */
  vanish(): Promise<void>;
  isLocked(): boolean;
  /** Since when its present policy is in force (epoch milliseconds); null = it has none yet. */
  policySince(): number | null;
  /** By the policy in force. */
  verdictOf(host: string, browser: Browser): SimulatedVerdict;
  /** The connection epoch used last. */
  epoch(): number;
}

/**
 * How long the first heartbeat waits for the target state (milliseconds). The server sends it at once, a busy one later; before it, a simulated device does not
 * know whether it is locked.
 */
const FIRST_TARGET_MS = 15_000;

export function createSimulatedDevice(options: SimulatedDeviceOptions): SimulatedDevice {
  const { identity, clock, random, log } = options;
  const lock = createSimulatedLock(identity);
  const key = keyOf(identity);
  const policy = createSimulatedPolicy({ deviceId: identity.deviceId, key }, options);
  let timer: Timer | null = null;
  let onTarget: () => void = () => undefined;

  const link = createSimulatedLink({
    ...options,
    key,
    onMessage: (topic, jws) => void receive(topic, jws).catch(complain('a message from above was refused')),
    async greet(signal) {
      const target = new Promise<void>((resolve) => {
        onTarget = resolve;
      });
      await send('status', { state: 'online', epoch: link.epoch() });
      await Promise.race([target, delay(clock, FIRST_TARGET_MS, signal)]);
      await beat();
      scheduleBeat();
    },
  });

  function complain(what: string) {
    return (error: unknown): void => log.warn({ deviceId: identity.deviceId, error: messageOf(error) }, what);
  }

  async function send(name: UpTopic, message: unknown): Promise<void> {
    const connection = link.connection();
    if (connection === null) throw new Error('not connected');
    await connection.publish(name, message);
  }

  async function beat(): Promise<void> {
    if (link.connection() === null) return;
    await send('heartbeat', heartbeatOf(options, lock, policy));
  }

  function scheduleBeat(): void {
    timer?.cancel();
    const seconds = options.heartbeatSeconds ?? lock.heartbeatSeconds() ?? HEARTBEAT_SECONDS;
    timer = clock.setTimeout(() => {
      beat().catch(complain('a heartbeat was not sent'));
      scheduleBeat();
    }, seconds * 1_000);
  }

  async function receive(topic: DownTopic, jws: string): Promise<void> {
    if (topic === 'target') {
      const target = await lock.takeTarget(jws, clock.now());
      onTarget();
      if (target === null) return;
      // Reports the lock at once, even if the policy cannot be fetched.
      await beat();
      await policy.take(target);
      return await beat();
    }
    for (const report of await lock.takeCommand(jws, clock.now())) {
      await send('results', { id: recordId(random), at: clock.now(), ...report });
    }
    await beat();
  }

  const leave = async (farewell: (opened: SimulatedConnection) => Promise<void>): Promise<void> => {
    timer?.cancel();
    await link.leave((opened) => farewell(opened).catch(complain('no good-bye')));
    timer?.cancel();
  };

  return {
    start: link.start,
    stop: () =>
      leave(async (opened) => {
        await opened.publish('status', { state: 'offline', epoch: link.epoch(), reason: 'stopped' });
        await opened.end();
      }),
    vanish: () => leave(() => Promise.resolve()),
    online: link.arrived,
    beat,
    sendActivity: (records) => send('activity', { records }),
    sendEvents: (events) => send('events', { events }),
    policySince: policy.since,
    verdictOf: policy.verdictOf,
    isLocked: () => lock.report().state === 'locked',
    epoch: link.epoch,
  };
}

function heartbeatOf(
  { facts, clock }: SimulatedDeviceOptions,
  lock: SimulatedLock,
  policy: SimulatedPolicy,
): HeartbeatMessage {
  return {
    ...plainHeartbeat(clock.now()),
    ...facts(),
    ...policy.report(),
    target: { version: lock.targetVersion() },
    lock: lock.report(),
  };
}
