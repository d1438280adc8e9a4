// Run by durable-file.test.ts with its disk watched: node durable-file.ts FOLDER JOURNAL
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDurably, writeDurably } from '../../../kit/durable-file.ts';
import { makeFolder } from '../../../kit/make-folder.ts';
import { notePromise } from '../disk-journal.ts';

const [folder = '', journal = ''] = process.argv.slice(2);
const file = join(folder, 'file');

/** Longer than a sector, so that a part of it can be lost. */
const content = (number: number): string => `${number}${'.'.repeat(1_500)}${number}`;

for (let number = 1; number <= 5; number++) {
  await writeDurably(file, content(number));
  notePromise(journal, `file ${number}`);
}
await removeDurably(file);
notePromise(journal, 'file none');

const made = join(folder, 'made', 'deeper');
await makeFolder(made, 0o700);
await writeDurably(join(made, 'key'), content(7));
notePromise(journal, 'key');
// Nothing is promised of it.
await mkdir(join(folder, 'unsynced'));
