import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from '../../store/ports/store.ts';
import type { AnsweredRequest } from '../http/access-log.ts';

/** Counters of the MQTT side that the metrics show. */
export interface GatewayFigures {
  readonly connections: number;
  readonly devices: number;
  readonly accepted: number;
  readonly logins: number;
  readonly messages: Readonly<Record<string, number>>;
  readonly published: Readonly<Record<string, number>>;
  readonly commits: { readonly batches: number; readonly jobs: number; readonly failures: number };
  readonly heartbeatsWritten: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** Bytes. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly reserveBytes: number;
  readonly isReached: boolean;
}

/** Metrics for Prometheus, in a registry of their own. Label values come from closed lists: operations, status classes, topics, refusals. */
export interface Metrics {
  readonly contentType: string;
  /** The metrics in the text format of Prometheus. */
  text(): Promise<string>;
  request(answered: AnsweredRequest): void;
  /** Wraps a store so that its transactions are timed. */
  timed(store: Store): Store;
  /** Adds the gateway's counters. */
  watchGateway(figures: () => GatewayFigures): void;
  /** Adds the free room on the disk. */
  watchDisk(figures: () => DiskRoom): void;
  /** Adds the number of waiting webhook deliveries. */
  watchDeliveries(waiting: () => Promise<number>): void;
}

/** Seconds. A list of 50 rows takes 2 ms, a `Prefer: wait` up to 30 s. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** Seconds, including the wait for other writers. One flush to a good disk takes 1 ms. */
const TRANSACTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** @param process false = without the metrics of the process itself, which all services in it share */
export function createMetrics({ process = true }: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'schoolgate_http_request_duration_seconds',
    help: 'Answered HTTP requests by operation and class of status.',
    labelNames: ['operation', 'method', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const transactions = new Histogram({
    name: 'schoolgate_store_transaction_duration_seconds',
    help: 'Transactions of the store from being asked for to the commit, by outcome.',
    labelNames: ['outcome'],
    buckets: TRANSACTION_BUCKETS,
    registers,
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    request: ({ operation, method, status, durationMs }) =>
      requests.observe({ operation, method, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000),
    timed: (store) => ({
      ...store,
      async transaction(work, options) {
        const end = transactions.startTimer();
        try {
          const result = await store.transaction(work, options);
          end({ outcome: 'committed' });
          return result;
        } catch (error) {
          end({ outcome: 'rolled_back' });
          throw error;
        }
      },
    }),
    watchGateway: (figures) => addGateway(registry, figures),
    watchDisk: (figures) => addDisk(registry, figures),
    watchDeliveries(waiting) {
      new Gauge({
        name: 'schoolgate_webhook_deliveries_waiting',
        help: 'Webhook deliveries that are still to be made.',
        registers,
        async collect() {
          this.set(await waiting());
        },
      });
    },
  };
}

function addDisk(registry: Registry, figures: () => DiskRoom): void {
  for (const [name, help, value] of [
    ['free_bytes', 'Room on the volume of the data folder, and in the database.', (now) => now.freeBytes],
    [
      'reserve_bytes',
      'What of it is kept for locks, commands and the audit trail.',
      (now) => now.reserveBytes,
    ],
    ['reserve_reached', '1 while records wait on the devices for room.', (now) => Number(now.isReached)],
  ] satisfies [string, string, (now: DiskRoom) => number][]) {
    new Gauge({
      name: `schoolgate_disk_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value(figures()));
      },
    });
  }
}

type Label = 'direction' | 'topic' | 'reason' | 'outcome';

function addGateway(registry: Registry, figures: () => GatewayFigures): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: (now: GatewayFigures) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(figures()));
      },
    });
  };
  /** A counter that other code counts. It is set to the given value. */
  const counter = (
    name: string,
    help: string,
    label: Label | null,
    values: (now: GatewayFigures) => Readonly<Record<string, number>>,
  ): void => {
    new Counter({
      name,
      help,
      registers,
      ...(label === null ? {} : { labelNames: [label] }),
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(values(figures())))
          this.inc(label === null ? {} : { [label]: value }, count);
      },
    });
  };
  gauge('schoolgate_gateway_connections', 'Open MQTT connections.', ({ connections }) => connections);
  gauge('schoolgate_gateway_devices', 'Devices that are connected.', ({ devices }) => devices);
  counter('schoolgate_gateway_accepted_total', 'Accepted connections.', null, ({ accepted }) => ({
    accepted,
  }));
  counter('schoolgate_gateway_logins_total', 'Devices that logged in.', null, ({ logins }) => ({ logins }));
  counter('schoolgate_gateway_messages_total', 'Messages from devices.', 'topic', ({ messages }) => messages);
  counter(
    'schoolgate_gateway_published_total',
    'Messages to devices.',
    'topic',
    ({ published }) => published,
  );
  counter(
    'schoolgate_gateway_refused_total',
    'What was refused, dropped or cut.',
    'reason',
    (now) => now.refused,
  );
  counter(
    'schoolgate_gateway_commits_total',
    'Group commits of what devices sent.',
    'outcome',
    ({ commits }) => ({
      committed: commits.batches,
      failed: commits.failures,
    }),
  );
  counter(
    'schoolgate_gateway_heartbeats_written_total',
    'Heartbeats that reached the store.',
    null,
    (now) => ({
      heartbeats: now.heartbeatsWritten,
    }),
  );
}
