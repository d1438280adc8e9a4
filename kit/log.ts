import { pino } from 'pino';
import type { LogLevel } from '../contracts/log-levels.ts';
import { type BufferedLines, createBufferedLines, descriptorSink } from './buffered-lines.ts';

/** Structured log: fields first, then a sentence. It holds no personal data: ids, counts and codes, never names, addresses of pages or e-mails. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
  /** A log that adds these fields to all of its lines. */
  child(fields: Readonly<Record<string, unknown>>): Log;
}

/** JSON lines on standard error, so that standard output stays for people and pipes. */
export function createLog(level: LogLevel): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** A log whose lines are written in the background. */
export interface BufferedLog extends Pick<BufferedLines, 'flush' | 'flushSync'> {
  readonly log: Log;
  /** From now on, lines of this level and above it are written. It does not reach children that were made before. */
  setLevel(level: LogLevel): void;
}

/**
 * The same for a process that must not wait for a disk or a reader. Await `flush` before the process ends, and call `flushSync` when it ends without. A killed
 * process loses the lines of some milliseconds. When a reader does not read, lines are dropped once four megabytes wait, and their number is logged.
 */
export function createBufferedLog(level: LogLevel, descriptor = 2): BufferedLog {
  const lines = createBufferedLines({
    sink: descriptorSink(descriptor),
    onDropped: (count) =>
      log.error({ lines: count }, 'lines of this log were dropped, since nobody was reading them'),
  });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  return {
    log,
    setLevel: (next) => {
      log.level = next;
    },
    flush: lines.flush,
    flushSync: lines.flushSync,
  };
}

/** A log that discards everything. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};
