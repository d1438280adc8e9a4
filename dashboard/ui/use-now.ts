import { useSyncExternalStore } from 'react';

/** One timer for all that show an age: they change together, and a tab in the background does nothing. */
const TICK_MS = 5_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tick = Date.now();

function listen(heard: () => void): () => void {
  listeners.add(heard);
  timer ??= setInterval(() => {
    if (document.hidden) return;
    tick = Date.now();
    for (const listener of listeners) listener();
  }, TICK_MS);
  return () => {
    listeners.delete(heard);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present in milliseconds, rounded down to whole steps: who shows minutes is drawn once a minute. */
export function useNow(stepSeconds = 5): number {
  const stepMs = Math.max(TICK_MS, stepSeconds * 1_000);
  return useSyncExternalStore(listen, () => {
    if (timer === undefined) tick = Date.now();
    return tick - (tick % stepMs);
  });
}
