import t from 'tap';
import type { Handlers } from '../../../../agent/channel/calls.ts';
import { type Channel, createChannel } from '../../../../agent/channel/channel.ts';
import { digestAttempts } from '../../../../agent/enforce/round.ts';
import type { FilterState } from '../../../../agent/filter/filter-state.ts';
import type { EgressAttempt } from '../../../../agent/ports/filter-control.ts';
import { createRemoteWorker } from '../../../../agent/worker/remote-worker.ts';
import {
  type AgentSide,
  MAX_TO_AGENT_BYTES,
  MAX_TO_WORKER_BYTES,
  TO_AGENT,
  TO_WORKER,
  type ToAgent,
  type ToWorker,
} from '../../../../agent/worker/wire.ts';
import { remoteAgent } from '../../../../agent/worker/worker-main.ts';
import type { WorkerSettings } from '../../../../agent/worker/worker-side.ts';
import { BYPASS_KINDS } from '../../../../contracts/policy/bypass.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { line } from '../../../support/line.ts';
import { fc } from '../../../support/property.ts';
import { until } from '../../../support/until.ts';

const SETTINGS: WorkerSettings = {
  link: {
    deviceId: 'dev_x',
    serverUrl: 'https://school.example',
    mqttUrls: ['mqtts://school.example'],
    certificateAuthority: 'PEM',
    lookUps: {},
    heartbeatSeconds: 30,
  },
  filter: { ports: { dns: 1, proxy: 2, relay: 3 }, sockets: [], lockPageUrl: null },
};

/** A remote worker whose other end takes all by its schemas and keeps it. */
function setUp(t: Tap, agent: Partial<AgentSide> = {}) {
  const took: { readonly name: string; readonly input: unknown }[] = [];
  const deaths: string[] = [];
  let starts = 0;
  let inside: Channel<ToAgent> | null = null;
  const outputs: Readonly<Record<string, unknown>> = {
    configure: {
      applied: { mode: 'enforce', policyVersion: 1, policyHash: null, indexFile: null },
      ports: { dns: 1, proxy: 2, relay: 3 },
      listening: [],
    },
    verdict: 'allow',
    probe: { result: 'open' },
    fetch: { bytes: 0 },
  };
  const worker = createRemoteWorker({
    starter: {
      start() {
        starts += 1;
        const [outside, stream] = line();
        const handlers = Object.fromEntries(
          Object.keys(TO_WORKER).map((name) => [
            name,
            async (input: unknown) => {
              took.push({ name, input });
              return outputs[name] ?? null;
            },
          ]),
        ) as unknown as Handlers<ToWorker>;
        inside = createChannel({
          stream,
          clock: systemClock,
          takes: TO_WORKER,
          handlers,
          makes: TO_AGENT,
          maxBytes: MAX_TO_WORKER_BYTES,
          maxSentBytes: MAX_TO_AGENT_BYTES,
          otherSide: 'trusted',
        });
        const gone = inside.closed;
        return { pid: 1, stream: outside, ended: gone, kill: () => inside?.close('killed') };
      },
    },
    agent: agent as AgentSide,
    settings: () => SETTINGS,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    onChange: () => undefined,
    onDeath: (why) => void deaths.push(why),
  });
  t.teardown(() => worker.stop());
  const side = (): AgentSide =>
    remoteAgent(() => {
      if (inside === null) throw new Error('no worker yet');
      return inside;
    });
  const attempts = (): EgressAttempt[] =>
    took.flatMap(({ name, input }) =>
      name === 'attempts' ? (input as { readonly seen: EgressAttempt[] }).seen : [],
    );
  return { worker, took, deaths, starts: () => starts, side, attempts };
}

type Tap = { readonly teardown: (done: () => Promise<void>) => unknown };

t.test('three thousand attempts at once reach the worker, and it lives on', async (t) => {
  const { worker, attempts, deaths, starts } = setUp(t);
  await worker.start();
  const seen = Array.from(
    { length: 3_000 },
    (_, index): EgressAttempt => ({
      kind: 'vpn',
      address: `198.51.${index >> 8}.${index & 255}`,
      port: 1194,
      uid: 1_000,
      count: 1,
    }),
  );
  worker.attempts(seen);
  await until(() => attempts().length === 3_000, { what: 'all attempts' });
  t.same(attempts(), seen);
  t.equal(await worker.verdict({ host: 'x.example' }), 'allow');
  t.same([deaths, starts()], [[], 1]);
});

t.test('what a stranger words or counts does not end the worker', async (t) => {
  const openings: unknown[] = [];
  const { worker, side, deaths } = setUp(t, {
    linkStatus: async ({ lastError }) => void openings.push(lastError?.length),
    lookUps: async ({ found }) => void openings.push(Object.values(found).map(({ length }) => length)),
    giveOut: async () => true,
    event: async () => undefined,
  });
  await worker.start();
  const status = { state: 'waiting', url: `mqtts://${'x'.repeat(1_500)}`, since: 0, revoked: false } as const;
  await side().linkStatus({ ...status, lastError: 'altnames: '.repeat(5_000) });
  await side().lookUps({
    found: { 'school.example': Array.from({ length: 4_000 }, (_, at) => `192.0.2.${at}`) },
  });
  t.same(openings, [2_000, [64]]);
  await t.rejects(
    side().giveOut({
      addresses: Array.from({ length: 4_000 }, () => '192.0.2.1'),
      ttlSeconds: 2 ** 31,
    }),
    /does not fit/,
  );
  await t.rejects(
    side().event({ kind: 'access_request', details: { url: 'x'.repeat(9_000) } }),
    /does not fit/,
  );
  await t.rejects(
    side().activity({
      records: [{ id: 'a'.repeat(20), at: 0, kind: 'request', user: null, domain: 'x'.repeat(300) }],
    }),
    /does not fit/,
  );
  t.equal(await worker.verdict({ host: 'x.example' }), 'allow');
  t.same(deaths, []);
});

t.test('an outbox row or heartbeat that does not fit costs its asker an error, not the worker', async (t) => {
  const { worker, side, deaths } = setUp(t, {
    peek: async () => [{ seq: 1, body: 'x'.repeat(2_000_000), bytes: 2_000_000 }],
    heartbeat: async () => ({ at: 'now' }) as never,
  });
  await worker.start();
  await t.rejects(side().peek({ topic: 'events', rows: 1, bytes: 1 }), /an answer to peek that does not fit/);
  await t.rejects(side().heartbeat(), /an answer to heartbeat that does not fit/);
  t.equal(await worker.verdict({ host: 'x.example' }), 'allow');
  t.same(deaths, []);
});

const address = fc.oneof(fc.ipV4(), fc.ipV6());
const states = fc.record({
  deviceId: fc.string(),
  mode: fc.constantFrom('off', 'enforce', 'portal', 'locked'),
  bundle: fc.constant(null),
  sessions: fc.constant([]),
  overrides: fc.constant([]),
  user: fc.option(fc.string({ maxLength: 5_000 })),
  ouPath: fc.string({ maxLength: 5_000 }),
  campus: fc.constantFrom('on-campus', 'off-campus', 'unknown'),
  clockOffsetMs: fc.double(),
  indexFile: fc.option(fc.string()),
  upstreams: fc.array(fc.oneof(address, fc.webUrl(), fc.string()), { maxLength: 3_000 }),
  serverNames: fc.array(fc.domain()),
  portalHosts: fc.array(fc.string()),
  privateNetworks: fc.array(fc.string(), { maxLength: 3_000 }),
  organisation: fc.string(),
  helpLine: fc.option(fc.string()),
});
const attempt = fc.record({
  kind: fc.constantFrom(...BYPASS_KINDS),
  address: fc.option(address),
  port: fc.option(fc.integer({ min: 0, max: 65_535 })),
  uid: fc.option(fc.integer({ min: 0, max: 4_294_967_295 })),
  count: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
});

t.test('whatever state the agent is in, the worker takes each message of it', async (t) => {
  const { worker, took, deaths, starts } = setUp(t);
  await worker.start();
  await fc.assert(
    fc.asyncProperty(
      states,
      fc.array(attempt, { maxLength: 5_000 }),
      fc.array(address, { maxLength: 2_000 }),
      async (state, seen, addresses) => {
        took.length = 0;
        await worker.configure(state as FilterState, null);
        worker.attempts(digestAttempts(seen));
        worker.attempts(seen);
        worker.link({ what: 'networkChanged', addresses });
        worker.link({ what: 'heartbeatSeconds', seconds: 30 });
        await worker.verdict({ host: 'x.example' });
        const expected = (seen.length > 0 ? 1 : 0) + Math.ceil(seen.length / 1_000);
        return (
          took.filter(({ name }) => name === 'attempts').length === expected &&
          took.filter(({ name }) => name === 'link').length === 2
        );
      },
    ),
    { numRuns: 40 },
  );
  t.same([deaths, starts()], [[], 1]);
});
