import t from 'tap';
import { createClaimKeys } from '../../../../../api/webhooks/delivery/claim-keys.ts';
import type { WebhookId } from '../../../../../contracts/ids.ts';
import type { WebhookRecord } from '../../../../../store/ports/events.ts';

const ONE: WebhookId = 'whk_01kafw2n7qd5g8h1j3k6m9p2rs';
const OTHER: WebhookId = 'whk_01kafw2n7qd5g8h1j3k6m9p2rt';

t.test('each endpoint’s keys are read and opened once a claim, and anew for the next', async (t) => {
  const asked: string[] = [];
  const tools = {
    store: {
      webhooks: {
        secrets: async (id: WebhookId) => {
          asked.push(`secrets ${id}`);
          return [`sealed ${asked.length}`];
        },
        signingKey: async (id: WebhookId) => {
          asked.push(`key ${id}`);
          return null;
        },
      },
    },
    sealer: {
      open: (sealed: string, context: string) => {
        asked.push(`open ${sealed} ${context}`);
        return `${sealed}, opened`;
      },
    },
  };
  const { store, sealer } = createClaimKeys(tools, []);
  for (let attempt = 0; attempt < 3; attempt++) {
    t.same(await store.webhooks.secrets(ONE, attempt), ['sealed 1']);
    t.equal(await store.webhooks.signingKey(ONE), null);
    t.equal(sealer.open('sealed 1', 'a'), 'sealed 1, opened');
  }
  t.same(asked, [`secrets ${ONE}`, `key ${ONE}`, 'open sealed 1 a']);
  await store.webhooks.secrets(OTHER, 0);
  sealer.open('sealed 1', 'b');
  t.same(
    asked.slice(3),
    [`secrets ${OTHER}`, 'open sealed 1 b'],
    'another endpoint or context is another matter',
  );
  await createClaimKeys(tools, []).store.webhooks.secrets(ONE, 0);
  t.equal(asked.length, 6);
});

t.test('a secret that cannot be opened is refused each time', async (t) => {
  const { sealer } = createClaimKeys(
    {
      store: { webhooks: { secrets: async () => [], signingKey: async () => null } },
      sealer: {
        open: () => {
          throw new Error('another master key');
        },
      },
    },
    [],
  );
  for (let attempt = 0; attempt < 2; attempt++)
    t.throws(() => sealer.open('sealed', 'context'), { message: 'another master key' });
});

t.test('what the claim gave is not read again', async (t) => {
  const webhook = { id: ONE } as WebhookRecord;
  const { store } = createClaimKeys(
    {
      store: {
        webhooks: { secrets: async () => ['read'], signingKey: async () => null },
      },
      sealer: { open: (sealed) => sealed },
    },
    [{ webhook, secrets: ['given'] }, { webhook: { id: OTHER } as WebhookRecord }],
  );
  t.same(await store.webhooks.secrets(ONE, 0), ['given']);
  t.same(await store.webhooks.secrets(OTHER, 0), ['read'], 'a chat’s are');
});
