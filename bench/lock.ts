import type { DeviceId } from '../contracts/ids.ts';
import type { CommandMessage } from '../contracts/mqtt/messages.ts';
import { topicOf } from '../contracts/mqtt/topics.ts';
import { importSigningKey } from '../kit/signing.ts';
import { addressOf, createFleet, type FleetDevice, heartbeatPayload, passwordOf } from './load/fleet.ts';
import { connectLightClient, type LightClient } from './load/light-client.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, inParallel, percentile, table } from './load/statistics.ts';
import { startPeer } from './peers/peer-process.ts';

const CONNECTING_AT_ONCE = 64;
const HEARTBEAT_MS = 30_000;

interface LockSize {
  readonly devices: number;
  readonly samples: number;
  /** How many locks at the beginning do not count. */
  readonly warmUp: number;
}

export const LOCK_SIZES: BenchSizes<LockSize> = {
  whole: { devices: 5_000, samples: 500, warmUp: 50 },
  tiny: { devices: 3, samples: 2, warmUp: 1 },
};

/** What the process `peers/schoolgate-school.ts` tells when it is ready. */
export interface SchoolReady {
  readonly mqttPort: number;
  readonly httpPort: number;
  readonly apiKey: string;
  readonly fleet: readonly { readonly id: DeviceId; readonly key: string }[];
}

/**
 * With a whole fleet connected and sending its heartbeats: the time from `POST …/lock` (`Prefer: wait`) to the answer that says the
 * agent has confirmed, one lock at a time, beside a bare MQTT round trip (operator → device → operator, QoS 1) through a bare Aedes.
 */
export async function benchLock(size: LockSize): Promise<void> {
  const bare = await benchBareRoundTrip(size);
  const ours = await benchSchoolgateLock(size);
  console.log(`\nlock: ${figure(size.devices)} connected devices, ${size.samples} samples, one at a time`);
  const row = (name: string, samples: readonly number[]): string[] => [
    name,
    ...[0.5, 0.9, 0.99].map((share) => figure(percentile(samples, share), 2)),
  ];
  console.log(
    table([
      ['', 'p50 ms', 'p90 ms', 'p99 ms'],
      row('bare MQTT round trip', bare),
      row('API call to confirmation', ours),
    ]),
  );
  console.log(
    `p99 above the bare round trip: ${figure(percentile(ours, 0.99) - percentile(bare, 0.99), 1)} ms (aim: under 50)`,
  );
}

async function benchBareRoundTrip(size: LockSize): Promise<readonly number[]> {
  const peer = await startPeer<{ readonly port: number }>('bare-aedes.ts', []);
  try {
    const fleet = createFleet(size.devices);
    const reply = Buffer.from(JSON.stringify({ state: 'succeeded' }));
    const clients = await connectFleet(peer.ready.port, fleet, (device, client) => {
      void client.publish(topicOf(device.id, 'results'), reply);
    });
    const answered = new Map<string, () => void>();
    const operator = await connectLightClient({
      host: '127.0.0.1',
      port: peer.ready.port,
      localAddress: '127.0.0.1',
      id: 'operator',
      onMessage: (topic) => answered.get(topic)?.(),
    });
    await operator.subscribe(['schoolgate/v1/devices/+/results']);
    const stopHeartbeats = startHeartbeats(clients);
    const command = Buffer.alloc(600, 'x');
    const samples = await sample(fleet, size, async (device) => {
      const done = new Promise<void>((resolve) => answered.set(topicOf(device.id, 'results'), resolve));
      await operator.publish(topicOf(device.id, 'commands'), command);
      await done;
    });
    stopHeartbeats();
    for (const client of [...clients, operator]) client.close();
    return samples;
  } finally {
    await peer.stop();
  }
}

async function benchSchoolgateLock(size: LockSize): Promise<readonly number[]> {
  const peer = await startPeer<SchoolReady>('schoolgate-school.ts', [String(size.devices)]);
  try {
    const { mqttPort, httpPort, apiKey } = peer.ready;
    const fleet = peer.ready.fleet.map(({ id, key }) => ({ id, key: importSigningKey(key) }));
    const clients = await connectFleet(mqttPort, fleet, confirmCommand);
    const stopHeartbeats = startHeartbeats(clients);
    const samples = await sample(fleet, size, (device) => lockAndWait(httpPort, apiKey, device.id));
    stopHeartbeats();
    for (const client of clients) client.close();
    return samples;
  } finally {
    await peer.stop();
  }
}

async function lockAndWait(httpPort: number, apiKey: string, deviceId: DeviceId): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${httpPort}/v1/devices/${deviceId}/lock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, prefer: 'wait=10' },
  });
  const command = (await response.json()) as { readonly status?: string };
  if (command.status !== 'succeeded') throw new Error(`a lock was not confirmed: ${JSON.stringify(command)}`);
}

/** What an agent does, without its checks: confirms receipt and success. */
function confirmCommand(device: FleetDevice, client: LightClient, payload: Buffer): void {
  const [, body] = payload.toString('latin1').split('.');
  const command = JSON.parse(Buffer.from(body ?? '', 'base64url').toString('utf8')) as CommandMessage;
  for (const state of ['acknowledged', 'succeeded']) {
    const result = {
      id: `${state}-${command.commandId.slice(4, 24)}`,
      commandId: command.commandId,
      state,
      at: Date.now(),
    };
    void client.publish(topicOf(device.id, 'results'), Buffer.from(JSON.stringify(result)));
  }
}

async function connectFleet(
  port: number,
  fleet: readonly FleetDevice[],
  onCommand: (device: FleetDevice, client: LightClient, payload: Buffer) => void,
): Promise<readonly LightClient[]> {
  const clients: LightClient[] = [];
  await inParallel(fleet, CONNECTING_AT_ONCE, async (device, number) => {
    const client = await connectLightClient({
      host: '127.0.0.1',
      port,
      localAddress: addressOf(number),
      id: device.id,
      username: device.id,
      password: await passwordOf(device, 1),
      onMessage: (topic, payload, self) => {
        if (topic.endsWith('/commands')) onCommand(device, self, payload);
      },
      onLost: (error) => console.error(`${device.id} lost its connection: ${error.message}`),
    });
    await client.subscribe([topicOf(device.id, 'target'), topicOf(device.id, 'commands')]);
    clients[number] = client;
  });
  return clients;
}

/** The fleet's heartbeats, spread evenly over their period. */
function startHeartbeats(clients: readonly LightClient[]): () => void {
  const payload = heartbeatPayload();
  let next = 0;
  const timer = setInterval(() => {
    const until = next + Math.ceil(clients.length / (HEARTBEAT_MS / 100));
    for (; next < until; next++) {
      const client = clients[next % clients.length];
      client?.send(topicOf(client.id as DeviceId, 'heartbeat'), payload);
    }
  }, 100);
  return () => clearInterval(timer);
}

async function sample(
  fleet: readonly FleetDevice[],
  { samples: wanted, warmUp }: LockSize,
  roundTrip: (device: FleetDevice) => Promise<void>,
): Promise<readonly number[]> {
  const samples: number[] = [];
  const step = Math.max(1, Math.floor(fleet.length / (wanted + warmUp)));
  for (let number = 0; number < wanted + warmUp; number++) {
    const device = fleet[(number * step) % fleet.length];
    if (device === undefined) break;
    const startedAt = performance.now();
    await roundTrip(device);
    if (number >= warmUp) samples.push(performance.now() - startedAt);
  }
  return samples;
}
