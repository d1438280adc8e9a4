import type { FilterGoal } from '../../../../agent/ports/filter-control.ts';
import type { FilterFiles } from '../../../../agent/ports/filter-files.ts';
import type { FileBefore, FilterJournal, JournalEntry } from '../../../../agent/ports/filter-journal.ts';

/** What a school wishes on an ordinary day. */
export const GOAL: FilterGoal = {
  mode: 'enforce',
  failMode: 'closed',
  workerUid: 250,
  ports: { dns: 53, proxy: 8123, relay: 8443 },
  networkResolvers: ['10.20.0.1'],
  dohAddresses: ['1.1.1.1', '1.0.0.1', '9.9.9.0/24', '2606:4700:4700::1111', 'not an address', '0.0.0.0/0'],
  portalAddresses: [],
  pinnedEgress: false,
  browser: {
    safeSearch: true,
    youtubeRestriction: 'moderate',
    pacUrl: 'http://127.0.0.1:8123/proxy.pac',
  },
};

/** Whatever a server that is not ours might put into a goal: none of it may become part of a script or rule. */
export const HOSTILE_TEXTS = [
  "'; Remove-Item C:\\ -Recurse; '",
  '"; calc; "',
  '$(calc)',
  '`n calc',
  '\u2019; calc; \u2019',
  '1.1.1.1\npass quick all',
  '1.1.1.1 } block { ',
  '</string><key>x</key>',
];

export interface MemoryJournal extends FilterJournal {
  readonly keys: () => readonly string[];
}

/** A journal that forgets at the end of the test. */
export function memoryJournal(): MemoryJournal {
  const held = new Map<string, JournalEntry>();
  return {
    keys: () => [...held.keys()],
    record: (entry) => {
      if (!held.has(entry.key)) held.set(entry.key, entry);
      return Promise.resolve();
    },
    entries: () => Promise.resolve([...held.values()].reverse()),
    forget: (key) => {
      held.delete(key);
      return Promise.resolve();
    },
  };
}

/** Files in memory; every folder is there. */
export function memoryFiles(texts: Readonly<Record<string, string>> = {}): FilterFiles & {
  readonly texts: () => Readonly<Record<string, string>>;
} {
  const held = new Map<string, FileBefore>(
    Object.entries(texts).map(([path, text]) => [
      path,
      { bytes: Buffer.from(text), mode: 0o644, uid: 0, gid: 0 },
    ]),
  );
  return {
    texts: () =>
      Object.fromEntries([...held].map(([path, { bytes }]) => [path, Buffer.from(bytes).toString()])),
    read: (path) => Promise.resolve(held.get(path) ?? null),
    write: (path, { bytes, mode, uid = 0, gid = 0 }) => {
      held.set(path, { bytes, mode, uid, gid });
      return Promise.resolve();
    },
    remove: (path) => {
      held.delete(path);
      return Promise.resolve();
    },
    missingFolders: () => Promise.resolve([]),
    makeFolder: () => Promise.resolve(),
    removeFolderIfEmpty: () => Promise.resolve(true),
  };
}
