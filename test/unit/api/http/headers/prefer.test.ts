import t from 'tap';
import { readWait } from '../../../../../api/http/headers/negotiation.ts';

t.test('a wait is read as RFC 7240 writes it, and is at most 30 seconds', (t) => {
  const cases: readonly [string | undefined, number][] = [
    [undefined, 0],
    ['', 0],
    ['wait=10', 10],
    ['Wait=10', 10],
    ['WAIT = 10', 10],
    ['wait="10"', 10],
    ['respond-async, wait=10', 10],
    ['respond-async; wait=10', 10],
    ['wait=10, handling=strict', 10],
    ['wait=31', 30],
    ['wait=0', 0],
    ['wait=-1', 0],
    ['wait=0x10', 0],
    ['wait=10.5', 0],
    ['await=10', 0],
    ['wait', 0],
    ['note="a, wait=10"', 0],
    ['note="wait=9", wait=3', 3],
    ['wait=3, wait=9', 3],
  ];
  for (const [header, seconds] of cases) t.equal(readWait(header), seconds, header ?? 'none');
  t.end();
});

t.test('only whole seconds of up to six digits are a wait', async (t) => {
  for (const [header, seconds] of [
    ['wait=30', 30],
    ['wait=29', 29],
    ['wait=999999', 30],
    ['wait=1000000', 0],
    ['wait="1x"', 0],
    ['wait=5;x', 5],
    ['wait=5 , x', 5],
    ['wait=5x', 0],
    ['x wait=5', 5],
    ['note="x"wait=5', 0],
    ['WAIT="7"', 7],
  ] as const)
    t.equal(readWait(header), seconds, header);
  t.equal(readWait(['wait=4', 'wait=9']), 4, 'of several header fields the first');
});
