import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceId } from '../contracts/ids.ts';
import { topicOf } from '../contracts/mqtt/topics.ts';
import { importSigningKey } from '../kit/signing.ts';
import {
  activityPayload,
  addressOf,
  createFleet,
  type FleetDevice,
  heartbeatPayload,
  passwordOf,
} from './load/fleet.ts';
import { freeTcpPort } from './load/free-port.ts';
import { connectLightClient, type LightClient } from './load/light-client.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, inParallel, percentile, table } from './load/statistics.ts';
import { startPeer } from './peers/peer-process.ts';

/** The result of one broker. Rates a second, latencies in milliseconds, memory in bytes. */
interface Measurement {
  readonly name: string;
  readonly connectionsPerSecond: number;
  readonly memoryPerConnection: number;
  readonly heartbeatsPerSecond: number;
  readonly acknowledgedPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

interface Broker {
  readonly name: string;
  readonly port: number;
  readonly fleet: readonly FleetDevice[];
  /** Logs in with a device's password; a bare broker gets the same bytes and looks at none. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const CONNECTING_AT_ONCE = 64;

interface GatewaySize {
  readonly devices: number;
  readonly heartbeatsEach: number;
  /** How many of the devices send activity. */
  readonly publishers: number;
  readonly messagesEach: number;
  readonly rounds: number;
}

export const GATEWAY_SIZES: BenchSizes<GatewaySize> = {
  whole: { devices: 2_000, heartbeatsEach: 40, publishers: 500, messagesEach: 60, rounds: 3 },
  tiny: { devices: 4, heartbeatsEach: 2, publishers: 2, messagesEach: 2, rounds: 1 },
};

/**
 * Connects the same fleet to a bare Aedes, to Schoolgate's gateway and, when installed, to Mosquitto, one after the other in one run, and
 * compares connections, memory, heartbeats (QoS 0) and acknowledged activity (QoS 1; Schoolgate's is durable in SQLite, the others' is not).
 */
export async function benchGateway(size: GatewaySize): Promise<void> {
  const brokers = [startBareAedes, startSchoolgate, startMosquitto];
  const measurements: Measurement[] = [];
  for (const start of brokers) {
    const broker = await start(size.devices);
    if (broker === null) {
      console.log('Mosquitto is not installed (apt-get install mosquitto): left out.');
      continue;
    }
    try {
      measurements.push(await measure(broker, size));
    } finally {
      await broker.stop();
    }
  }
  report(size, measurements);
}

async function measure(broker: Broker, size: GatewaySize): Promise<Measurement> {
  const before = await broker.memory();
  const startedAt = performance.now();
  const clients: LightClient[] = [];
  await inParallel(broker.fleet, CONNECTING_AT_ONCE, async (device, number) => {
    clients[number] = await connectLightClient({
      host: '127.0.0.1',
      port: broker.port,
      localAddress: addressOf(number),
      id: device.id,
      username: device.id,
      password: await passwordOf(device, 1),
      onLost: (error) => console.error(`${broker.name}: ${device.id} lost its connection: ${error.message}`),
    });
    await clients[number].subscribe([topicOf(device.id, 'target'), topicOf(device.id, 'commands')]);
  });
  const connectSeconds = (performance.now() - startedAt) / 1_000;
  const memory = await broker.memory();

  const heartbeats: number[] = [];
  const acknowledged: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < size.rounds; round++) {
    heartbeats.push(await sendHeartbeats(clients, size));
    const ofRound = await sendActivity(clients.slice(0, size.publishers), size, round);
    acknowledged.push(ofRound.perSecond);
    latencies.push(...ofRound.latencies);
  }
  for (const client of clients) client.close();
  return {
    name: broker.name,
    connectionsPerSecond: clients.length / connectSeconds,
    memoryPerConnection: (memory - before) / clients.length,
    heartbeatsPerSecond: percentile(heartbeats, 0.5),
    acknowledgedPerSecond: percentile(acknowledged, 0.5),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** All clients at once, each a burst with a barrier behind it. @returns heartbeats a second */
async function sendHeartbeats(
  clients: readonly LightClient[],
  { heartbeatsEach }: GatewaySize,
): Promise<number> {
  const payload = heartbeatPayload();
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      const topic = topicOf(client.id as DeviceId, 'heartbeat');
      for (let sent = 0; sent < heartbeatsEach; sent++) client.send(topic, payload);
      await client.barrier();
    }),
  );
  return (clients.length * heartbeatsEach * 1_000) / (performance.now() - startedAt);
}

/** Closed loop: each publisher sends its next message after the last was acknowledged. @returns messages a second, and what each took (milliseconds) */
async function sendActivity(
  clients: readonly LightClient[],
  { messagesEach }: GatewaySize,
  round: number,
): Promise<{ readonly perSecond: number; readonly latencies: readonly number[] }> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      const topic = topicOf(client.id as DeviceId, 'activity');
      for (let sent = 0; sent < messagesEach; sent++) {
        latencies.push(await client.publish(topic, activityPayload(`r${round}-${sent}-bench`)));
      }
    }),
  );
  const perSecond = (latencies.length * 1_000) / (performance.now() - startedAt);
  return { perSecond, latencies };
}

async function startBareAedes(devices: number): Promise<Broker> {
  const peer = await startPeer<{ readonly port: number }>('bare-aedes.ts', []);
  return { ...peer, name: 'bare Aedes', port: peer.ready.port, fleet: createFleet(devices) };
}

async function startSchoolgate(devices: number): Promise<Broker> {
  const peer = await startPeer<{
    readonly port: number;
    readonly fleet: readonly { readonly id: DeviceId; readonly key: string }[];
  }>('schoolgate-gateway.ts', [String(devices)]);
  const fleet = peer.ready.fleet.map(({ id, key }) => ({ id, key: importSigningKey(key) }));
  return { ...peer, name: 'Schoolgate', port: peer.ready.port, fleet };
}

async function startMosquitto(devices: number): Promise<Broker | null> {
  const path = ['/usr/sbin/mosquitto', 'mosquitto'].find(
    (name) => spawnSync(name, ['-h']).error === undefined,
  );
  if (path === undefined) return null;
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-bench-'));
  const port = await freeTcpPort();
  const config = join(folder, 'mosquitto.conf');
  await writeFile(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_connections -1\n`,
  );
  const child = spawn(path, ['-c', config], { stdio: 'ignore' });
  const { pid } = child;
  if (pid === undefined) return null;
  return {
    name: 'Mosquitto',
    port,
    fleet: createFleet(devices),
    memory: async () => residentBytes(await readFile(`/proc/${pid}/status`, 'utf8')),
    stop: async () => {
      await new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function residentBytes(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1_024;
}

function report(size: GatewaySize, measurements: readonly Measurement[]): void {
  const bare = measurements[0];
  const ours = measurements[1];
  console.log(
    `\ngateway: ${figure(size.devices)} devices; medians of ${size.rounds} rounds; latency with ${size.publishers} publishers in a closed loop`,
  );
  console.log(
    table([
      ['', 'connections/s', 'kB/connection', 'heartbeats/s', 'acknowledged/s', 'p50 ms', 'p99 ms'],
      ...measurements.map((m) => [
        m.name,
        figure(m.connectionsPerSecond),
        figure(m.memoryPerConnection / 1_024, 1),
        figure(m.heartbeatsPerSecond),
        figure(m.acknowledgedPerSecond),
        figure(m.p50, 1),
        figure(m.p99, 1),
      ]),
    ]),
  );
  if (bare === undefined || ours === undefined) return;
  const kilobytes = ours.memoryPerConnection / 1_024;
  console.log(
    `heartbeats: ${figure(ours.heartbeatsPerSecond / bare.heartbeatsPerSecond, 2)} of bare Aedes (aim 0.80)`,
  );
  console.log(
    `durable activity: ${figure(ours.acknowledgedPerSecond / bare.acknowledgedPerSecond, 2)} of bare Aedes, which stores nothing (aim 0.40)`,
  );
  console.log(`memory: ${figure(kilobytes, 1)} kB a connection (aim 25 at most)`);
}
