import { QueryCache, QueryClient } from '@tanstack/react-query';
import { AuthenticationError } from '../../../sdk/node/index.ts';

/** Live messages tell what changes. A page that was left for longer than this reads again (milliseconds). */
const STALE_MS = 30_000;

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfEnded }),
  defaultOptions: {
    // An object stays the one that the client received: by it the client knows its ETag.
    queries: { retry: false, staleTime: STALE_MS, refetchOnWindowFocus: true, structuralSharing: false },
    mutations: { retry: false, onError: leaveIfEnded },
  },
});

/** The other refusals of their kind are of a password, a code or a link that somebody has given. */
const NOBODY_SIGNED_IN = ['session_ended', 'missing_api_key'];

/** A session that has ended leads to the sign-in, and from there back. */
function leaveIfEnded(error: Error): void {
  if (error instanceof AuthenticationError && NOBODY_SIGNED_IN.includes(error.code ?? '')) leaveToSignIn();
}

let isLeaving = false;
let replacements = 0;

/**
 * Carries out what ends this session and opens another, such as a new password. The end of the old one leads nowhere meanwhile. What the
 * pages show is read again with the new one.
 */
export async function replaceSession<Result>(replace: () => Promise<Result>): Promise<Result> {
  replacements += 1;
  try {
    return await replace();
  } finally {
    replacements -= 1;
    await queries.invalidateQueries();
  }
}

/** Leads to the sign-in, and from there back to this address. */
function leaveToSignIn(): void {
  if (isLeaving || replacements > 0 || location.pathname === '/sign-in') return;
  isLeaving = true;
  const here = location.pathname + location.search;
  location.assign(here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`);
}
