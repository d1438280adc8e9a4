import { write, writeSync } from 'node:fs';
import { type Clock, systemClock } from './clock.ts';

/** Where lines end up, such as standard error. Both calls write a beginning of the bytes and tell how much. */
export interface LineSink {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/** Takes lines at once and writes them beside other work, in their order. */
export interface BufferedLines {
  write(line: string): void;
  /** Resolves when every line so far is written, or cannot be. */
  flush(): Promise<void>;
  /** Writes what waits before it returns: for the moment when the process ends. What another thread is writing just then it writes to its end. */
  flushSync(): void;
}

/** Lines that wait are kept to this size: a reader that stands still must not fill the memory. A minute of a busy school's log (bytes). */
const MAX_WAITING_BYTES = 4 * 1_048_576;
/** One write; a line is some hundred bytes. */
const WRITE_BYTES = 65_536;
/** A pipe that is full, a disk that is full: it is tried again after this long (milliseconds). */
const RETRY_MS = 50;
/** At the end of the process nobody waits longer for a reader that stands still (milliseconds). */
const LAST_PATIENCE_MS = 2_000;

export interface BufferedLinesOptions {
  readonly sink: LineSink;
  /** Told when there is room again after lines had to be dropped. */
  readonly onDropped: (lines: number) => void;
  readonly clock?: Clock;
}

/**
 * Every line is given to the system as soon as the write before it is done, so that a process that is killed loses no more than was said during one
 * write. Nobody is listening any more after EPIPE: then lines go nowhere, as they would with any program.
 */
export function createBufferedLines({
  sink,
  onDropped,
  clock = systemClock,
}: BufferedLinesOptions): BufferedLines {
  let waiting: string[] = [];
  let waitingBytes = 0;
  /** What a write under way has not written yet. */
  let current: Uint8Array | null = null;
  let isUnderWay = false;
  let dropped = 0;
  let isClosed = false;
  let isDraining = false;
  let idle: Promise<void> = Promise.resolve();

  const next = (): Uint8Array | null => {
    if (current !== null) return current;
    if (waiting.length === 0) return null;
    let [count, size] = [0, 0];
    while (count < waiting.length && (count === 0 || size < WRITE_BYTES)) {
      size += Buffer.byteLength(waiting[count] ?? '');
      count += 1;
    }
    current = Buffer.from(waiting.slice(0, count).join(''));
    waiting = waiting.slice(count);
    waitingBytes -= size;
    return current;
  };
  const advance = (bytes: Uint8Array, written: number): void => {
    current = written >= bytes.length ? null : bytes.subarray(written);
  };
  const close = (): void => {
    isClosed = true;
    [waiting, waitingBytes, current] = [[], 0, null];
  };
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimeout(resolve, RETRY_MS);
    });

  const writeSome = async (bytes: Uint8Array): Promise<void> => {
    try {
      isUnderWay = true;
      const written = await sink.write(bytes);
      // `flushSync` may have gone on meanwhile.
      if (current === bytes) advance(bytes, written);
    } catch (error) {
      isUnderWay = false;
      if (isGone(error)) close();
      else await pause();
    }
    isUnderWay = false;
  };
  const tellDropped = (): void => {
    if (dropped === 0 || waitingBytes > MAX_WAITING_BYTES / 2) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  };
  const drain = async (): Promise<void> => {
    for (let bytes = next(); bytes !== null; bytes = next()) {
      await writeSome(bytes);
      tellDropped();
    }
    isDraining = false;
  };

  return {
    write(line) {
      if (isClosed) return;
      const size = Buffer.byteLength(line);
      if (waitingBytes + size > MAX_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingBytes += size;
      if (isDraining) return;
      isDraining = true;
      idle = drain();
    },
    flush: () => idle,
    flushSync() {
      // The thread that writes it does so before the process ends.
      if (isUnderWay) current = null;
      const deadline = clock.monotonic() + LAST_PATIENCE_MS;
      for (let bytes = next(); bytes !== null; bytes = next()) {
        try {
          advance(bytes, sink.writeSync(bytes));
        } catch (error) {
          if (!isFull(error) || clock.monotonic() >= deadline) return close();
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        }
      }
    },
  };
}

/** An open file, by its descriptor. */
export function descriptorSink(descriptor: number): LineSink {
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        write(descriptor, bytes, (error, written) => (error === null ? resolve(written) : reject(error)));
      }),
    writeSync: (bytes) => writeSync(descriptor, bytes),
  };
}

/** Nobody reads what was written, or ever will. */
function isGone(error: unknown): boolean {
  return ['EPIPE', 'EBADF'].includes(codeOf(error));
}

function isFull(error: unknown): boolean {
  return ['EAGAIN', 'EBUSY', 'EINTR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
