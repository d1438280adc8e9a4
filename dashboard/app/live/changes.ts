import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessage } from './messages.ts';

/** Changes that come close together are gathered for so long (milliseconds). */
const GATHER_MS = 300;
/** What counts over all devices is read again at most this often (milliseconds): with a large fleet something of it changes all the time. */
const COUNT_MS = 3_000;

/** What counts over all devices. */
const COUNTING = ['devices', 'attention'];

/** The groups of queries that a message makes old. A list of devices is patched row by row, and read again only when rows came or went. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  counters: ['attention'],
  device: ['devices'],
  command: ['commands', 'batches', 'attention'],
  alert: ['alerts', 'attention'],
  'access-request': ['access-requests', 'attention'],
  override: ['overrides'],
  policy: ['policies', 'attention'],
  'classroom-session': ['classroom'],
};

/** Makes queries old as messages come; those that a page shows are read again. */
export function createChanges(client: QueryClient): (message: LiveMessage) => void {
  const devices = new Set<string>();
  const groups = gathered(GATHER_MS, (due) => {
    const ids = new Set(devices);
    devices.clear();
    const isOld = ([group, , id]: readonly unknown[]): boolean =>
      due.has(String(group)) || (group === 'devices' && typeof id === 'string' && ids.has(id));
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOld(queryKey) });
  });
  const counts = gathered(COUNT_MS, (due) => {
    const isOld = ([group, part, id]: readonly unknown[]): boolean => {
      if (group !== 'devices') return due.has(String(group));
      if (due.has('rows')) return true;
      if (part === 'list') return false;
      return due.has('devices') && !(typeof id === 'string' && id.startsWith('dev_'));
    };
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOld(queryKey) });
  });
  const note = (type: string | undefined): void => {
    for (const group of GROUPS[type ?? ''] ?? []) (COUNTING.includes(group) ? counts : groups)(group);
  };
  return ({ type, data }) => {
    if (type === 'reset') {
      void client.invalidateQueries();
      return;
    }
    if (type === 'counters') client.setQueryData(['counters'], data);
    const about = (data ?? {}) as { readonly id?: string; readonly type?: string };
    if (type === 'many' || type === 'removed') {
      note(about.type);
      if (about.type === 'device') counts('rows');
    } else note(type);
    if (type === 'device' && about.id !== undefined) {
      devices.add(about.id);
      groups('one device');
    }
  };
}

/** Names what is due, and calls once for all that was named within a time. */
function gathered(ms: number, flush: (due: ReadonlySet<string>) => void): (name: string) => void {
  let due = new Set<string>();
  return (name) => {
    if (due.size === 0)
      setTimeout(() => {
        const all = due;
        due = new Set();
        flush(all);
      }, ms);
    due.add(name);
  };
}
