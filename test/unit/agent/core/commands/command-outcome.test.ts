import t from 'tap';
import { failedWith, fromAttempt, succeeded } from '../../../../../agent/core/commands/command-outcome.ts';
import { done, failed, observed } from '../../../../../agent/ports/outcome.ts';

t.test('a success carries its result, a failure its code and reason', async (t) => {
  t.strictSame(succeeded({ version: 3 }), { state: 'succeeded', result: { version: 3 }, error: null });
  t.strictSame(succeeded(null), { state: 'succeeded', result: null, error: null });
  t.strictSame(failedWith('no_target', 'none is stored'), {
    state: 'failed',
    result: null,
    error: { code: 'no_target', detail: 'none is stored' },
  });
  t.strictSame(failedWith('lock_partial', 'no screen', { network: 'on' }).result, { network: 'on' });
});

t.test('a reason is cut to what a result may carry', async (t) => {
  t.equal(failedWith('not_done', 'x'.repeat(1_000)).error?.detail.length, 1_000);
  t.equal(failedWith('not_done', 'x'.repeat(1_001)).error?.detail.length, 1_000);
});

t.test('an attempt is done, not done, or only watched', async (t) => {
  t.strictSame(fromAttempt(done('restarting')), succeeded({ detail: 'restarting' }));
  t.strictSame(fromAttempt(failed('no rights')), failedWith('not_done', 'no rights'));
  t.strictSame(
    fromAttempt(observed('would restart')),
    succeeded({ observed: true, detail: 'would restart' }),
  );
});
