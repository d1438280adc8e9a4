import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { useLive } from '../../../app/live/live.ts';
import { COUNTS_KEY, type DevicePage, ROWS_KEY } from '../queries.ts';

/** Changes of one laptop within this time are drawn once. */
const FLUSH_MS = 250;

/**
 * Puts what is heard of laptops into the rows that are held, where they stand: the order stays until the list is asked for again.
 * @returns laptops that were enrolled since, and how to read the list with them
 */
export function useLiveRows(): { readonly added: number; readonly show: () => void } {
  const client = useQueryClient();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [openedAt] = useState(Date.now);
  const heard = useRef(new Map<string, Device>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  const flush = (): void => {
    timer.current = null;
    const devices = heard.current;
    heard.current = new Map();
    patchRows(client, devices);
    const held = idsHeld(client);
    const fresh = [...devices.values()].filter(
      ({ id, createdAt }) => Date.parse(createdAt) > openedAt && !held.has(id),
    );
    if (fresh.length > 0) setAdded((before) => new Set([...before, ...fresh.map(({ id }) => id)]));
  };
  useLive('device', (data) => {
    if (!isDevice(data)) return;
    heard.current.set(data.id, data);
    timer.current ??= setTimeout(flush, FLUSH_MS);
  });
  useLive('counters', () => void client.invalidateQueries({ queryKey: COUNTS_KEY }));
  const show = (): void => {
    setAdded(new Set());
    void client.invalidateQueries({ queryKey: ['devices', 'list'] });
  };
  return { added: added.size, show };
}

function isDevice(data: unknown): data is Device {
  return typeof data === 'object' && data !== null && 'id' in data && 'protection' in data;
}

/** Pages without a change are left alone, so nothing of them is drawn again. */
function patchRows(client: QueryClient, changed: ReadonlyMap<string, Device>): void {
  client.setQueriesData<DevicePage>({ queryKey: ROWS_KEY }, (page) => {
    if (page === undefined || !page.rows.some(({ id }) => changed.has(id))) return undefined;
    return { ...page, rows: page.rows.map((row) => changed.get(row.id) ?? row) };
  });
}

function idsHeld(client: QueryClient): ReadonlySet<string> {
  const pages = client.getQueriesData<DevicePage>({ queryKey: ROWS_KEY });
  return new Set(pages.flatMap(([, page]) => page?.rows.map(({ id }) => id) ?? []));
}
