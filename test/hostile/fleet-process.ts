// The honest fleet's own process, so that nothing an attack does in the test's process is taken for the server's slowness. It ends when its channel does.
import { setTimeout as pause } from 'node:timers/promises';
import { systemRandom } from '../../kit/random.ts';
import { recordId } from '../../server/demo/record-id.ts';
import { openSimulatedConnection, type SimulatedConnection } from '../../server/demo/simulated-connection.ts';
import { keyOf, type SimulatedIdentity } from '../../server/demo/simulated-identity.ts';
import { plainHeartbeat } from '../support/test-device.ts';
import type { FleetMeasure, FleetNews, FleetOrder } from './honest-fleet.ts';
import { type WithheldTime, watchWithheldTime } from './withheld-time.ts';

/** Each laptop sends a small batch this often: 100 acknowledged messages a second from 200 laptops. */
const ACTIVITY_MS = 2_000;
/** Oftener than a real one, so that a laptop which the server takes for off-line shows within an attack. */
const HEARTBEAT_MS = 10_000;
/** Logins at once: a school in the morning, not a stampede. */
const LOGINS_AT_ONCE = 10;

const acknowledged: { readonly sentAt: number; readonly afterMs: number }[] = [];
const unanswered = new Set<{ readonly sentAt: number }>();
let cuts = 0;

function tell(news: FleetNews): void {
  if (process.connected) process.send?.(news);
}

async function live(identity: SimulatedIdentity): Promise<void> {
  const connection = await openSimulatedConnection({
    deviceId: identity.deviceId,
    key: keyOf(identity),
    url: identity.mqttUrls[0] ?? '',
    certificateAuthority: identity.certificateAuthority,
    epoch: Math.floor(Date.now() / 1_000),
    random: systemRandom,
    now: Date.now(),
    onMessage: () => undefined,
  });
  void connection.closed.then(() => {
    cuts += 1;
  });
  await connection.publish('status', { state: 'online', epoch: Math.floor(Date.now() / 1_000) });
  await connection.publish('heartbeat', plainHeartbeat(Date.now()));
  void beat(connection);
  void browse(connection);
}

async function beat(connection: SimulatedConnection): Promise<void> {
  for (;;) {
    await pause(HEARTBEAT_MS);
    connection.publish('heartbeat', plainHeartbeat(Date.now())).catch(() => undefined);
  }
}

async function browse(connection: SimulatedConnection): Promise<void> {
  await pause(Math.random() * ACTIVITY_MS);
  for (;;) {
    const sent = { sentAt: performance.now() };
    unanswered.add(sent);
    // One that is never answered stays in `unanswered` and counts with its age.
    connection.publish('activity', { records: [visitNow()] }).then(
      () => {
        unanswered.delete(sent);
        acknowledged.push({ ...sent, afterMs: performance.now() - sent.sentAt });
      },
      () => undefined,
    );
    await pause(ACTIVITY_MS);
  }
}

function visitNow() {
  return {
    id: recordId(systemRandom),
    at: Date.now(),
    kind: 'request',
    user: 'ana',
    domain: 'encyclopedia.example',
    category: null,
    action: 'allow',
    reason: 'default',
    campus: 'unknown',
  };
}

/** What was sent from now on for so long; what is not answered at the end counts with the time that it has waited. */
async function measure(seconds: number, withheld: WithheldTime): Promise<FleetMeasure> {
  const from = performance.now();
  await pause(seconds * 1_000);
  const until = performance.now();
  const waits = [
    ...acknowledged.filter(({ sentAt }) => sentAt >= from && sentAt < until),
    ...[...unanswered].map(({ sentAt }) => ({ sentAt, afterMs: performance.now() - sentAt })),
  ];
  const spare = withheld.since(Math.min(from, ...waits.map(({ sentAt }) => sentAt)));
  const ownWaits = waits.map(({ sentAt, afterMs }) => afterMs - spare(sentAt, sentAt + afterMs));
  const told = waits.map(({ afterMs }) => afterMs);
  return {
    sent: waits.length,
    p50Ms: percentile(ownWaits, 0.5),
    p99Ms: percentile(ownWaits, 0.99),
    worstMs: percentile(ownWaits, 1),
    clockP99Ms: percentile(told, 0.99),
    clockWorstMs: percentile(told, 1),
    withheldMs: spare(from, until),
    cuts,
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

async function begin({ identities }: FleetOrder): Promise<void> {
  const waiting = [...identities];
  const worker = async (): Promise<void> => {
    for (let identity = waiting.shift(); identity !== undefined; identity = waiting.shift())
      await live(identity);
  };
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, worker));
  tell({ kind: 'living' });
}

process.once('message', (order: FleetOrder) => {
  const withheld = watchWithheldTime(order.serverPid);
  begin(order).catch((error: unknown) => tell({ kind: 'trouble', message: String(error) }));
  process.on('message', ({ seconds, ask }: { readonly seconds: number; readonly ask: number }) => {
    void measure(seconds, withheld).then((measured) => tell({ kind: 'measured', ask, measured }));
  });
});
process.once('disconnect', () => process.exit(0));
