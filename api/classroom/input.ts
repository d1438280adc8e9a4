import { accountKey } from '../../contracts/device/account.ts';
import { compileUrlPattern } from '../../contracts/policy/url-pattern.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import { fieldFault } from '../input/field-fault.ts';
import { isRegistrySuffix } from '../input/public-suffix.ts';

/** A lesson can be planned one school year ahead. */
const MAX_AHEAD_MS = 366 * 86_400_000;

/**
 * The addresses that a focus session allows: trimmed, without scheme, each once.
 * @throws Fault validation_failed with one error for each entry that is neither a host nor a host with a path
 */
export function readAllowedUrls(urls: readonly string[]): readonly string[] {
  const errors: FieldError[] = [];
  const patterns = urls.map((url, at) => {
    const pattern = url.trim().replace(/^https?:\/\//i, '');
    const pointer = `#/allowedUrls/${at}`;
    const detail = 'This is neither a host (geogebra.org) nor a host and a path (wiki.example/maths).';
    if (!isPattern(pattern)) errors.push({ in: 'body', pointer, code: 'url', detail });
    else if (isWholeSuffix(pattern))
      errors.push({ in: 'body', pointer, code: 'public_suffix', detail: SUFFIX });
    return pattern;
  });
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  return [...new Set(patterns)];
}

/** Stars are allowed: a teacher may open all of `*.museum.example`. */
function isPattern(text: string): boolean {
  return !/\s/.test(text) && compileUrlPattern(text) !== null;
}

const SUFFIX = 'This is a suffix under which anybody may have a name: name the site itself.';

/** Whether a pattern covers a whole public suffix (`com`, `*.co.uk`). Such a pattern would restrict nothing. */
function isWholeSuffix(pattern: string): boolean {
  const [host = ''] = pattern.toLowerCase().split('/');
  return isRegistrySuffix(host.replace(/^[*.]+/, ''));
}

/** Addresses in the form in which they are compared, each once. */
export function readEmails(emails: readonly string[]): readonly string[] {
  return [...new Set(emails.map(accountKey))];
}

/** The start of a session: a future moment, or now. @throws Fault validation_failed for one that is too far ahead */
export function readStart(startsAt: string | null | undefined, now: number): number {
  if (startsAt === null || startsAt === undefined) return now;
  const at = Date.parse(startsAt);
  if (Number.isNaN(at)) throw fieldFault('#/startsAt', 'format', 'This is no moment.');
  if (at > now + MAX_AHEAD_MS)
    throw fieldFault('#/startsAt', 'too_far', 'A session can be planned for at most a year ahead.');
  return Math.max(now, at);
}
