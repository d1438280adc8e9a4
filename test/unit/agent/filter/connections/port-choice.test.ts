import t from 'tap';
import { openAtFreePort, portsToTry } from '../../../../../agent/filter/connections/port-choice.ts';

const failing = (code: string): Error => Object.assign(new Error(`bind ${code}`), { code });

t.test('the wanted port comes first, then its neighbours, then any', (t) => {
  const ports = portsToTry(5_300, true);
  t.same(ports.slice(0, 10), [5_300, 5_301, 5_302, 5_303, 5_304, 5_305, 5_306, 5_307, 5_308, 5_309]);
  t.ok(ports.slice(10).length > 0 && ports.slice(10).every((port) => port === 0));
  t.same(portsToTry(53, false), [53], 'what may not move is tried alone');
  t.same(portsToTry(65_534, true).slice(0, 3), [65_534, 65_535, 0]);
  t.end();
});

t.test('a taken port leads to the next; nothing else does', async (t) => {
  const tried: number[] = [];
  await openAtFreePort([1, 2, 3], async (port) => {
    tried.push(port);
    if (port < 2) throw failing('EADDRINUSE');
  });
  t.same(tried, [1, 2]);
  await t.rejects(
    openAtFreePort([1, 2], async (port) => {
      tried.push(port);
      throw failing('EMFILE');
    }),
    failing('EMFILE'),
  );
  t.same(tried, [1, 2, 1], 'no other port helps against that');
});

t.test('where none is free, the error is that of the wanted one', async (t) => {
  await t.rejects(
    openAtFreePort([7, 8], async (port) =>
      Promise.reject(Object.assign(new Error(`taken ${port}`), { code: 'EADDRINUSE' })),
    ),
    new Error('taken 7'),
  );
});
