import { type LiveMessage, messageReader } from './messages.ts';

/** A stream without a message for so long is dead (milliseconds): the server sends a sign of life every 15 seconds. */
const SILENT_MS = 35_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Why no stream stands: the server refuses or fails, or nothing answers. */
export type LiveTrouble = 'refused' | 'unreachable';

interface Listener {
  readonly hear: (message: LiveMessage) => void;
  /** Null = the stream stands. */
  readonly tell: (trouble: LiveTrouble | null) => void;
}

/** Follows the server's changes, and comes back after each break, until the signal ends it. */
export async function followStream(listener: Listener, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const outcome = await readStream(lastId, {
      signal,
      hear(message, id) {
        lastId = id ?? lastId;
        pause = FIRST_PAUSE_MS;
        listener.tell(null);
        listener.hear(message);
      },
    });
    if (signal.aborted) return;
    listener.tell(outcome);
    // A quarter more or less, so that all pages do not come back at once.
    await pauseFor(pause * (0.75 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

async function readStream(
  lastId: string | null,
  {
    signal,
    hear,
  }: {
    readonly signal: AbortSignal;
    readonly hear: (message: LiveMessage, id: string | null) => void;
  },
): Promise<LiveTrouble> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const response = await fetch('/v1/live', {
      headers: {
        accept: 'text/event-stream',
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) hear({ type: 'session-ended', data: null }, null);
    if (!response.ok || response.body === null) return 'refused';
    const read = messageReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      for (const { id, ...message } of read(part.value)) hear(message, id);
    }
    return 'refused';
  } catch {
    return 'unreachable';
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after the time, at once when the computer is back on a network, or when the signal ends it. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
