import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Test } from 'tap';
import { createSsrfGuard } from '../../../../api/outbound/ssrf-guard.ts';
import {
  createWebhookDelivery,
  type WebhookDeliveryParts,
} from '../../../../api/webhooks/delivery/delivery.ts';
import { DEFAULT_DELIVERY_LIMITS } from '../../../../api/webhooks/delivery/delivery-run.ts';
import { newWebhookSecret, webhookSecretContext } from '../../../../api/webhooks/sending/signature.ts';
import { encodeId, type WebhookId } from '../../../../contracts/ids.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { type Log, silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createSealer } from '../../../../kit/sealing.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../../store/ports/events.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../store/ports/organisations.ts';
import type { Store } from '../../../../store/ports/store.ts';
import type { FakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A plain HTTP receiver on loopback. */
export interface Receiver {
  readonly url: string;
  /** Every request, once its body is complete. */
  readonly requests: ReceivedRequest[];
  /** The most requests that were ever unanswered at one time. */
  peak(): number;
  connections(): number;
}

export type Answerer = (response: ServerResponse, request: ReceivedRequest, number: number) => void;

/** Starts a receiver that answers as told; stopped by teardown. */
export async function startReceiver(t: Test, answer: Answerer): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let open = 0;
  let peak = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    open += 1;
    peak = Math.max(peak, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, url = '' } = request;
      const received = { path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      requests.push(received);
      answer(response, received, requests.length);
    });
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, requests, peak: () => peak, connections: () => connections };
}

/** The receiver that is content with everything. */
export const ok: Answerer = (response) => {
  response.writeHead(204).end();
};

export interface Endpoint {
  readonly id: WebhookId;
  readonly secret: string;
}

/** A store with what webhook delivery needs around it. */
export interface DeliveryLab {
  readonly store: Store;
  readonly clock: Clock;
  endpoint(
    url: string,
    changes?: Partial<Pick<WebhookRecord, 'headers' | 'createdAt' | 'events'>>,
  ): Promise<Endpoint>;
  /** An endpoint whose secret was sealed for another purpose, as after a restore with the wrong key. */
  unreadableEndpoint(url: string): Promise<Endpoint>;
  /** Commits so many events, one transaction each, and wakes whoever listens. @returns their ids */
  fire(count?: number, data?: Readonly<Record<string, unknown>>): Promise<readonly string[]>;
  deliveries(endpoint: Endpoint): Promise<readonly DeliveryRecord[]>;
  webhook(endpoint: Endpoint): Promise<WebhookRecord>;
  /** A worker that is stopped by teardown. */
  worker(changes?: Partial<WebhookDeliveryParts>): ReturnType<typeof createWebhookDelivery>;
}

const LOOPBACK = ['127.0.0.0/8'];

export async function createDeliveryLab(
  t: Test,
  clock: Clock | FakeClock,
  log: Log = silentLog,
): Promise<DeliveryLab> {
  const store = await createTestStore(t, { clock });
  const random = systemRandom;
  const sealer = createSealer({ masterKey: random.bytes(32), random });
  const guard = createSsrfGuard({ allowCidrs: LOOPBACK, allowHttpCidrs: LOOPBACK });

  const endpoint = async (
    url: string,
    changes: Partial<WebhookRecord>,
    contextOf: (id: string) => string,
  ): Promise<Endpoint> => {
    const id = encodeId('whk', random.bytes(16));
    const secret = newWebhookSecret(random);
    const now = clock.now();
    await store.webhooks.create({
      id,
      organisationId: DEFAULT_ORGANISATION_ID,
      url,
      kind: 'standard',
      events: ['*'],
      description: null,
      enabled: true,
      disabledReason: null,
      signature: 'hmac',
      headers: {},
      createdAt: now,
      updatedAt: now,
      ...changes,
      sealedSecret: sealer.seal(secret, contextOf(id)),
    });
    return { id, secret };
  };

  return {
    store,
    clock,
    endpoint: (url, changes = {}) => endpoint(url, changes, webhookSecretContext),
    unreadableEndpoint: (url) => endpoint(url, {}, () => 'something else'),
    async fire(count = 1, data = { reason: 'silence' }) {
      const ids: string[] = [];
      for (let number = 0; number < count; number++) {
        ids.push(
          await store.transaction(async (tx) => {
            const event = {
              type: 'device.offline',
              organisationId: DEFAULT_ORGANISATION_ID,
              at: clock.now(),
              data,
            } as const;
            const { id } = await tx.events.append(event);
            tx.wake({ kind: 'deliveries' });
            return id;
          }),
        );
      }
      return ids;
    },
    async deliveries({ id }) {
      const page = await store.deliveries.list({
        organisationId: DEFAULT_ORGANISATION_ID,
        filter: { webhookId: id },
        sort: [{ field: 'createdAt', descending: false }],
        limit: 500,
        from: { kind: 'page', page: 1 },
      });
      // A list shows the last attempts only, and the beginnings of answers.
      const whole = page.rows.map((row) => store.deliveries.get(DEFAULT_ORGANISATION_ID, id, row.id));
      return (await Promise.all(whole)).filter((row) => row !== null);
    },
    async webhook({ id }) {
      const found = await store.webhooks.get(DEFAULT_ORGANISATION_ID, id);
      if (found === null) throw new Error(`webhook ${id} is gone`);
      return found;
    },
    worker(changes = {}) {
      const worker = createWebhookDelivery({ store, clock, random, log, sealer, guard, ...changes });
      t.teardown(async () => {
        const stopped = worker.stop();
        // Unanswered requests are cut off when their time has come: on a clock that stands, it has to be brought on.
        if ('advance' in clock) await clock.advance(DEFAULT_DELIVERY_LIMITS.stopMs);
        await stopped;
      });
      return worker;
    },
  };
}
