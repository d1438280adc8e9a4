import t from 'tap';
import { createFakeWindows } from '../../support/fake-windows.ts';
import { hostContract } from './host-contract.ts';

hostContract(t, () => {
  const { host, folders, planted, facts } = createFakeWindows();
  facts.storeApps.packages.push({ sid: 'S-1-15-2-1-2-3-4-5-6-7', name: 'calculator_8wekyb3d8bbwe' });
  return Promise.resolve({
    host,
    drop() {
      const refused = { filter: 'dns', count: 1, address: '192.0.2.1', protocol: 17, port: 53 };
      facts.refused.push({ ...refused, user: 'S-1-5-4', program: 'program.exe' });
    },
    plant(path) {
      folders.set(path, 'O:BUG:BUD:(A;OICI;FA;;;WD)');
      planted.add(path);
      return Promise.resolve();
    },
  });
});
