import { verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { DeviceId } from '../contracts/ids.ts';
import type { TargetState } from '../contracts/mqtt/messages.ts';
import { topicOf } from '../contracts/mqtt/topics.ts';
import { importPublicKey, importSigningKey, sha256 } from '../kit/signing.ts';
import { addressOf, type FleetDevice, passwordOf } from './load/fleet.ts';
import { heartbeatOf } from './load/heartbeat.ts';
import { connectLightClient, type LightClient } from './load/light-client.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, inParallel, percentile, table } from './load/statistics.ts';
import { startPeer } from './peers/peer-process.ts';

const CONNECTING_AT_ONCE = 64;
/** How often the store is asked how many devices it shows with the new version. */
const LOOK_MS = 25;
const HEARTBEATS_WRITTEN_MS = 1_000;
const GIVE_UP_MS = 60_000;

interface RolloutSize {
  readonly devices: number;
  /** Policy changes that are measured, after one that is not. */
  readonly changes: number;
}

export const ROLLOUT_SIZES: BenchSizes<RolloutSize> = {
  whole: { devices: 5_000, changes: 5 },
  tiny: { devices: 3, changes: 1 },
};

/** What the process `peers/schoolgate-rollout.ts` tells when it is ready. */
export interface RolloutReady {
  readonly mqttPort: number;
  readonly httpPort: number;
  readonly apiKey: string;
  readonly serverPublicKey: string;
  readonly database: string;
  readonly policyId: string;
  /** Who is signed in, by device. */
  readonly accounts: readonly string[];
  /** Secrets of dashboard sessions. */
  readonly viewers: readonly string[];
  readonly fleet: readonly { readonly id: DeviceId; readonly key: string }[];
}

interface Change {
  /** Milliseconds from the call until the device had its bundle verified and unpacked, of each device. */
  readonly received: readonly number[];
  /** Milliseconds from the call until the store showed it, of each device. */
  readonly shown: readonly number[];
}

/**
 * With a whole fleet connected: the time from `PATCH /v1/policies/{id}` until each device has its target state, has verified it, unpacked the bundle, compared
 * its hash and reported its version by heartbeat, and the server's store shows that.
 */
export async function benchRollout(size: RolloutSize): Promise<void> {
  const peer = await startPeer<RolloutReady>('schoolgate-rollout.ts', [String(size.devices)]);
  const { ready } = peer;
  const fleet = createEnforcers(ready);
  const db = new Database(ready.database, { readonly: true });
  const clients: LightClient[] = [];
  try {
    clients.push(...(await connectFleet(ready, fleet)));
    await rollOut(ready, fleet, db);
    const changes: Change[] = [];
    const cpuBefore = await peer.cpu();
    for (let change = 0; change < size.changes; change++) {
      // Else each change would begin just after the server has written the last one's heartbeats, which it does once a second.
      await new Promise((resolve) => setTimeout(resolve, (change * HEARTBEATS_WRITTEN_MS) / size.changes));
      changes.push(await rollOut(ready, fleet, db));
    }
    const cpu = ((await peer.cpu()) - cpuBefore) / size.changes / size.devices;
    report(size, { changes, cpu, inlineBytes: fleet.inlineBytes() });
  } finally {
    db.close();
    for (const client of clients) client.close();
    await peer.stop();
  }
}

function report(
  size: RolloutSize,
  {
    changes,
    cpu,
    inlineBytes,
  }: { readonly changes: readonly Change[]; readonly cpu: number; readonly inlineBytes: number },
): void {
  console.log(`\nrollout: ${figure(size.devices)} connected devices, ${size.changes} policy changes`);
  const row = (name: string, samples: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 1].map((share) => figure(percentile(samples, share))),
  ];
  console.log(
    table([
      ['', 'p50 ms', 'p95 ms', 'max ms'],
      row(
        'call to verified bundle',
        changes.flatMap(({ received }) => received),
      ),
      row(
        'call to version in the store',
        changes.flatMap(({ shown }) => shown),
      ),
    ]),
  );
  console.log(
    `server CPU ${figure(cpu, 3)} ms a device and change; bundle ${figure(inlineBytes)} characters inline (aim: p95 at most 5,000 ms)`,
  );
}

/** What all agents of the fleet do with a target state. */
interface Enforcers {
  take(number: number, client: LightClient, payload: Buffer): void;
  readonly devices: readonly FleetDevice[];
  /** When each device had the bundle of this policy version; undefined until it has. */
  receivedAt(version: number): readonly (number | undefined)[];
  inlineBytes(): number;
}

function createEnforcers(ready: RolloutReady): Enforcers {
  const key = importPublicKey(ready.serverPublicKey);
  const devices = ready.fleet.map(({ id, key: pem }) => ({ id, key: importSigningKey(pem) }));
  const received = new Map<number, (number | undefined)[]>();
  let inlineBytes = 0;
  return {
    devices,
    take(number, client, payload) {
      const [head = '', body = '', signature = ''] = payload.toString('latin1').split('.');
      if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
        throw new Error('a target state was not signed by the server');
      const target = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as TargetState;
      const { policy } = target;
      if (policy === undefined) throw new Error('a target state has no policy');
      if (policy.inline !== undefined) {
        inlineBytes = policy.inline.length;
        const json = gunzipSync(Buffer.from(policy.inline, 'base64'));
        if (sha256(json) !== policy.hash) throw new Error('a bundle is not what its target says');
      }
      const times = received.get(policy.version) ?? [];
      received.set(policy.version, times);
      times[number] ??= performance.now();
      const user = ready.accounts[number] ?? null;
      client.send(topicOf(client.id as DeviceId, 'heartbeat'), heartbeatOf(target, { user }));
    },
    receivedAt: (version) => received.get(version) ?? [],
    inlineBytes: () => inlineBytes,
  };
}

async function connectFleet(ready: RolloutReady, fleet: Enforcers): Promise<readonly LightClient[]> {
  const clients: LightClient[] = [];
  await inParallel(fleet.devices, CONNECTING_AT_ONCE, async (device, number) => {
    const client = await connectLightClient({
      host: '127.0.0.1',
      port: ready.mqttPort,
      localAddress: addressOf(number),
      id: device.id,
      username: device.id,
      password: await passwordOf(device, 1),
      onMessage: (topic, payload, self) => {
        if (topic.endsWith('/target')) fleet.take(number, self, payload);
      },
      onLost: (error) => console.error(`${device.id} lost its connection: ${error.message}`),
    });
    await client.subscribe([topicOf(device.id, 'target'), topicOf(device.id, 'commands')]);
    clients[number] = client;
  });
  return clients;
}

/** Changes the policy and waits until the store shows it of every device. */
async function rollOut(
  { httpPort, apiKey, policyId }: RolloutReady,
  fleet: Enforcers,
  db: Database.Database,
): Promise<Change> {
  const count = db
    .prepare<[version: number], number>('SELECT count(*) FROM devices WHERE protection_policy_version >= ?')
    .pluck();
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${httpPort}/v1/policies/${policyId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ description: `Changed at ${startedAt}` }),
  });
  const { version } = (await answer.json()) as { readonly version: number };
  const shown: number[] = [];
  while (shown.length < fleet.devices.length) {
    const now = performance.now() - startedAt;
    if (now > GIVE_UP_MS) throw new Error(`after ${GIVE_UP_MS} ms only ${shown.length} devices have it`);
    for (let more = (count.get(version) ?? 0) - shown.length; more > 0; more--) shown.push(now);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const received = fleet.receivedAt(version).map((at) => (at ?? Number.NaN) - startedAt);
  return { received, shown };
}
