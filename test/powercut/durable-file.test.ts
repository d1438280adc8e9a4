import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ROOT, runNode } from '../support/child-process.ts';
import { testFolder } from '../support/test-folder.ts';
import { type WatchedFolder, watchFolder } from './disk-journal.ts';
import { type Cut, powerCuts } from './forgetful-disk.ts';

async function run(t: Test): Promise<WatchedFolder> {
  const disk = watchFolder(testFolder(t));
  const program = join(ROOT, 'test/powercut/programs/durable-file.ts');
  const { code, stderr } = await runNode([program, disk.folder, disk.journal], disk.env);
  t.equal(code, 0, stderr);
  return disk;
}

const textOf = ({ files }: Cut, path: string): string | null => files.get(path)?.toString() ?? null;

/** The number that a whole file holds; `none` without one. */
function numberOf(text: string | null): number | 'none' | 'damaged' {
  if (text === null) return 'none';
  const [whole, number] = /^(\d)\.{1500}\1$/.exec(text) ?? [];
  return whole === undefined ? 'damaged' : Number(number);
}

t.test(
  'a file that is written durably is the old or the new one at each power cut, and the new one once that is said',
  async (t) => {
    const disk = await run(t);
    let cuts = 0;
    for (const cut of powerCuts(disk.records())) {
      cuts += 1;
      const last = cut.promises.filter((promise) => promise.startsWith('file ')).at(-1) ?? 'file 0';
      const now = last === 'file none' ? 6 : Number(last.slice(5));
      // 0 and 6: there is none.
      const allowed: readonly unknown[] = [now, now + 1].map((number) =>
        number === 0 || number >= 6 ? 'none' : number,
      );
      const found = numberOf(textOf(cut, 'file'));
      if (!allowed.includes(found))
        t.fail(`${found} after ${last} (record ${cut.at}, ${cut.leftover} is left)`);
    }
    t.ok(cuts > 40, `${cuts} power cuts`);
  },
);

t.test('what is written durably into a new folder is not lost with the folder', async (t) => {
  const disk = await run(t);
  const lost = [...powerCuts(disk.records())].filter(
    (cut) => cut.promises.includes('key') && numberOf(textOf(cut, 'made/deeper/key')) !== 7,
  );
  t.same(
    lost.map(({ at, leftover }) => `record ${at}, ${leftover} is left`),
    [],
  );
});

t.test('the disk of these tests forgets what was not synced', async (t) => {
  const disk = await run(t);
  const records = disk.records();
  const withoutSyncs = records.filter(({ what }) => what !== 'sync');
  const last = (left: Cut['leftover'], of = records) =>
    [...powerCuts(of, { leftovers: [left] })].findLast(({ promises }) => promises.at(-1) === 'file 5');
  t.equal(numberOf(textOf(last('nothing') as Cut, 'file')), 5);
  t.equal(textOf(last('nothing', withoutSyncs) as Cut, 'file'), '', 'a name without its bytes');
  const withoutFolders = records.filter(({ what }) => what !== 'syncdir');
  t.equal(textOf(last('nothing', withoutFolders) as Cut, 'file'), null, 'bytes without their name');
  t.equal(numberOf(textOf(last('names', withoutFolders) as Cut, 'file')), 5, 'unless names are kept');
  const end = [...powerCuts(records, { leftovers: ['nothing', 'all'] })].slice(-2);
  t.same(
    end.map(({ leftover, folders }) => [leftover, folders.has('unsynced')]),
    [
      ['nothing', false],
      ['all', true],
    ],
  );
});
