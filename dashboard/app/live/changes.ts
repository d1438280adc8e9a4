import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessage } from './messages.ts';

/** Changes that come close together are gathered for so long (milliseconds). */
const GATHER_MS = 300;

/** The groups of queries that a message makes old. A list of devices is patched row by row, and read again only when rows came or went. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  device: ['devices', 'attention'],
  command: ['commands', 'batches', 'attention'],
  alert: ['alerts', 'attention'],
  'access-request': ['access-requests', 'attention'],
  override: ['overrides'],
  policy: ['policies', 'attention'],
  'classroom-session': ['classroom'],
};

/** Makes queries old as messages come; those that a page shows are read again. */
export function createChanges(client: QueryClient): (message: LiveMessage) => void {
  const groups = new Set<string>();
  const devices = new Set<string>();
  let areRowsOld = false;
  let isGathering = false;

  const isOld = (key: readonly unknown[]): boolean => {
    const [group, part, id] = key;
    if (group === 'devices') {
      if (part === 'list') return areRowsOld;
      if (typeof id === 'string' && id.startsWith('dev_')) return areRowsOld || devices.has(id);
    }
    return typeof group === 'string' && groups.has(group);
  };
  const flush = (): void => {
    isGathering = false;
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOld([...queryKey]) });
    groups.clear();
    devices.clear();
    areRowsOld = false;
  };
  const note = (type: string): void => {
    for (const group of GROUPS[type] ?? []) groups.add(group);
    if (!isGathering) setTimeout(flush, GATHER_MS);
    isGathering = true;
  };
  return ({ type, data }) => {
    if (type === 'reset') return void client.invalidateQueries();
    if (type === 'counters') {
      client.setQueryData(['counters'], data);
      return note('');
    }
    const { id, type: thing } = (data ?? {}) as { readonly id?: string; readonly type?: string };
    if (type === 'device' && id !== undefined) devices.add(id);
    if (type === 'many' || type === 'removed') {
      areRowsOld ||= thing === 'device';
      return note(thing ?? '');
    }
    note(type);
  };
}
