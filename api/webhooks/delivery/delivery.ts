import type { Service } from '../../../kit/lifecycle.ts';
import {
  createDeliveryRun,
  DEFAULT_DELIVERY_LIMITS,
  type DeliveryRun,
  type DeliveryTotals,
  type WebhookDeliveryParts,
} from './delivery-run.ts';

export type { WebhookDeliveryParts } from './delivery-run.ts';

/** Counts since the service was made, and the present activity. */
export interface DeliveryStats extends Readonly<DeliveryTotals> {
  readonly inFlight: number;
}

/**
 * Sends the due deliveries of `store.deliveries`: at least once, in no order, at most four at a time to one endpoint. Endpoints do not wait
 * for each other. Several services may run over one store. A wake-up starts it at once; without one it looks every few seconds. `stop`
 * waits a while for requests in flight. Interrupted deliveries stay claimed and become free when their claim ends, as after a crash.
 */
export function createWebhookDelivery(parts: WebhookDeliveryParts): Service & { stats(): DeliveryStats } {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, ...parts.limits };
  const totals: DeliveryTotals = { peakPerWebhook: 0, succeeded: 0, retried: 0, failed: 0, unrecorded: 0 };
  let run: DeliveryRun | null = null;
  return {
    start() {
      if (run !== null) return Promise.resolve();
      run = createDeliveryRun(parts, limits, totals);
      run.begin();
      return Promise.resolve();
    },
    async stop() {
      const ending = run;
      run = null;
      await ending?.end();
    },
    stats: () => ({ inFlight: run?.inFlight() ?? 0, ...totals }),
  };
}
