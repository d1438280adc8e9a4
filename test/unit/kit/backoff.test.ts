import t from 'tap';
import { backoffDelay } from '../../../kit/backoff.ts';

const random = (fraction: number) => ({
  bytes: (count: number) => new Uint8Array(count),
  fraction: () => fraction,
});

t.test('delays grow to the ceiling, with full or partial jitter', (t) => {
  const full = { firstMs: 1_000, factor: 2, ceilingMs: 60_000, jitter: 1 };
  t.equal(backoffDelay(full, 0, random(0.5)), 500);
  t.equal(backoffDelay(full, 3, random(0.5)), 4_000);
  t.equal(backoffDelay(full, 1_000, random(0.5)), 30_000);
  const partial = { ...full, jitter: 0.2 };
  t.equal(backoffDelay(partial, 0, random(0)), 800);
  t.equal(Math.round(backoffDelay(partial, 0, random(1))), 1_200);
  t.end();
});
