import t from 'tap';
import type { AttemptOutcome, NewWebhook, WebhookRecord } from '../../../../store/ports/events.ts';
import { attemptedWebhook, changedWebhook, newWebhook } from '../../../../store/rules/webhook-changes.ts';

const INPUT = {
  id: 'whk_1',
  url: 'https://hooks.example/',
  enabled: true,
  disabledReason: null,
  createdAt: 100,
  updatedAt: 100,
} as unknown as NewWebhook;

const FAILING: WebhookRecord = { ...newWebhook(INPUT), failuresInARow: 3, lastSuccessAt: 500 };
const DISABLED: WebhookRecord = { ...FAILING, enabled: false, disabledReason: 'gone' };

function attempt(step: AttemptOutcome['step']): AttemptOutcome {
  return { startedAt: 1_000, durationMs: 20, step } as AttemptOutcome;
}

t.test('a webhook begins without success and failure', async (t) => {
  t.strictSame(newWebhook(INPUT), {
    ...INPUT,
    version: 1,
    lastSuccessAt: null,
    failuresInARow: 0,
    enabledAt: 100,
  });
});

t.test('a change keeps the count of failures', async (t) => {
  t.strictSame(changedWebhook(FAILING, { url: 'https://new.example/' }, 900), {
    ...FAILING,
    url: 'https://new.example/',
    updatedAt: 900,
    version: 2,
  });
  const disabled = changedWebhook(FAILING, { enabled: false, disabledReason: 'by hand' }, 900);
  t.strictSame([disabled.failuresInARow, disabled.enabledAt, disabled.disabledReason], [3, 100, 'by hand']);
  t.equal(changedWebhook(DISABLED, { url: 'https://new.example/' }, 900).disabledReason, 'gone');
});

t.test('one that is enabled again begins anew: no reason, no failures', async (t) => {
  t.strictSame(changedWebhook(DISABLED, { enabled: true }, 900), {
    ...DISABLED,
    enabled: true,
    disabledReason: null,
    failuresInARow: 0,
    enabledAt: 900,
    updatedAt: 900,
    version: 2,
  });
});

t.test('a success ends a row of failures; the newest success counts, whichever is told last', async (t) => {
  t.strictSame(attemptedWebhook(FAILING, attempt({ kind: 'succeeded' })), {
    ...FAILING,
    failuresInARow: 0,
    lastSuccessAt: 1_020,
  });
  const later = attemptedWebhook({ ...FAILING, lastSuccessAt: 5_000 }, attempt({ kind: 'succeeded' }));
  t.equal(later.lastSuccessAt, 5_000);
  t.equal(attemptedWebhook(newWebhook(INPUT), attempt({ kind: 'succeeded' })).lastSuccessAt, 1_020);
});

t.test('a failure is counted; the step alone disables', async (t) => {
  const counted = { ...FAILING, failuresInARow: 4 };
  t.strictSame(attemptedWebhook(FAILING, attempt({ kind: 'retry', at: 2_000 })), counted);
  t.strictSame(attemptedWebhook(FAILING, attempt({ kind: 'failed', disable: null })), counted);
  t.strictSame(attemptedWebhook(FAILING, attempt({ kind: 'failed', disable: 'gone' })), {
    ...counted,
    enabled: false,
    disabledReason: 'gone',
    updatedAt: 1_020,
    version: 2,
  });
});

t.test('one that people disabled meanwhile keeps their reason', async (t) => {
  const byHand = { ...DISABLED, disabledReason: 'by hand' };
  t.strictSame(attemptedWebhook(byHand, attempt({ kind: 'failed', disable: 'gone' })), {
    ...byHand,
    failuresInARow: 4,
  });
});
