// The honest fleet's own process, so that nothing an attack does in the test's process is taken for the server's slowness. It ends when its channel does.
import { setTimeout as pause } from 'node:timers/promises';
import { systemRandom } from '../../kit/random.ts';
import {
  openSimulatedConnection,
  type SimulatedConnection,
} from '../../server/simulated-laptop/connection.ts';
import { keyOf, type SimulatedIdentity } from '../../server/simulated-laptop/identity.ts';
import { plainHeartbeat, recordId } from '../../server/simulated-laptop/messages.ts';
import { until } from '../support/until.ts';
import type { FleetAsk, FleetMeasure, FleetNews, FleetOrder, FleetProof } from './honest-fleet.ts';
import { type WithheldTime, watchWithheldTime } from './withheld-time.ts';

/** Each laptop sends a small batch this often: 100 acknowledged messages a second from 200 laptops. */
const ACTIVITY_MS = 2_000;
/** What never comes must fail the test by its name before the runner ends the file. */
const NEVER_MS = 60_000;
/** Logins at once: a school in the morning, not a stampede. */
const LOGINS_AT_ONCE = 10;

const acknowledged: { readonly sentAt: number; readonly afterMs: number }[] = [];
const unanswered = new Set<{ readonly sentAt: number }>();
let cuts = 0;

function tell(news: FleetNews): void {
  if (process.connected) process.send?.(news);
}

async function live(identity: SimulatedIdentity, heartbeatMs: number): Promise<void> {
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
  void beat(connection, heartbeatMs);
  void browse(connection);
}

async function beat(connection: SimulatedConnection, heartbeatMs: number): Promise<void> {
  for (;;) {
    await pause(heartbeatMs);
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
  const ends = performance.now();
  const waits = [
    ...acknowledged.filter(({ sentAt }) => sentAt >= from && sentAt < ends),
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
    withheldMs: spare(from, ends),
    cuts,
  };
}

/** What is published from now on for so long, once every one of it is acknowledged. */
async function acknowledgedAll(seconds: number): Promise<FleetProof> {
  const from = performance.now();
  await pause(seconds * 1_000);
  const ends = performance.now();
  const within = ({ sentAt }: { readonly sentAt: number }): boolean => sentAt >= from && sentAt < ends;
  await until(() => ![...unanswered].some(within), {
    what: 'the acknowledgement of every honest publish',
    timeoutMs: NEVER_MS,
  });
  return { sent: acknowledged.filter(within).length, cuts };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

async function begin({ identities, heartbeatMs }: FleetOrder): Promise<void> {
  const waiting = [...identities];
  const worker = async (): Promise<void> => {
    for (let identity = waiting.shift(); identity !== undefined; identity = waiting.shift())
      await live(identity, heartbeatMs);
  };
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, worker));
  tell({ kind: 'living' });
}

process.once('message', (order: FleetOrder) => {
  const withheld = watchWithheldTime(order.serverPid);
  begin(order).catch((error: unknown) => tell({ kind: 'trouble', message: String(error) }));
  process.on('message', ({ ask, kind, seconds }: FleetAsk) => {
    const asked = kind === 'measure' ? measure(seconds, withheld) : acknowledgedAll(seconds);
    asked.then(
      (told) => tell({ kind: 'told', ask, told }),
      (error: unknown) => tell({ kind: 'failed', ask, message: String(error) }),
    );
  });
});
process.once('disconnect', () => process.exit(0));
