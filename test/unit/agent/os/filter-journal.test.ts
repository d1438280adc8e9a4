import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createFilterJournal } from '../../../../agent/os/filter-journal.ts';
import type { JournalEntry } from '../../../../agent/ports/filter-journal.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';

const command = (key: string): JournalEntry => ({ kind: 'commands', key, undo: [['undo', key]] });
const file = (path: string, bytes: Uint8Array): JournalEntry => ({
  kind: 'file',
  key: `file:${path}`,
  file: path,
  before: { bytes, mode: 0o640, uid: 7, gid: 8 },
});

t.test('what was recorded is there for another process, the newest first, and private', async (t) => {
  const path = join(testFolder(t), 'state', 'journal');
  const journal = createFilterJournal({ path });
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  await journal.record(command('first'));
  await journal.record(file('/etc/x', bytes));
  await journal.record({ kind: 'folder', key: 'folder:/etc/y', folder: '/etc/y' });
  await journal.record({ kind: 'file', key: 'file:/z', file: '/z', before: null });
  t.equal(statSync(path).mode & 0o777, 0o600);

  const entries = await createFilterJournal({ path }).entries();
  t.same(
    entries.map(({ key }) => key),
    ['file:/z', 'folder:/etc/y', 'file:/etc/x', 'first'],
  );
  const kept = entries[2];
  t.ok(kept?.kind === 'file' && kept.before !== null && Buffer.from(bytes).equals(kept.before.bytes));
  hasFields(t, kept, { before: { mode: 0o640, uid: 7, gid: 8 } });
  t.same(entries[3], command('first'));
});

t.test('the first entry of a key stays, in this process and in the next', async (t) => {
  const path = join(testFolder(t), 'journal');
  await createFilterJournal({ path }).record(file('/etc/x', Buffer.from('original')));
  const next = createFilterJournal({ path });
  await next.record(file('/etc/x', Buffer.from('our own work')));
  const [entry] = await createFilterJournal({ path }).entries();
  t.equal(entry?.kind === 'file' && Buffer.from(entry.before?.bytes ?? []).toString(), 'original');
});

t.test('cut off at any byte, the journal keeps all whole entries and takes new ones', async (t) => {
  const path = join(testFolder(t), 'journal');
  const journal = createFilterJournal({ path });
  await journal.record(command('one'));
  const oneLine = statSync(path).size;
  await journal.record(command('tw\u00f6'));
  const whole = readFileSync(path);
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    const cut = createFilterJournal({ path });
    t.same(
      (await cut.entries()).map(({ key }) => key),
      length >= oneLine ? ['one'] : [],
      `${length} bytes`,
    );
    await cut.record(command('three'));
    t.equal((await createFilterJournal({ path }).entries())[0]?.key, 'three', 'and goes on');
  }
});

t.test('a damaged line loses itself and no other', async (t) => {
  const path = join(testFolder(t), 'journal');
  const journal = createFilterJournal({ path });
  for (const key of ['one', 'two', 'three']) await journal.record(command(key));
  writeFileSync(path, readFileSync(path, 'utf8').replace('"two"', '"twx"'));
  appendFileSync(path, '\0\0\0\0not a line\n');
  t.same(
    (await createFilterJournal({ path }).entries()).map(({ key }) => key),
    ['three', 'one'],
  );
});

t.test('what was undone is gone for good, and an empty journal leaves no file', async (t) => {
  const path = join(testFolder(t), 'journal');
  const journal = createFilterJournal({ path });
  await journal.record(command('one'));
  await journal.record(command('two'));
  await journal.forget('two');
  await journal.forget('never there');
  t.same(
    (await createFilterJournal({ path }).entries()).map(({ key }) => key),
    ['one'],
  );
  await journal.record(command('two'));
  t.same(
    (await createFilterJournal({ path }).entries()).map(({ key }) => key),
    ['two', 'one'],
    'and may come again',
  );
  await journal.forget('one');
  await journal.forget('two');
  t.notOk(existsSync(path));
});

t.test('it does not grow with use', async (t) => {
  const path = join(testFolder(t), 'journal');
  const journal = createFilterJournal({ path });
  await journal.record(command('stays'));
  for (let round = 0; round < 100; round += 1) {
    await journal.record(command('comes and goes'));
    await journal.forget('comes and goes');
  }
  t.ok(readFileSync(path, 'utf8').split('\n').length < 80, 'it was written anew');
  t.same(
    (await createFilterJournal({ path }).entries()).map(({ key }) => key),
    ['stays'],
  );
});

t.test('entries recorded at once are all kept', async (t) => {
  const path = join(testFolder(t), 'journal');
  const journal = createFilterJournal({ path });
  const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
  await Promise.all(keys.map((key) => journal.record(command(key))));
  t.same((await createFilterJournal({ path }).entries()).map(({ key }) => key).reverse(), keys);
});

t.test('what cannot be written down is refused, and the next attempt starts from the disk', async (t) => {
  const folder = testFolder(t, { journal: {} });
  const journal = createFilterJournal({ path: join(folder, 'journal') });
  await t.rejects(journal.record(command('one')), 'a folder stands in its place');
});
