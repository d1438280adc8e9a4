import type { PolicyBundle } from '../../../contracts/policy/bundle.ts';
import { compileBundle } from '../../../contracts/policy/compile.ts';
import { parsePolicyBundle } from '../../../contracts/policy/parse-bundle.ts';
import { compileSchedule } from '../../../contracts/policy/schedule.ts';
import { messageOf } from '../../../kit/fault.ts';

export type ReadBundle =
  | { readonly ok: true; readonly bundle: PolicyBundle }
  | { readonly ok: false; readonly code: 'malformed' | 'not_enforceable'; readonly detail: string };

/**
 * How deep a bundle may nest; a bundle of today has 7 levels. JSON of a hundred thousand levels can be read, but writing it again for the worker
 * overflows the stack.
 */
const MAX_DEPTH = 64;

/**
 * Reads a bundle from bytes whose hash was checked before. `malformed`: no bundle, or of a format that this agent does not know; `not_enforceable`: a
 * schedule in it that this computer cannot carry out. Pure, never throws.
 */
export function readBundle(bytes: Uint8Array): ReadBundle {
  if (!isShallow(bytes))
    return { ok: false, code: 'malformed', detail: `nested more than ${MAX_DEPTH} deep` };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return { ok: false, code: 'malformed', detail: `no JSON in UTF-8: ${messageOf(error)}` };
  }
  const parsed = parsePolicyBundle(value);
  if ('problem' in parsed) return { ok: false, code: 'malformed', detail: parsed.problem };
  const { bundle } = parsed;
  try {
    compileBundle({ policies: bundle.policies, sessions: [], overrides: [] });
    if (bundle.schoolHours !== null) compileSchedule(bundle.schoolHours);
  } catch (error) {
    return { ok: false, code: 'not_enforceable', detail: messageOf(error) };
  }
  return { ok: true, bundle };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether JSON nests no deeper than is allowed; of other bytes it says nothing. */
function isShallow(bytes: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) inText = !inText;
    else if (inText && byte === BACKSLASH) at++;
    else if (inText) continue;
    else if (OPENING.has(byte) && ++depth > MAX_DEPTH) return false;
    else if (CLOSING.has(byte)) depth--;
  }
  return true;
}
