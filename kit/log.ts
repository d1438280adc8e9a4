import { pino } from 'pino';

/** Structured log. Fields first, then a sentence. No personal data: ids, counts and codes, never names, addresses of pages or e-mails. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
  /** A log whose lines all carry these fields. */
  child(fields: Readonly<Record<string, unknown>>): Log;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on standard error, so that standard output stays for people and pipes. */
export function createLog(level: LogLevel, destination: number | string = 2): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: destination, sync: true }),
  );
}

/** Says nothing. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};
