import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { until } from './until.ts';

/** A body that a receiver accepted, after a foreign library checked its signature. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  readonly device_id?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A webhook receiver on 127.0.0.1 that verifies with the `standardwebhooks` package. */
export interface WebhookReceiver {
  readonly url: string;
  /** Gives the secret that `POST /v1/webhooks` answered with; requests before are refused with 401. */
  trust(secret: string): void;
  /** Every accepted request, repeats included. */
  readonly received: readonly ReceivedEvent[];
  /** How many requests had a signature that does not fit. */
  rejected(): number;
  /** While held, requests are taken in but not answered. */
  hold(held: boolean): void;
  /** How many requests have come in, answered or not. */
  arrivals(): number;
  event(fits: (event: ReceivedEvent) => boolean, what: string): Promise<ReceivedEvent>;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let secret: string | null = null;
  let rejected = 0;
  let arrivals = 0;
  let held = false;

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrivals += 1;
    if (held) return;
    try {
      const headers = request.headers as Record<string, string>;
      const verified = new Webhook(secret ?? '').verify(Buffer.concat(chunks).toString('utf8'), headers);
      received.push(verified as ReceivedEvent);
      response.writeHead(204).end();
    } catch {
      rejected += 1;
      response.writeHead(401).end();
    }
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/hooks`,
    trust: (value) => {
      secret = value;
    },
    received,
    rejected: () => rejected,
    hold: (value) => {
      held = value;
    },
    arrivals: () => arrivals,
    event: (fits, what) => until(() => received.find(fits), { what, timeoutMs: 90_000 }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lets a server deliver to loopback over plain http: the guard refuses both otherwise. */
export const LOOPBACK_WEBHOOKS = {
  SCHOOLGATE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  SCHOOLGATE_WEBHOOK_ALLOW_HTTP_CIDRS: '127.0.0.0/8',
} as const;
