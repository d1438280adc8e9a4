import t from 'tap';
import type { Dispatcher } from 'undici';
import { createWebhookDelivery } from '../../../../../api/webhooks/delivery/delivery.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

/** A service over a store that has nothing due, and how often it was looked at. */
function scene(limits: { readonly pollMs?: number } = {}) {
  const clock = createFakeClock();
  let looks = 0;
  let destroyed = 0;
  const dispatcher = {
    destroy: async () => {
      destroyed += 1;
    },
  } as unknown as Dispatcher;
  const service = createWebhookDelivery({
    clock,
    log: silentLog,
    limits,
    random: { bytes: () => new Uint8Array(0), fraction: () => 0.5 },
    sealer: { seal: (text) => text, open: (sealed) => sealed },
    guard: { dispatcher: () => dispatcher },
    store: {
      bus: { subscribe: () => () => undefined },
      deliveries: {
        recovering: async () => false,
        nextDueAt: async () => null,
        claim: async () => {
          looks += 1;
          return [];
        },
      },
    } as never,
  });
  return { clock, service, looks: () => looks, destroyed: () => destroyed };
}

t.test('a service that was started looks, once however often that was', async (t) => {
  const { clock, service, looks } = scene();
  await clock.advance(10_000);
  t.equal(looks(), 0);
  await service.start();
  await service.start();
  await clock.advance(0);
  t.equal(looks(), 1);
  await clock.advance(3_000);
  t.equal(looks(), 2);
  await service.stop();
});

t.test('one that was stopped looks no more, and its connections are closed once', async (t) => {
  const { clock, service, looks, destroyed } = scene();
  await service.stop();
  t.equal(destroyed(), 0);
  await service.start();
  await clock.advance(0);
  await service.stop();
  await service.stop();
  await clock.advance(60_000);
  t.same([looks(), destroyed()], [1, 1]);
  await service.start();
  await clock.advance(0);
  t.equal(looks(), 2, 'until it is started again');
  await service.stop();
});

t.test('limits that are given replace the usual ones', async (t) => {
  const { clock, service, looks } = scene({ pollMs: 100 });
  await service.start();
  await clock.advance(200);
  t.equal(looks(), 3);
  await service.stop();
});

t.test('what is counted is there before the first start', async (t) => {
  const { service } = scene();
  t.same(service.stats(), {
    inFlight: 0,
    peakPerWebhook: 0,
    succeeded: 0,
    retried: 0,
    failed: 0,
    unrecorded: 0,
  });
});
