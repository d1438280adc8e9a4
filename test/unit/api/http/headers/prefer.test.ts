import t from 'tap';
import { readWait } from '../../../../../api/http/headers/prefer.ts';

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
