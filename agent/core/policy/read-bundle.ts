import type { PolicyBundle } from '../../../contracts/policy/bundle.ts';
import { compileBundle } from '../../../contracts/policy/compile.ts';
import { parsePolicyBundle } from '../../../contracts/policy/parse-bundle.ts';
import { compileSchedule } from '../../../contracts/policy/schedule.ts';
import { messageOf } from '../../../kit/fault.ts';

export type ReadBundle =
  | { readonly ok: true; readonly bundle: PolicyBundle }
  | { readonly ok: false; readonly code: 'malformed' | 'not_enforceable'; readonly detail: string };

/**
 * A bundle from its bytes, whose hash was compared before. `malformed`: no bundle, or of a format that this agent does not know; `not_enforceable`: a schedule in it
 * that this computer cannot carry out. Pure, never throws.
 */
export function readBundle(bytes: Uint8Array): ReadBundle {
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
