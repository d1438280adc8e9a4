import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/child-process.ts';

/** What a process did to a file or folder, or what a test noted between (disk-journal.c says what the words mean). */
export interface DiskRecord {
  readonly what: string;
  readonly id: string;
  readonly number: number;
  readonly bytes: Buffer;
}

/** A folder whose disk is watched. */
export interface WatchedFolder {
  readonly folder: string;
  /** The environment of processes that are to be watched. */
  readonly env: Readonly<Record<string, string>>;
  readonly journal: string;
  /** Notes that from here on something is promised: whatever comes after it in the journal happened after it. */
  promise(text: string): void;
  records(): readonly DiskRecord[];
}

/** Builds the library that watches, and an empty folder to be watched. @param place the test's own folder, absolute */
export function watchFolder(place: string): WatchedFolder {
  const folder = join(place, 'disk');
  mkdirSync(folder, { mode: 0o700 });
  const library = join(place, 'disk-journal.so');
  const source = join(ROOT, 'test/powercut/disk-journal.c');
  const flags = ['-std=gnu11', '-O1', '-D_LARGEFILE64_SOURCE', '-shared', '-fPIC'];
  const built = spawnSync('gcc', [...flags, '-o', library, source, '-ldl'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`gcc could not build the journal of the disk: ${built.stderr}`);
  const journal = join(place, 'journal');
  return {
    folder,
    journal,
    env: {
      LD_PRELOAD: library,
      POWERCUT_FOLDER: folder,
      POWERCUT_JOURNAL: journal,
      // Through io_uring files would be written past the library.
      UV_USE_IO_URING: '0',
    },
    promise: (text) => notePromise(journal, text),
    records: () => parseJournal(readFileSync(journal)),
  };
}

/** As `promise`, for a program that is watched itself. */
export function notePromise(journal: string, text: string): void {
  appendFileSync(journal, `promise 0 0 ${Buffer.byteLength(text)}\n${text}`);
}

function parseJournal(bytes: Buffer): readonly DiskRecord[] {
  const records: DiskRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const [what = '', id = '', number, length] = bytes.toString('latin1', at, end).split(' ');
    at = end + 1 + Number(length);
    if (end < 0 || !(at <= bytes.length)) throw new Error('the journal of the disk ends too early');
    records.push({ what, id, number: Number(number), bytes: bytes.subarray(end + 1, at) });
  }
  return records;
}
