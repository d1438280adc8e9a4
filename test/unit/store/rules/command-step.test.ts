import t from 'tap';
import type { CommandRecord } from '../../../../store/ports/commands.ts';
import { afterStep } from '../../../../store/rules/command-step.ts';

const QUEUED = {
  id: 'cmd_1',
  status: 'queued',
  sentAt: null,
  acknowledgedAt: null,
  completedAt: null,
  result: null,
  error: null,
} as unknown as CommandRecord;

t.test('each step sets the time that belongs to it, and leaves the others', async (t) => {
  const sent = afterStep(QUEUED, { to: 'sent', at: 1 });
  t.strictSame(sent, { ...QUEUED, status: 'sent', sentAt: 1 });
  const acknowledged = afterStep(sent, { to: 'acknowledged', at: 2 });
  t.strictSame(acknowledged, { ...sent, status: 'acknowledged', acknowledgedAt: 2 });
  const result = { shown: true };
  const succeeded = afterStep(acknowledged, { to: 'succeeded', at: 3, result });
  t.strictSame(succeeded, { ...acknowledged, status: 'succeeded', completedAt: 3, result });
});

t.test('every end of a command is the time of its completion', async (t) => {
  for (const to of ['succeeded', 'failed', 'expired', 'cancelled', 'superseded'] as const)
    t.strictSame(afterStep(QUEUED, { to, at: 9 }), { ...QUEUED, status: to, completedAt: 9 }, to);
});

t.test('what came of it stays unless the step says otherwise', async (t) => {
  const error = { code: 'x', detail: 'y' };
  const failed = afterStep(QUEUED, { to: 'failed', at: 1, error });
  t.strictSame(failed.error, error);
  const result = { done: 1 };
  const full = { ...failed, result };
  const same = afterStep(full, { to: 'failed', at: 2 });
  t.strictSame([same.result, same.error], [result, error]);
  const cleared = afterStep(full, { to: 'failed', at: 2, result: null, error: null });
  t.strictSame([cleared.result, cleared.error], [null, null]);
});
