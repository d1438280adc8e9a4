import { setTimeout as pause } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import { systemRandom } from '../../../kit/random.ts';
import {
  type Deviations,
  openSimulatedConnection,
  type SimulatedConnection,
} from '../../../server/simulated-laptop/connection.ts';
import { keyOf, type SimulatedIdentity } from '../../../server/simulated-laptop/identity.ts';
import { enrollMany } from '../honest-fleet.ts';
import type { Stand } from '../stand.ts';

/** A laptop that is not let in tries again after so long. */
const AGAIN_MS = 200;

let epoch = Math.floor(Date.now() / 1_000);

/** How a hostile laptop connects. */
interface Way {
  /** Default: the laptop's own. */
  readonly url?: string;
  readonly localAddress?: string;
}

/** Connects an enrolled laptop that is about to lie; it knows its own key. */
export function connectAs(
  identity: SimulatedIdentity,
  { url = identity.mqttUrls[0] ?? '', localAddress = '127.0.0.1' }: Way = {},
  deviations: Deviations = {},
): Promise<SimulatedConnection> {
  epoch += 1;
  return openSimulatedConnection({
    deviceId: identity.deviceId,
    key: keyOf(identity),
    url,
    certificateAuthority: identity.certificateAuthority,
    epoch,
    localAddress,
    random: systemRandom,
    now: Date.now(),
    deviations,
  });
}

/** Logs in with a client that sends whatever it is given. */
export async function openClient(identity: SimulatedIdentity, way: Way = {}): Promise<MqttClient> {
  return (await connectAs(identity, way, { subscribe: false, will: false })).client;
}

/** So many enrolled laptops in a student's hands. */
export async function hostileLaptops(
  { school }: Stand,
  count: number,
  name: string,
): Promise<readonly SimulatedIdentity[]> {
  return enrollMany(school, count, name);
}

/** Does something again and again until the signal; what is refused, or cut off, is tried anew with a new connection. */
export async function attackAgain(
  identity: SimulatedIdentity,
  signal: AbortSignal,
  act: (connection: SimulatedConnection) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const connection = await connectAs(identity).catch(() => null);
    if (connection === null) {
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const gone = connection.closed.then(() => 'gone' as const);
    const over = untilAborted(signal).then(() => 'over' as const);
    while (!signal.aborted) {
      const done = act(connection).then(
        () => 'done' as const,
        () => 'gone' as const,
      );
      // A server that slows the attacker down leaves `act` waiting.
      if ((await Promise.race([done, gone, over])) !== 'done') break;
    }
    connection.destroy();
  }
}

/** Resolves at once where the signal has been given. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
