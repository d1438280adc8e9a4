import { isDeepStrictEqual } from 'node:util';
import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { BrowserGoal, JournaledStep } from '../../../ports/filter-control.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';
import {
  CHROMIUM_BROWSERS,
  type ChromiumBrowser,
  chromiumPolicies,
  firefoxPolicies,
  type Policies,
} from '../../browser-policies.ts';
import { isOurPac } from '../../own-pac.ts';
import { renderPropertyList } from './property-list.ts';

/** Machine-wide managed preferences, as a profile would write them. An MDM's own agent may rewrite or remove these files: then the next check puts ours back. */
const FOLDER = '/Library/Managed Preferences';

const CHROMIUM_FILES: Readonly<Record<ChromiumBrowser, string>> = {
  chrome: `${FOLDER}/com.google.Chrome.plist`,
  chromium: `${FOLDER}/org.chromium.Chromium.plist`,
  edge: `${FOLDER}/com.microsoft.Edge.plist`,
  brave: `${FOLDER}/com.brave.Browser.plist`,
};
const FIREFOX_FILE = `${FOLDER}/org.mozilla.firefox.plist`;

export const PREFERENCE_FILES: readonly string[] = [...Object.values(CHROMIUM_FILES), FIREFOX_FILE];

/** One file as it is now. `unreadable`: it is there, but cannot be merged with; it is left alone and reported. */
export type PreferenceFile =
  | { readonly file: string; readonly kind: 'absent' | 'unreadable' }
  | { readonly file: string; readonly kind: 'read'; readonly content: Readonly<Record<string, unknown>> };

/** By plutil(1), which reads every format. A list with dates or bytes has no JSON: unreadable. */
export async function readPreferences({
  run,
  files,
}: {
  readonly run: CommandRunner;
  readonly files: FilterFiles;
}): Promise<readonly PreferenceFile[]> {
  const found: PreferenceFile[] = [];
  for (const file of PREFERENCE_FILES) {
    const there = await files.read(file).catch(() => 'unreadable' as const);
    if (there === null) found.push({ file, kind: 'absent' });
    else if (there === 'unreadable') found.push({ file, kind: 'unreadable' });
    else
      found.push(parse(file, (await run.run(['plutil', '-convert', 'json', '-o', '-', '--', file])).stdout));
  }
  return found;
}

function parse(file: string, json: string): PreferenceFile {
  try {
    const content: unknown = JSON.parse(json);
    return isRecord(content) ? { file, kind: 'read', content } : { file, kind: 'unreadable' };
  } catch {
    // plutil said why on its standard error; the file stays as it is and `problems` names it.
    return { file, kind: 'unreadable' };
  }
}

/** What each browser is to have. Firefox reads policies only where the first is set (https://mozilla.github.io/policy-templates/). */
function wantedPolicies(goal: BrowserGoal): ReadonlyMap<string, Policies> {
  return new Map<string, Policies>([
    ...CHROMIUM_BROWSERS.map(
      (browser) => [CHROMIUM_FILES[browser], chromiumPolicies(browser, goal)] as const,
    ),
    [FIREFOX_FILE, { EnterprisePoliciesEnabled: true, ...firefoxPolicies(goal) }],
  ]);
}

/** Writes ours over what is there; the school's own settings, list entries and extensions stay beside. Pure. */
export function planPreferences(
  goal: BrowserGoal,
  found: readonly PreferenceFile[],
): readonly JournaledStep[] {
  const steps: JournaledStep[] = [];
  for (const [file, policies] of wantedPolicies(goal)) {
    const held = found.find((one) => one.file === file);
    if (held?.kind === 'unreadable') continue;
    const before = held?.kind === 'read' ? held.content : {};
    const merged = merge(before, policies);
    if (held?.kind === 'read' && isDeepStrictEqual(merged, before)) continue;
    steps.push({
      id: `darwin-preferences:${file}`,
      what: `write the managed preferences ${file.slice(FOLDER.length + 1)}`,
      file,
      content: renderPropertyList(merged),
      mode: 0o644,
      undo: held?.kind === 'read' ? 'restore' : 'delete',
    });
  }
  return steps;
}

/** Of these policies entries add up; the rest is replaced. */
const ADDED = ['Preferences', 'ExtensionSettings', 'ExtensionInstallBlocklist', 'URLBlocklist'];

function merge(theirs: Readonly<Record<string, unknown>>, ours: Policies): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [name, value] of Object.entries(ours)) {
    const there = theirs[name];
    if (!ADDED.includes(name)) merged[name] = value;
    else if (Array.isArray(value))
      merged[name] = [...new Set([...(Array.isArray(there) ? there : []), ...value])];
    else merged[name] = { ...(isRecord(there) ? there : {}), ...(isRecord(value) ? value : {}) };
  }
  return merged;
}

/**
 * Without a journal: takes our settings out of every file that has our PAC address, by name; a file with nothing else in it goes. What a school had set of the same
 * names is not known any more. Pure.
 */
export function planPreferencesOff(found: readonly PreferenceFile[]): readonly JournaledStep[] {
  return found.flatMap((held): readonly JournaledStep[] => {
    if (held.kind !== 'read' || !hasOurPac(held.content)) return [];
    const left = withoutOurs(held.file, held.content);
    return [
      {
        id: `darwin-preferences-off:${held.file}`,
        what: `take our settings out of ${held.file.slice(FOLDER.length + 1)}`,
        file: held.file,
        content: Object.keys(left).length === 0 ? null : renderPropertyList(left),
        mode: 0o644,
        undo: 'delete',
      },
    ];
  });
}

function hasOurPac(content: Readonly<Record<string, unknown>>): boolean {
  const { ProxySettings: chromium, Proxy: firefox } = content;
  const urls = [
    isRecord(chromium) ? chromium.ProxyPacUrl : null,
    isRecord(firefox) ? firefox.AutoConfigURL : null,
  ];
  return urls.some((url) => typeof url === 'string' && isOurPac(url));
}

function withoutOurs(file: string, content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ours = wantedPolicies({ safeSearch: true, youtubeRestriction: 'strict', pacUrl: '' }).get(file) ?? {};
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) => {
      const own = ours[name];
      if (own === undefined) return [[name, value]];
      if (!ADDED.includes(name)) return [];
      if (Array.isArray(value) && Array.isArray(own)) {
        const left = value.filter((entry) => !own.includes(entry));
        return left.length === 0 ? [] : [[name, left]];
      }
      const left = Object.entries(isRecord(value) ? value : {}).filter(
        ([key]) => !Object.hasOwn(own as object, key),
      );
      return left.length === 0 ? [] : [[name, Object.fromEntries(left)]];
    }),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
