import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { useLive } from '../../../app/live/live.ts';
import { type DevicePage, ROWS_KEY } from '../queries.ts';

/** Changes of one laptop within this time are drawn once. */
const FLUSH_MS = 250;

/** Puts what is heard of laptops into the rows that are held, where they stand: the order stays until the list is asked for again. */
export function useLiveRows(): void {
  const client = useQueryClient();
  const heard = useRef(new Map<string, Device>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  useLive('device', (data) => {
    if (!isDevice(data)) return;
    heard.current.set(data.id, data);
    timer.current ??= setTimeout(() => {
      timer.current = null;
      patchRows(client, heard.current);
      heard.current = new Map();
    }, FLUSH_MS);
  });
  const again = (): void => void client.invalidateQueries({ queryKey: [ROWS_KEY] });
  useLive('many', (data) => {
    if (typeOf(data) === 'device') again();
  });
  useLive('removed', (data) => {
    if (typeOf(data) === 'device') again();
  });
}

function isDevice(data: unknown): data is Device {
  return typeof data === 'object' && data !== null && 'id' in data && 'protection' in data;
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : null;
}

/** Pages without a change are left alone, so nothing of them is drawn again. */
export function patchRows(client: QueryClient, changed: ReadonlyMap<string, Device>): void {
  client.setQueriesData<DevicePage>({ queryKey: [ROWS_KEY] }, (page) => {
    if (page === undefined || !page.rows.some(({ id }) => changed.has(id))) return undefined;
    return { ...page, rows: page.rows.map((row) => newer(row, changed.get(row.id))) };
  });
}

/** A list that was read after the message was sent knows better. */
function newer(row: Device, heard: Device | undefined): Device {
  return heard === undefined || heard.updatedAt < row.updatedAt ? row : heard;
}
