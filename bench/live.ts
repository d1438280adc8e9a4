import type { DeviceId } from '../contracts/ids.ts';
import { topicOf } from '../contracts/mqtt/topics.ts';
import { importSigningKey } from '../kit/signing.ts';
import { addressOf, passwordOf } from './load/fleet.ts';
import { heartbeatOf } from './load/heartbeat.ts';
import { connectLightClient, type LightClient } from './load/light-client.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, inParallel, table } from './load/statistics.ts';
import { type PeerProcess, startPeer } from './peers/peer-process.ts';
import type { RolloutReady } from './rollout.ts';

const CONNECTING_AT_ONCE = 64;
/** A heartbeat of each device in this time (milliseconds). */
const HEARTBEAT_MS = 30_000;
/** One heartbeat in so many brings another battery level: a laptop loses a percent in three minutes. */
const NEWS_EVERY = 6;
const TURN_MS = 20;

interface LiveSize {
  readonly devices: number;
  readonly streams: number;
  /** How long each half is measured (milliseconds). */
  readonly measuredMs: number;
}

export const LIVE_SIZES: BenchSizes<LiveSize> = {
  whole: { devices: 2_000, streams: 200, measuredMs: 30_000 },
  tiny: { devices: 3, streams: 2, measuredMs: 1_500 },
};

/** The processor time of a server with heartbeats, without live streams and with them. */
export async function benchLive(size: LiveSize): Promise<void> {
  const peer = await startPeer<RolloutReady>('schoolgate-rollout.ts', [
    String(size.devices),
    String(size.streams),
  ]);
  const clients = await connectFleet(peer.ready);
  const heartbeats = sendHeartbeats(clients);
  const streams = new AbortController();
  const received = { bytes: 0, messages: 0 };
  try {
    const without = await shareOfCore(peer, size.measuredMs);
    await Promise.all(peer.ready.viewers.map((secret) => follow(peer.ready, secret, { streams, received })));
    const before = { ...received };
    const withStreams = await shareOfCore(peer, size.measuredMs);
    const perStream = (count: number): number => count / size.streams / (size.measuredMs / 1_000);
    console.log(`\nlive: ${figure(size.devices)} devices with heartbeats, ${size.streams} open streams`);
    console.log(
      table([
        ['', '% of a core'],
        ['without streams', figure(without, 2)],
        ['with streams', figure(withStreams, 2)],
        ['the streams', figure(withStreams - without, 2)],
      ]),
    );
    console.log(
      `each stream got ${figure(perStream(received.messages - before.messages), 1)} messages and ${figure(perStream(received.bytes - before.bytes), 0)} bytes a second (aim: the streams cost under 5 %)`,
    );
  } finally {
    heartbeats.stop();
    streams.abort();
    for (const client of clients) client.close();
    await peer.stop();
  }
}

/** Percent of one core that the server uses in a time. */
async function shareOfCore(peer: PeerProcess<RolloutReady>, measuredMs: number): Promise<number> {
  const before = await peer.cpu();
  const startedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, measuredMs));
  return (((await peer.cpu()) - before) / (performance.now() - startedAt)) * 100;
}

async function follow(
  { httpPort }: RolloutReady,
  secret: string,
  {
    streams,
    received,
  }: {
    readonly streams: AbortController;
    readonly received: { bytes: number; messages: number };
  },
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/v1/live`, {
    headers: { cookie: `schoolgate-${httpPort}=${secret}` },
    signal: streams.signal,
  });
  if (answer.status !== 200) throw new Error(`a live stream was refused: ${await answer.text()}`);
  void count(answer.body as ReadableStream<Uint8Array>, received);
}

async function count(
  body: ReadableStream<Uint8Array>,
  received: { bytes: number; messages: number },
): Promise<void> {
  try {
    for await (const chunk of body) {
      received.bytes += chunk.length;
      received.messages += Buffer.from(chunk).toString('latin1').split('\n\n').length - 1;
    }
  } catch {
    // The bench is over.
  }
}

async function connectFleet(ready: RolloutReady): Promise<readonly LightClient[]> {
  const clients: LightClient[] = [];
  await inParallel(ready.fleet, CONNECTING_AT_ONCE, async ({ id, key }, number) => {
    clients[number] = await connectLightClient({
      host: '127.0.0.1',
      port: ready.mqttPort,
      localAddress: addressOf(number),
      ...{ id, username: id },
      password: await passwordOf({ id, key: importSigningKey(key) }, 1),
    });
  });
  return clients;
}

/** Sends heartbeats of the fleet, spread evenly over time. */
function sendHeartbeats(clients: readonly LightClient[]): { stop(): void } {
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / HEARTBEAT_MS) * clients.length;
    for (; sent < due; sent++) {
      const client = clients[sent % clients.length];
      const round = Math.floor(sent / clients.length);
      const battery = 80 - (Math.floor((round + sent) / NEWS_EVERY) % 50);
      client?.send(topicOf(client.id as DeviceId, 'heartbeat'), heartbeatOf({ version: 0 }, { battery }));
    }
  }, TURN_MS);
  return { stop: () => clearInterval(timer) };
}
