import t from 'tap';
import { createFakeWindows } from '../../support/fake-windows.ts';
import { hostContract } from './host-contract.ts';

hostContract(t, () => {
  const { host, folders, planted } = createFakeWindows();
  return Promise.resolve({
    host,
    plant(path) {
      folders.set(path, 'O:BUG:BUD:(A;OICI;FA;;;WD)');
      planted.add(path);
      return Promise.resolve();
    },
    freePort: 9,
  });
});
