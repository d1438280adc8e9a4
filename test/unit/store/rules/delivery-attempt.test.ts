import t from 'tap';
import type { AttemptOutcome } from '../../../../store/ports/events.ts';
import {
  askedDelivery,
  attemptedDelivery,
  type DeliveryState,
  recoveredDelivery,
} from '../../../../store/rules/delivery-attempt.ts';
import { hasFields } from '../../../support/has-fields.ts';

const NOW = 1_000_000;
const CLAIMED_UNTIL = NOW + 30_000;

const state = (changes: Partial<DeliveryState> = {}): DeliveryState => ({
  status: 'retrying',
  nextAttemptAt: NOW + 5_000,
  dueAt: NOW + 5_000,
  scheduledCount: 1,
  manualAt: null,
  ...changes,
});
const OVER = state({ status: 'failed', nextAttemptAt: null, dueAt: null, scheduledCount: 10 });

const VERDICTS = {
  succeeded: { kind: 'succeeded' },
  retry: { kind: 'retry', at: NOW + 300_000 },
  failed: { kind: 'failed', disable: null },
} as const;
const outcome = (
  trigger: AttemptOutcome['trigger'],
  kind: keyof typeof VERDICTS,
): Pick<AttemptOutcome, 'trigger' | 'step'> => ({ trigger, step: VERDICTS[kind] });

t.test('an attempt by the schedule moves it on, and ends it by success or for good', async (t) => {
  const known = state({ dueAt: CLAIMED_UNTIL });
  t.same(attemptedDelivery(known, outcome('scheduled', 'retry')), {
    status: 'retrying',
    nextAttemptAt: NOW + 300_000,
    dueAt: NOW + 300_000,
    scheduledCount: 2,
    manualAt: null,
  });
  for (const kind of ['succeeded', 'failed'] as const)
    t.same(attemptedDelivery(known, outcome('scheduled', kind)), {
      status: kind,
      nextAttemptAt: null,
      dueAt: null,
      scheduledCount: 2,
      manualAt: null,
    });
});

t.test('a late answer changes nothing about a delivery that is over', async (t) => {
  for (const kind of ['succeeded', 'failed', 'retry'] as const)
    t.same(attemptedDelivery(OVER, outcome('scheduled', kind)), OVER);
});

t.test('a failure that somebody asked for is not retried, and the schedule stays as it is', async (t) => {
  const over = askedDelivery(OVER, NOW);
  t.same(over, { ...OVER, manualAt: NOW, dueAt: NOW });
  t.same(attemptedDelivery({ ...over, dueAt: CLAIMED_UNTIL }, outcome('manual', 'failed')), OVER);
  const waiting = state();
  const asked = askedDelivery(waiting, NOW);
  t.same(asked, { ...waiting, manualAt: NOW, dueAt: NOW });
  t.same(attemptedDelivery({ ...asked, dueAt: CLAIMED_UNTIL }, outcome('manual', 'failed')), waiting);
});

t.test('a success that somebody asked for ends the schedule too', async (t) => {
  for (const known of [state(), OVER])
    t.same(
      attemptedDelivery(
        { ...askedDelivery(known, NOW), dueAt: CLAIMED_UNTIL },
        outcome('manual', 'succeeded'),
      ),
      { ...known, status: 'succeeded', nextAttemptAt: null, dueAt: null },
    );
});

t.test('asking during an attempt makes one more after it; asking twice makes one', async (t) => {
  const underWay = state({ dueAt: CLAIMED_UNTIL });
  const asked = askedDelivery(underWay, NOW);
  t.same(asked, { ...underWay, manualAt: NOW });
  t.same(askedDelivery(asked, NOW + 1), asked);
  hasFields(t, attemptedDelivery(asked, outcome('scheduled', 'succeeded')), { dueAt: NOW, manualAt: NOW });
  hasFields(t, attemptedDelivery(asked, outcome('scheduled', 'retry')), {
    dueAt: NOW,
    nextAttemptAt: NOW + 300_000,
  });
});

t.test('what is about to be attempted for the first time is not asked for twice', async (t) => {
  const pending = state({ status: 'pending', nextAttemptAt: NOW - 1, dueAt: NOW - 1, scheduledCount: 0 });
  t.same(askedDelivery(pending, NOW), pending);
});

t.test('a recovery begins the schedule anew, but for what was taken or is under way', async (t) => {
  const fresh = { status: 'pending', nextAttemptAt: NOW, dueAt: NOW, scheduledCount: 0, manualAt: null };
  for (const known of [state(), OVER]) t.same(recoveredDelivery(known, NOW), fresh);
  const taken = state({ status: 'succeeded', nextAttemptAt: null, dueAt: null });
  const underWay = state({ dueAt: CLAIMED_UNTIL });
  for (const known of [taken, underWay]) t.same(recoveredDelivery(known, NOW), known);
  const manual = { ...OVER, manualAt: NOW - 1, dueAt: CLAIMED_UNTIL };
  t.same(recoveredDelivery(manual, NOW), { ...fresh, manualAt: NOW - 1, dueAt: CLAIMED_UNTIL });
});
