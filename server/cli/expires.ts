import { OperatorError } from '../../kit/operator-error.ts';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;
const DURATION = /^(\d{1,6})\s*([mhdw])$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY_MS = UNITS_MS.d;

/** Explains the option in `--help`. */
export const EXPIRES_HELP =
  'a duration (30d, 12h, 45m, 2w) or a date (2027-07-31: to the end of that day, UTC)';

/**
 * Reads when something is to end.
 * @returns epoch milliseconds, after `now`
 * @throws OperatorError when it is neither a duration nor a date, or has passed
 */
export function parseExpires(text: string, now: number): number {
  const at = readMoment(text.trim(), now);
  if (at === null) throw new OperatorError(`--expires takes ${EXPIRES_HELP}, not "${text}".`);
  if (at <= now) throw new OperatorError(`--expires ${text} has already passed.`);
  return at;
}

function readMoment(text: string, now: number): number | null {
  const duration = DURATION.exec(text);
  if (duration !== null) return now + Number(duration[1]) * UNITS_MS[duration[2] as keyof typeof UNITS_MS];
  if (!DATE.test(text) && !DATE_TIME.test(text)) return null;
  const at = Date.parse(text);
  // Date.parse takes February 30th for March 2nd.
  if (Number.isNaN(at) || (DATE.test(text) && new Date(at).toISOString().slice(0, 10) !== text)) return null;
  return DATE.test(text) ? at + DAY_MS : at;
}
