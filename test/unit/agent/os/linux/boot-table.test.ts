import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createBootTable, createNetworkLock } from '../../../../../agent/os/linux/network-lock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { testFolder } from '../../../../support/test-folder.ts';
import { fixture, recordedRunner } from '../recorded.ts';

const NETWORK = { servers: ['10.200.0.9'], resolvers: [] };
const answers = { 'nft -f -': '', 'nft -j': fixture('linux/commands/nft-lock.json'), 'nft delete': '' };

t.test('a lock is kept for the boot, and its end takes that away', async (t) => {
  const folder = testFolder(t);
  const run = recordedRunner(answers);
  const lock = createNetworkLock({
    run,
    exemptUid: 990,
    bootTable: createBootTable({ stateFolder: folder }),
  });
  hasFields(t, await lock.engage(NETWORK), { done: true });
  t.equal(readFileSync(join(folder, 'lock.nft'), 'utf8'), run.ran[0]?.stdin);
  hasFields(t, await lock.release(), { done: true });
  t.notOk(existsSync(join(folder, 'lock.nft')));
});

t.test('releasing needs no state folder', async (t) => {
  const bootTable = createBootTable({ stateFolder: join(testFolder(t), 'none') });
  hasFields(
    t,
    await createNetworkLock({ run: recordedRunner(answers), exemptUid: 990, bootTable }).release(),
    {
      done: true,
    },
  );
});

t.test(
  'a full disk does not keep the lock from holding, but its end is not told while the next boot would lock',
  async (t) => {
    const full = (): Promise<void> => Promise.reject(new Error('no space left'));
    const lock = createNetworkLock({
      run: recordedRunner(answers),
      exemptUid: 990,
      bootTable: { write: full, remove: full },
    });
    hasFields(t, await lock.engage(NETWORK), { done: true, detail: /not kept for the boot: no space left/ });
    hasFields(t, await lock.release(), { done: false, detail: /next boot/ });
  },
);
