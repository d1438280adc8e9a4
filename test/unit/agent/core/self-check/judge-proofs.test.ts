import t from 'tap';
import {
  judgeBlocked,
  judgeCanary,
  judgeOpen,
  judgeRefused,
  judgeSafeSearch,
} from '../../../../../agent/core/self-check/judge-proofs.ts';
import type { Resolved } from '../../../../../agent/ports/self-check-probes.ts';

function addresses(...list: string[]): Resolved {
  return { answer: 'addresses', addresses: list };
}
const NOTHING: Resolved = { answer: 'nothing' };
const NONE: Resolved = { answer: 'none' };

t.test('a blocked name: the filter’s answer or none at all proves it, an address disproves it', async (t) => {
  for (const [resolved, ok] of [
    [addresses('0.0.0.0'), true],
    [addresses('0.0.0.0', '::'), true],
    [NOTHING, true],
    [addresses('192.0.2.1'), false],
    [addresses('0.0.0.0', '192.0.2.1'), false],
    [NONE, null],
  ] as const)
    t.equal(judgeBlocked('bad.example', resolved).ok, ok, JSON.stringify(resolved));
});

t.test(
  'an open name: an address proves it, the filter’s answer disproves it, no answer says nothing',
  async (t) => {
    for (const [resolved, ok] of [
      [addresses('192.0.2.1'), true],
      [addresses('0.0.0.0'), false],
      [addresses('::'), false],
      [NOTHING, null],
      [NONE, null],
    ] as const)
      t.equal(judgeOpen('good.example', resolved).ok, ok, JSON.stringify(resolved));
  },
);

t.test('searches: each address of the engine is one of its safe twin, or blocked', async (t) => {
  const safe = addresses('192.0.2.1', '192.0.2.2');
  for (const [engine, twin, ok] of [
    [addresses('192.0.2.2'), safe, true],
    [addresses('0.0.0.0'), safe, true],
    [addresses('192.0.2.1', '198.51.100.1'), safe, false],
    [NOTHING, safe, null],
    [NONE, safe, null],
    [addresses('192.0.2.1'), NOTHING, null],
  ] as const)
    t.equal(judgeSafeSearch(engine, twin).ok, ok, JSON.stringify([engine, twin]));
});

t.test('the canary name must not exist', async (t) => {
  t.equal(judgeCanary(NOTHING).ok, true);
  t.equal(judgeCanary(addresses('0.0.0.0')).ok, false);
  t.equal(judgeCanary(NONE).ok, null);
});

t.test('a way out is proven shut only by a refusal: silence may be the network’s', async (t) => {
  for (const [result, ok] of [
    ['refused', true],
    ['open', false],
    ['answered', false],
    ['silent', null],
    ['unreachable', null],
  ] as const)
    t.equal(judgeRefused('DNS over TLS', result).ok, ok, result);
});
