import { isDeepStrictEqual } from 'node:util';
import {
  firefoxPolicies,
  jsonObject,
  mergeFirefoxFile,
  type PolicyGoal,
  policyText,
  recordOf,
} from '../../browser-policies.ts';

/** A member beside `policies`, which Firefox ignores. It shows that the file has our policies, and was not replaced by somebody else. */
const MARK = 'schoolgate';

/** All names that we ever write, for any goal. */
const OURS = firefoxPolicies({ safeSearch: true, youtubeRestriction: 'strict', pacUrl: '' });

/** In these policies the school's own entries stay beside ours. */
const MAPS = ['Preferences', 'ExtensionSettings'];

type Json = Readonly<Record<string, unknown>>;

/**
 * What Firefox's policy file is to hold: what others put there, with ours over it. Pure.
 * @param current the file's text; null = there is none
 * @param original its text before us; null = there was none, or nobody knows
 * @returns null when the file says it already, in whatever form
 */
export function wantedFirefoxFile(
  current: string | null,
  original: string | null,
  goal: PolicyGoal,
): string | null {
  const others = policyText(othersPart(current, original));
  const wanted = { ...jsonObject(mergeFirefoxFile(others, firefoxPolicies(goal))), [MARK]: true };
  return current !== null && isDeepStrictEqual(jsonObject(current), wanted) ? null : policyText(wanted);
}

/** What the file is to be without us; text null = absent. */
export type FirefoxRest = 'untouched' | { readonly text: string | null };

/**
 * Takes ours away. The original comes back byte by byte, unless others have added to the file since: then what they added stays. A file without our
 * mark is somebody else's, whatever the journal says. Pure.
 */
export function firefoxRest(current: string | null, original: string | null): FirefoxRest {
  if (current === null) return original === null ? 'untouched' : { text: original };
  if (jsonObject(current)[MARK] !== true) return 'untouched';
  const rest = othersPart(current, original);
  const before = original === null ? {} : jsonObject(original);
  return isDeepStrictEqual(rest, { ...before, policies: recordOf(before.policies) })
    ? { text: original }
    : { text: policyText(rest) };
}

/** The file without our policies; policies with our names are as in the original. */
function othersPart(current: string | null, original: string | null): Json {
  const { [MARK]: mark, ...file } = current === null ? {} : jsonObject(current);
  const policies: Record<string, unknown> = { ...recordOf(file.policies) };
  if (mark !== true) return { ...file, policies };
  const before = original === null ? {} : recordOf(jsonObject(original).policies);
  for (const [name, ours] of Object.entries(OURS)) {
    const value = MAPS.includes(name) ? othersEntries(policies[name], before[name], ours) : before[name];
    if (value === undefined) delete policies[name];
    else policies[name] = value;
  }
  return { ...file, policies };
}

function othersEntries(current: unknown, before: unknown, ours: unknown): Json | undefined {
  const entries: Record<string, unknown> = { ...recordOf(current) };
  const original = recordOf(before);
  for (const name of Object.keys(recordOf(ours))) {
    if (original[name] === undefined) delete entries[name];
    else entries[name] = original[name];
  }
  return Object.keys(entries).length === 0 && before === undefined ? undefined : entries;
}
