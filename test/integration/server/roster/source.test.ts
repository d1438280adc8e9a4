import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { ZipFile } from 'yazl';
import { readRosterFiles } from '../../../../server/roster/source.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return await buffer(zip.outputStream);
}

/** Changes a 32-bit field of each entry of the central directory (APPNOTE 4.3.12). */
function patched(zip: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(zip);
  const mark = Buffer.from('504b0102', 'hex');
  for (let at = copy.indexOf(mark); at >= 0; at = copy.indexOf(mark, at + 4))
    copy.writeUInt32LE(value, at + offset);
  return copy;
}

/** Writes an entry's name anew, in as many bytes, wherever it stands. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

const texts = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));

t.test('of a folder the files of a roster are read, however their names are written', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'Users.CSV'), 'u');
  await writeFile(join(folder, 'manifest.csv'), 'm');
  await writeFile(join(folder, 'classes.csv'), 'c');
  t.strictSame(texts(await readRosterFiles(folder)), { 'users.csv': 'u', 'manifest.csv': 'm' });
});

t.test('of a ZIP they are read from the top, or from one folder', async (t) => {
  const path = join(await temporaryFolder(t), 'roster.zip');
  await writeFile(path, await zipOf({ 'users.csv': 'u', 'manifest.csv': 'm', 'classes.csv': 'c' }));
  t.strictSame(texts(await readRosterFiles(path)), { 'users.csv': 'u', 'manifest.csv': 'm' });
  await writeFile(
    path,
    await zipOf({ 'export/users.csv': 'u', '__MACOSX/export/users.csv': 'x', 'export/orgs.csv': 'o' }),
  );
  t.strictSame(texts(await readRosterFiles(path)), { 'users.csv': 'u', 'orgs.csv': 'o' });
});

t.test('a ZIP that is none, lies, climbs out or blows up is refused in one sentence', async (t) => {
  const path = join(await temporaryFolder(t), 'roster.zip');
  const good = await zipOf({ 'users.csv': 'u'.repeat(5_000) });
  const climbing = renamed(await zipOf({ 'xx/users.csv': 'u' }), 'xx/users.csv', '../users.csv');
  const UNCOMPRESSED_SIZE = 24;
  for (const [bytes, sentence] of [
    [Buffer.from('sourcedId,status\n'), /is no ZIP that can be read/],
    [good.subarray(0, 40), /is no ZIP that can be read/],
    [patched(good, UNCOMPRESSED_SIZE, 200 * 1_024 * 1_024), /users\.csv is larger than 128 MiB/],
    [patched(good, UNCOMPRESSED_SIZE, 10), /is damaged, or no roster: too many bytes/],
    [climbing, /invalid relative path: \.\.\/users\.csv/],
    [await zipOf({ 'a/users.csv': 'u', 'b/orgs.csv': 'o' }), /lie in more than one folder/],
    [await zipOf({ 'users.csv': 'u', 'USERS.csv': 'o' }), /holds users\.csv twice/],
    [
      await zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, '']))),
      /holds 1001 files/,
    ],
  ] as const) {
    await writeFile(path, bytes);
    await t.rejects(readRosterFiles(path), { name: 'OperatorError', message: sentence }, String(sentence));
  }
});

t.test('a path that is nothing, and a file that cannot be read, are told of', async (t) => {
  const folder = await temporaryFolder(t);
  await t.rejects(readRosterFiles(join(folder, 'none')), {
    name: 'OperatorError',
    message: /^There is no folder or ZIP /,
  });
  await mkdir(join(folder, 'users.csv'));
  await t.rejects(readRosterFiles(folder), { name: 'OperatorError', message: /users\.csv cannot be read/ });
});
