import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { askRows, type DevicePage, type DeviceQuestion, forgetOldRows, PAGE_ROWS } from '../queries.ts';

/** How long a page is looked at before it is asked for: who scrolls past asks for nothing. */
const LOOK_MS = 40;

export interface ShownQuestion {
  /** The question whose rows are to be shown: the one before, until the first page of the new one is there. */
  readonly shown: DeviceQuestion;
  /** Laptops that fit; null = not known yet. */
  readonly total: number | null;
  readonly isBehind: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Follows what is asked for with what can be shown. What is no longer asked for is aborted. */
export function useShownQuestion(wanted: DeviceQuestion): ShownQuestion {
  const [shown, setShown] = useState(wanted);
  const wantedFirst = useQuery(askRows(wanted, 1));
  const shownFirst = useQuery({ ...askRows(shown, 1), enabled: false });
  if (shown !== wanted && wantedFirst.data !== undefined) setShown(wanted);
  return {
    shown,
    total: shownFirst.data?.total ?? null,
    isBehind: wantedFirst.isFetching || shown !== wanted,
    error: wantedFirst.error,
    retry: () => void wantedFirst.refetch(),
  };
}

export interface Rows {
  /** Null = not here yet. */
  readonly at: (index: number) => Device | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The rows of these indexes, in pages by index. */
export function useRows(question: DeviceQuestion, first: number, last: number): Rows {
  const client = useQueryClient();
  const range = useSettled(pageOf(first), pageOf(last));
  const pages = numbersBetween(range.first, range.last);
  const results = useQueries({
    // The rows are read from the cache, so it must be said what is looked at.
    queries: pages.map((page) => ({
      ...askRows(question, page),
      notifyOnChangeProps: ['data' as const, 'error' as const],
    })),
  });
  const key = `${range.first}-${range.last}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other pages are looked at
  useEffect(() => forgetOldRows(client), [client, key, question]);
  const failed = results.find(({ error }) => error !== null);
  return {
    at: rowReader(client, question),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** Reads each page once, whichever way it came into the cache. */
function rowReader(client: QueryClient, question: DeviceQuestion): Rows['at'] {
  const read = new Map<number, DevicePage | undefined>();
  return (index) => {
    const page = pageOf(index);
    if (!read.has(page)) read.set(page, client.getQueryData(askRows(question, page).queryKey));
    return read.get(page)?.rows[index % PAGE_ROWS] ?? null;
  };
}

export function pageOf(index: number): number {
  return Math.floor(Math.max(0, index) / PAGE_ROWS) + 1;
}

function numbersBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The pages on which scrolling has come to rest. */
function useSettled(first: number, last: number): { readonly first: number; readonly last: number } {
  const [settled, setSettled] = useState({ first, last });
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((now) => (now.first === first && now.last === last ? now : { first, last })),
      LOOK_MS,
    );
    return () => clearTimeout(timer);
  }, [first, last]);
  return settled;
}
