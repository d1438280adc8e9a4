import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Fault, type FieldError } from '../../kit/fault.ts';

/** Own headers name a tenant or carry a token of the receiver. Nobody needs more than these. */
const MAX_HEADERS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 1_000;

/** Hop-by-hop header fields (RFC 9110 section 7.6.1 and its predecessors), `host`, and `expect`, which would hold the body back. */
const FORBIDDEN = new Set([
  'host',
  'expect',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const FORBIDDEN_PREFIXES = ['content-', 'webhook-'];

/**
 * Checks the headers that an administrator adds to a webhook, and returns them with lower-case names.
 * @throws Fault validation_failed, with one field error for each header that may not be sent
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(headers);
  const checked = new Map<string, string>();
  const errors: FieldError[] = [];
  if (entries.length > MAX_HEADERS) {
    errors.push({
      in: 'body',
      pointer: '#/headers',
      code: 'too_many',
      detail: `at most ${MAX_HEADERS} headers`,
    });
  }
  for (const [name, value] of entries) {
    const detail = checked.has(name.toLowerCase()) ? 'is given twice' : faultOf(name.toLowerCase(), value);
    if (detail === null) checked.set(name.toLowerCase(), value);
    else
      errors.push({
        in: 'body',
        pointer: `#/headers/${escapePointer(name)}`,
        code: 'invalid_header',
        detail,
      });
  }
  if (errors.length > 0) {
    throw new Fault('validation_failed', 'Some of the headers cannot be sent with a webhook.', {
      extras: { errors },
    });
  }
  return Object.fromEntries(checked);
}

/** The problem of a header, or null. */
function faultOf(name: string, value: string): string | null {
  if (name.length > MAX_NAME_LENGTH || !accepts(() => validateHeaderName(name)))
    return 'is not a header name';
  if (FORBIDDEN.has(name) || FORBIDDEN_PREFIXES.some((prefix) => name.startsWith(prefix)))
    return 'is set by Schoolgate or by the connection';
  if (value.length > MAX_VALUE_LENGTH) return `has more than ${MAX_VALUE_LENGTH} characters`;
  if (!accepts(() => validateHeaderValue(name, value)))
    return 'has characters that a header value cannot carry';
  return null;
}

function accepts(validate: () => void): boolean {
  try {
    validate();
    return true;
  } catch {
    return false;
  }
}

/** RFC 6901 section 3. */
function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}
