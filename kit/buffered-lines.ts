import { write, writeSync } from 'node:fs';
import { type Clock, systemClock } from './clock.ts';

/** The destination of lines, such as standard error. Both calls write a first part of the bytes and return its length. */
export interface LineSink {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/** Accepts lines without waiting, and writes them in their order beside other work. */
export interface BufferedLines {
  write(line: string): void;
  /** Resolves when every line so far is written, or cannot be written. */
  flush(): Promise<void>;
  /** Writes what waits before it returns, for the end of the process. What another thread is writing at that moment, that thread completes. */
  flushSync(): void;
}

/** The most that may wait (bytes), so that a reader that does not read cannot fill the memory: a minute of a busy school's log. */
const MAX_WAITING_BYTES = 4 * 1_048_576;
/** Bytes of one write; a line has some hundred bytes. */
const WRITE_BYTES = 65_536;
/** When a pipe or a disk is full, it is tried again after this long (milliseconds). */
const RETRY_MS = 50;
/** How long (milliseconds) the end of the process waits for a reader that does not read. */
const LAST_PATIENCE_MS = 2_000;

export interface BufferedLinesOptions {
  readonly sink: LineSink;
  /** Called when there is room again after lines had to be dropped. */
  readonly onDropped: (lines: number) => void;
  readonly clock?: Clock;
}

/**
 * Writes each line as soon as the write before is done, so that a killed process loses only the lines of one write. After EPIPE nobody reads: then lines are
 * dropped, as with any program.
 */
export function createBufferedLines({
  sink,
  onDropped,
  clock = systemClock,
}: BufferedLinesOptions): BufferedLines {
  let waiting: string[] = [];
  let waitingBytes = 0;
  /** The part of the running write that is not written yet. */
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
      // `flushSync` may have written on meanwhile.
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
      // The thread that writes these bytes completes the write before the process ends.
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

/** The sink of an open file, by its descriptor. */
export function descriptorSink(descriptor: number): LineSink {
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        write(descriptor, bytes, (error, written) => (error === null ? resolve(written) : reject(error)));
      }),
    writeSync: (bytes) => writeSync(descriptor, bytes),
  };
}

/** Whether the reader is gone for good. */
function isGone(error: unknown): boolean {
  return ['EPIPE', 'EBADF'].includes(codeOf(error));
}

function isFull(error: unknown): boolean {
  return ['EAGAIN', 'EBUSY', 'EINTR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
