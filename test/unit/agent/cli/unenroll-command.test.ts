import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { giveBack } from '../../../../agent/cli/unenroll-command.ts';
import { filterOwnFiles } from '../../../../agent/os/linux/filter/places.ts';
import { failed } from '../../../../agent/ports/outcome.ts';
import { createFakeOs } from '../../../support/fake-os.ts';
import { testFolder } from '../../../support/test-folder.ts';

const asRoot = process.getuid?.() === 0 ? false : 'only an administrator may take the filter away';

t.test('the settings of a filter that never ran from here stay', async (t) => {
  const os = createFakeOs();
  await giveBack({ path: testFolder(t) }, os);
  t.same(
    os.calls.map(({ name }) => name),
    ['release'],
  );
  t.same(os.filter.calls, []);
});

t.test('a filter that ran from here is taken away with the lock', { skip: asRoot }, async (t) => {
  for (const name of ['goal', 'journal', 'table', 'listing'] as const) {
    const path = testFolder(t);
    const os = createFakeOs();
    writeFileSync(filterOwnFiles(path)[name], '');
    await giveBack({ path }, os);
    t.same(os.filter.calls, [{ name: 'restore' }], name);
    t.equal(await os.networkLock.state(), 'released');
  }
});

t.test('what cannot be given back keeps the enrollment', { skip: asRoot }, async (t) => {
  const path = testFolder(t, { 'filter-journal': '' });
  t.equal(filterOwnFiles(path).journal, join(path, 'filter-journal'));
  const os = createFakeOs();
  const broken = { ...os, filter: { restore: () => Promise.resolve(failed('nft is not installed')) } };
  await t.rejects(giveBack({ path }, broken), {
    message:
      'the filter cannot be taken away: nft is not installed; it is safe to try again, or to run "restore" first',
  });
});
