import type { LiveMessage } from './messages.ts';
import { followStream, type LiveTrouble } from './stream.ts';

/** What a page hears of the one stream of the browser. */
export interface LiveEars {
  readonly hear: (message: LiveMessage) => void;
  readonly tell: (trouble: LiveTrouble | null) => void;
}

type Told =
  | { readonly kind: 'message'; readonly message: LiveMessage }
  | { readonly kind: 'trouble'; readonly trouble: LiveTrouble | null }
  | { readonly kind: 'question' };

const NAME = 'schoolgate-live';

/**
 * One stream a browser: HTTP/1.1 gives a browser six connections to a server for all its tabs. The tab that holds the lock follows the stream and tells the others;
 * when it closes, the browser gives the lock to another. Where the browser has no locks (plain HTTP on another host), each tab has its own stream.
 * @returns ends it
 */
export function shareStream(ears: LiveEars): () => void {
  const end = new AbortController();
  // Locks stand only in a secure context.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  if (locks === undefined) {
    void followStream(ears, end.signal);
    return () => end.abort();
  }
  const channel = new BroadcastChannel(NAME);
  let isLeader = false;
  let trouble: LiveTrouble | null = null;
  let hasHeard = false;
  const say = (told: Told): void => channel.postMessage(told);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'question' && isLeader) say({ kind: 'trouble', trouble });
    if (data.kind === 'message') {
      hasHeard = true;
      ears.hear(data.message);
    }
    if (data.kind === 'trouble') ears.tell(data.trouble);
  };
  const lead = async (): Promise<void> => {
    isLeader = true;
    // Nobody knows what was said between two leaders.
    if (hasHeard) ears.hear({ type: 'reset', data: null });
    await followStream(
      {
        hear(message) {
          ears.hear(message);
          say({ kind: 'message', message });
        },
        tell(next) {
          if (next !== trouble) say({ kind: 'trouble', trouble: next });
          trouble = next;
          ears.tell(next);
        },
      },
      end.signal,
    );
  };
  locks.request(NAME, { signal: end.signal }, lead).catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  say({ kind: 'question' });
  return () => {
    end.abort();
    channel.close();
  };
}
