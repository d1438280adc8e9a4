import t from 'tap';
import { actOn } from '../../../../../agent/os/windows/host-call.ts';
import { windowsComputer } from './filter/windows-computer.ts';

t.test('a call that fits the protocol reaches the host', async (t) => {
  const computer = windowsComputer();
  await actOn(computer, { name: 'resolver.refresh', input: null });
  t.same(computer.changes, [{ name: 'resolver.refresh', input: null }]);
});

t.test('a call that does not fit never reaches the host, which would end by it', async (t) => {
  const misfits = [
    { name: 'format.disk', input: null },
    { name: 'toString', input: null },
    { name: 'resolver.refresh', input: {} },
    { name: 'registry.write', input: { changes: [{ prune: 'k'.repeat(513) }] } },
    { name: 'wfp.replace', input: { set: 'other', digest: 'x', filters: [] } },
  ];
  const host = { call: () => t.fail('the host was called') as never };
  for (const call of misfits)
    await t.rejects(actOn(host, call), {
      message: `the call ${call.name} does not fit the protocol of the host`,
    });
});

t.test('what the host refuses rejects with its words', async (t) => {
  const computer = windowsComputer();
  computer.refuses.set('policy.refresh', 'Windows error 5');
  await t.rejects(actOn(computer, { name: 'policy.refresh', input: null }), { message: 'Windows error 5' });
});
