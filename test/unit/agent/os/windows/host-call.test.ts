import t from 'tap';
import { actOn } from '../../../../../agent/os/windows/host-call.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';

t.test('a call that fits the protocol reaches the host', async (t) => {
  const { host, changes } = createFakeWindows();
  await actOn(host, { name: 'resolver.refresh', input: null });
  t.same(changes, [{ name: 'resolver.refresh', input: null }]);
});

t.test('a call that does not fit never reaches the host, which would end by it', async (t) => {
  const { host, changes } = createFakeWindows();
  for (const call of [
    { name: 'format.disk', input: null },
    { name: 'toString', input: null },
    { name: 'resolver.refresh', input: {} },
    { name: 'registry.write', input: { changes: [{ prune: 'k'.repeat(513) }] } },
    { name: 'wfp.replace', input: { set: 'other', digest: 'x', filters: [] } },
  ])
    await t.rejects(actOn(host, call), /does not fit|knows no call/, call.name);
  t.same(changes, []);
});

t.test('what the host refuses rejects with its words', async (t) => {
  const { host, refuses } = createFakeWindows();
  refuses.set('policy.refresh', 'Windows error 5');
  await t.rejects(actOn(host, { name: 'policy.refresh', input: null }), { message: 'Windows error 5' });
});
