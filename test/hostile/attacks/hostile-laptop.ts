import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { connectAsync, type MqttClient } from 'mqtt';
import { MQTT_AUDIENCE, MQTT_PASSWORD_SECONDS } from '../../../contracts/mqtt/messages.ts';
import { systemRandom } from '../../../kit/random.ts';
import { recordId } from '../../../server/demo/record-id.ts';
import type { SimulatedConnection } from '../../../server/demo/simulated-connection.ts';
import { openSimulatedConnection } from '../../../server/demo/simulated-connection.ts';
import { keyOf, type SimulatedIdentity } from '../../../server/demo/simulated-identity.ts';
import { enrollMany } from '../honest-fleet.ts';
import type { Stand } from '../stand.ts';

/** A laptop that is not let in tries again after so long. */
const AGAIN_MS = 200;

let epoch = Math.floor(Date.now() / 1_000);

/** Connects an enrolled laptop that is about to lie; it knows its own key. */
export function connectAs(
  identity: SimulatedIdentity,
  { localAddress = '127.0.0.1' } = {},
): Promise<SimulatedConnection> {
  epoch += 1;
  return openSimulatedConnection({
    deviceId: identity.deviceId,
    key: keyOf(identity),
    url: identity.mqttUrls[0] ?? '',
    certificateAuthority: identity.certificateAuthority,
    epoch,
    localAddress,
    random: systemRandom,
    now: Date.now(),
    onMessage: () => undefined,
  });
}

/** Logs in with a client that sends whatever it is given. @param url default: the laptop's own. @param localAddress of a web socket */
export async function openClient(
  identity: SimulatedIdentity,
  { url = identity.mqttUrls[0] ?? '', localAddress = '127.0.0.1' } = {},
): Promise<MqttClient> {
  epoch += 1;
  const { deviceId, certificateAuthority } = identity;
  const options = {
    ca: certificateAuthority,
    clientId: deviceId,
    username: deviceId,
    password: await passwordOf(identity),
    protocolVersion: 4,
    reconnectPeriod: 0,
    wsOptions: { localAddress },
  } as const;
  return await connectAsync(url, options, false);
}

function passwordOf(identity: SimulatedIdentity): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ epoch })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(identity.deviceId)
    .setSubject(identity.deviceId)
    .setAudience(MQTT_AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + MQTT_PASSWORD_SECONDS)
    .setJti(recordId(systemRandom))
    .sign(keyOf(identity).privateKey);
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
