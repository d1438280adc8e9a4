import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queries } from '../client/queries.ts';
import { createChanges } from './changes.ts';
import type { LiveMessage, LiveType } from './messages.ts';
import { shareStream } from './share.ts';
import type { LiveTrouble } from './stream.ts';

/** Whether the page hears of changes. */
export interface LiveState {
  /** Null = it does. */
  readonly trouble: LiveTrouble | 'offline' | null;
  /** When it last did (ISO 8601). */
  readonly since: string;
}

const hearers = new Map<LiveType, Set<(data: unknown) => void>>();
const watchers = new Set<() => void>();
let state: LiveState = { trouble: null, since: new Date().toISOString() };

/** Begins to hear of changes. Called once, when somebody is signed in. @returns ends it */
export function startLive(): () => void {
  const change = createChanges(queries);
  const hear = (message: LiveMessage): void => {
    // A new password ends every session, and opens one in this browser: then the answer is that of the new one.
    if (message.type === 'session-ended') return void queries.invalidateQueries({ queryKey: ['session'] });
    change(message);
    for (const hearer of hearers.get(message.type) ?? []) hearer(message.data);
  };
  let streamTrouble: LiveTrouble | null = null;
  const say = (): void => {
    const trouble = navigator.onLine ? streamTrouble : 'offline';
    if (trouble === state.trouble) return;
    state = {
      trouble,
      since: trouble === null || state.trouble === null ? new Date().toISOString() : state.since,
    };
    for (const watcher of watchers) watcher();
  };
  const tell = (trouble: LiveTrouble | null): void => {
    streamTrouble = trouble;
    say();
  };
  addEventListener('online', say);
  addEventListener('offline', say);
  const end = shareStream({ hear, tell });
  return () => {
    removeEventListener('online', say);
    removeEventListener('offline', say);
    end();
  };
}

/** Calls with the data of each message of a type, while the component shows. */
export function useLive(type: LiveType, hear: (data: unknown) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const hearer = (data: unknown): void => latest.current(data);
    const others = hearers.get(type) ?? new Set();
    hearers.set(type, others.add(hearer));
    return () => void others.delete(hearer);
  }, [type]);
}

/** Whether the page hears of changes, as it is now. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => state,
  );
}
