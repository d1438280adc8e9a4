import t from 'tap';
import { createPortHolders } from '../../../../../agent/os/windows/port-holders.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';

t.test('who has a port is named by program; ourselves, and nobody, are nobody', async (t) => {
  const windows = createFakeWindows();
  const holders = createPortHolders({ windows: windows.host, ownPid: 4 });
  windows.facts.owners.set(53, { pid: 9, program: 'C:\\Windows\\System32\\svchost.exe' });
  windows.facts.owners.set(8123, { pid: 4, program: 'C:\\a.exe' });
  t.same(await holders.holderOf(53), { program: 'svchost.exe', uid: null });
  t.equal(await holders.holderOf(8123), null);
  t.equal(await holders.holderOf(8443), null);
  windows.refused.set('owner', 'Windows error 5');
  t.equal(await holders.holderOf(53), null);
});
