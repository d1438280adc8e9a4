import t from 'tap';
import { announceDisabled } from '../../../../../api/webhooks/delivery/disabled.ts';
import type { NewEvent, WebhookRecord } from '../../../../../store/ports/events.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';

t.test('the other endpoints of the organisation hear which one was disabled, when and why', async (t) => {
  const told: NewEvent[] = [];
  const tx = { events: { append: async (event: NewEvent) => void told.push(event) } };
  const webhook = { id: 'whk_01kafw2n7qd5g8h1j3k6m9p2rs', organisationId: 7 } as unknown as WebhookRecord;
  await announceDisabled(tx as unknown as Transaction, webhook, 'gone', 1_000);
  t.same(told, [
    {
      type: 'webhook.disabled',
      organisationId: 7,
      at: 1_000,
      data: { webhookId: webhook.id, reason: 'gone' },
    },
  ]);
});
