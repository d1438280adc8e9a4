import { QueryCache, QueryClient } from '@tanstack/react-query';
import { AuthenticationError } from '../../../sdk/node/index.ts';

/** Live messages tell what changes. A page that was left for longer than this reads again (milliseconds). */
const STALE_MS = 30_000;

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfEnded }),
  defaultOptions: {
    queries: { retry: false, staleTime: STALE_MS, refetchOnWindowFocus: true },
    mutations: { retry: false, onError: leaveIfEnded },
  },
});

/** A session that has ended leads to the sign-in, and from there back. */
function leaveIfEnded(error: Error): void {
  if (error instanceof AuthenticationError) leaveToSignIn();
}

let isLeaving = false;

/** Leads to the sign-in, and from there back to this address. */
export function leaveToSignIn(): void {
  if (isLeaving || location.pathname === '/sign-in') return;
  isLeaving = true;
  const here = location.pathname + location.search;
  location.assign(here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`);
}
