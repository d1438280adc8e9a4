import { createHash } from 'node:crypto';
import type { FilterGoal, JournaledStep } from '../../../ports/filter-control.ts';
import {
  CHROMIUM_BROWSERS,
  type ChromiumBrowser,
  chromiumPolicies,
  type PolicyGoal,
  policyText,
} from '../../browser-policies.ts';
import { RESOLVED_UNIT } from '../units.ts';
import { FILTER_TABLE, renderFilterTable } from './filter-table.ts';
import { firefoxRest, wantedFirefoxFile } from './firefox-file.ts';
import { CHROMIUM_FILES, FIREFOX_FILE, type FilterOwnFiles, RESOLVED_FILE } from './places.ts';

/** A goal, or what the rescue of `failMode: open` leaves of it. */
export type PlannedGoal = FilterGoal & { readonly rescued: boolean };

/** One file as it stands. */
export interface PlannedFile {
  readonly text: string;
  readonly mode: number;
  readonly uid: number;
}

/** What was read of the computer. */
export interface LinuxFilterReading {
  readonly hasNft: boolean;
  /** Our table as the firewall lists it, for comparing; null = there is none. */
  readonly listing: string | null;
  /** The listing after our last load, and the digest of the table that was loaded; null = not known. */
  readonly loaded: { readonly table: string; readonly listing: string } | null;
  readonly hasResolved: boolean;
  /** The files of `plannedFiles`; absent ones are missing here. */
  readonly files: ReadonlyMap<string, PlannedFile>;
  /** Firefox's file before us, as the journal has it; null = there was none, or nobody knows. */
  readonly firefoxOriginal: string | null;
  readonly ownUid: number;
}

export const TABLE_STEP = 'nft-table';

const PUBLIC = 0o644;
const PRIVATE = 0o600;
const ADD_AND_DELETE = `table inet ${FILTER_TABLE} {}; delete table inet ${FILTER_TABLE}`;
/** Harmless without the table, and with it one transaction. */
const REMOVE_TABLE = ['nft', ADD_AND_DELETE];

/** All files that a plan looks at. */
export function plannedFiles(places: FilterOwnFiles): readonly string[] {
  return [places.table, places.goal, RESOLVED_FILE, ...Object.values(CHROMIUM_FILES), FIREFOX_FILE];
}

/** The steps that bring the computer to the goal; empty = nothing is missing. Pure. The firewall comes first, because the rest depends on it. */
export function planFilter(
  goal: PlannedGoal,
  state: LinuxFilterReading,
  places: FilterOwnFiles,
): readonly JournaledStep[] {
  const off = goal.mode === 'off';
  const table = off || !state.hasNft ? null : renderFilterTable(goal);
  return [
    ...planTable(goal, table, state),
    ...ownFiles(goal, table, places).flatMap((file) => planFile(file, state)),
    ...planResolved(goal, state),
    ...CHROMIUM_BROWSERS.flatMap((browser) => planFile(chromiumFile(browser, goal), state)),
    ...planFirefox(goal, state),
    ...planMissingFirewall(goal, state),
  ];
}

function ownFiles(goal: PlannedGoal, table: string | null, places: FilterOwnFiles): readonly OwnFile[] {
  const goalText = goal.mode === 'off' ? null : storedText(goal);
  return [
    { id: 'table-file', name: 'the table for the boot', file: places.table, content: table, mode: PRIVATE },
    { id: 'wish-file', name: 'the wish for the rescue', file: places.goal, content: goalText, mode: PRIVATE },
  ];
}

function chromiumFile(browser: ChromiumBrowser, goal: PlannedGoal): OwnFile {
  return {
    id: `${browser}-policies`,
    name: `the policies of ${browser}`,
    file: CHROMIUM_FILES[browser],
    content: goal.mode === 'off' ? null : policyText(chromiumPolicies(browser, policyGoal(goal))),
    mode: PUBLIC,
  };
}

/** Names a rendered table. */
export function tableDigest(table: string): string {
  return createHash('sha256').update(table).digest('hex');
}

function policyGoal({ browser, rescued }: PlannedGoal): PolicyGoal {
  return rescued ? { ...browser, pacUrl: null } : browser;
}

function storedText({ rescued: _, ...goal }: PlannedGoal): string {
  return `${JSON.stringify(goal)}\n`;
}

function planTable(
  goal: PlannedGoal,
  table: string | null,
  state: LinuxFilterReading,
): readonly JournaledStep[] {
  if (table === null) {
    if (state.listing === null) return [];
    return [{ id: 'nft-table-off', what: 'remove the firewall table', cmd: REMOVE_TABLE, undo: [] }];
  }
  const why = tableLack(table, state);
  if (why === null) return [];
  return [
    {
      id: TABLE_STEP,
      what: `load the firewall table${goal.rescued ? ' of the rescue' : ''}: ${why}`,
      cmd: ['nft', '-f', '-'],
      stdin: table,
      undo: [REMOVE_TABLE],
      ...(state.listing !== null && state.loaded === null ? { unknown: true as const } : {}),
    },
  ];
}

/** Why the table must be loaded; null = it is there as it was loaded. */
function tableLack(table: string, { listing, loaded }: LinuxFilterReading): string | null {
  if (listing === null) return 'it is missing';
  if (loaded === null) return 'what stands there is not known';
  if (loaded.table !== tableDigest(table)) return 'it is to be another';
  return loaded.listing === listing ? null : 'it was changed';
}

/** A file that is ours alone, as it is to be; content null = absent. */
interface OwnFile {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly content: string | null;
  readonly mode: number;
}

function planFile(
  { id, name, file, content, mode }: OwnFile,
  { files, ownUid }: LinuxFilterReading,
): readonly JournaledStep[] {
  const found = files.get(file);
  const step = { id, file, content, mode, undo: 'delete' } as const;
  if (content === null) return found === undefined ? [] : [{ ...step, what: `remove ${name}` }];
  if (found?.text === content && found.mode === mode && found.uid === ownUid) return [];
  return [{ ...step, what: `write ${name}: ${found === undefined ? 'missing' : 'changed'}` }];
}

/**
 * With nft a look-up of systemd-resolved is turned to us like any other, but its DNS over TLS would be refused. Without nft it is asked to send
 * all look-ups to us: weaker, for programs that ask a resolver themselves are not stopped. resolved.conf(5).
 */
function planResolved(goal: PlannedGoal, state: LinuxFilterReading): readonly JournaledStep[] {
  const content = state.hasResolved ? resolvedText(goal, state) : null;
  const name = 'the settings of systemd-resolved';
  const steps = planFile(
    { id: 'resolved-settings', name, file: RESOLVED_FILE, content, mode: PUBLIC },
    state,
  );
  return steps.length === 0 ? [] : [...steps, RELOAD_RESOLVED];
}

/** Its undoing is the restore's own, after the file is gone. */
export const RELOAD_RESOLVED: Extract<JournaledStep, { readonly cmd: unknown }> = {
  id: 'resolved-reload',
  what: 'let systemd-resolved read its settings',
  cmd: ['systemctl', 'try-reload-or-restart', RESOLVED_UNIT],
  undo: [],
};

function resolvedText({ mode, ports, rescued }: PlannedGoal, { hasNft }: LinuxFilterReading): string | null {
  if (mode === 'off' || (rescued && !hasNft)) return null;
  const route = hasNft ? '' : `DNS=127.0.0.1:${ports.dns}\nDomains=~.\n`;
  return `# Written by Schoolgate; "schoolgate-agent restore" removes it.\n[Resolve]\nDNSOverTLS=no\n${route}`;
}

function planFirefox(
  goal: PlannedGoal,
  { files, firefoxOriginal }: LinuxFilterReading,
): readonly JournaledStep[] {
  const found = files.get(FIREFOX_FILE);
  const current = found?.text ?? null;
  const step = {
    id: 'firefox-policies',
    file: FIREFOX_FILE,
    mode: found?.mode ?? PUBLIC,
    undo: 'restore',
  } as const;
  if (goal.mode === 'off') {
    const rest = firefoxRest(current, firefoxOriginal);
    if (rest === 'untouched' || rest.text === current) return [];
    return [{ ...step, what: 'take our policies out of those of firefox', content: rest.text }];
  }
  const content = wantedFirefoxFile(current, firefoxOriginal, policyGoal(goal));
  if (content === null) return [];
  return [
    { ...step, what: `write the policies of firefox: ${current === null ? 'missing' : 'changed'}`, content },
  ];
}

/**
 * Without nft nothing closes the ways round our resolver, and without systemd-resolved look-ups do not even reach it. A step that always fails
 * reports this, after all other steps. The self-check alone cannot, because a network without a route looks the same.
 */
function planMissingFirewall(
  { mode, rescued }: PlannedGoal,
  state: LinuxFilterReading,
): readonly JournaledStep[] {
  if (mode === 'off' || rescued || state.hasNft) return [];
  return [{ id: TABLE_STEP, what: 'load the firewall table', cmd: ['nft', '--version'], undo: [] }];
}
