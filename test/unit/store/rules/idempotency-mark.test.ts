import t from 'tap';
import { Fault } from '../../../../kit/fault.ts';
import type { StoredResponse } from '../../../../store/ports/api-keys.ts';
import { type IdempotencyMark, lostMark, stateOfMark } from '../../../../store/rules/idempotency-mark.ts';

const response = { status: 201, body: '{}' } as unknown as StoredResponse;
const mark: IdempotencyMark = { fingerprint: 'f', response: null, expiresAt: 1_000 };

t.test('a key that is unknown, or whose mark is over, begins anew', async (t) => {
  t.strictSame(stateOfMark(null, 'f', 0), { kind: 'new' });
  t.strictSame(stateOfMark(mark, 'f', 1_000), { kind: 'new' });
  t.strictSame(stateOfMark(mark, 'other', 1_001), { kind: 'new' });
});

t.test('while a mark stands, its request is running or has its answer', async (t) => {
  t.strictSame(stateOfMark(mark, 'f', 999), { kind: 'running' });
  t.strictSame(stateOfMark({ ...mark, response }, 'f', 999), { kind: 'done', response });
});

t.test('another request under the same key gets neither the answer nor the effect', async (t) => {
  t.strictSame(stateOfMark({ ...mark, response }, 'g', 999), { kind: 'other_request' });
  t.strictSame(stateOfMark(mark, 'g', 999), { kind: 'other_request' });
});

t.test('a request that was overtaken by its repeat is told to ask again', async (t) => {
  const fault = lostMark();
  t.ok(fault instanceof Fault);
  t.equal(fault.code, 'idempotency_in_progress');
});
