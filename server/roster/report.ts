import type { ImportResult, PreparedImport } from './import.ts';
import type { PlannedChange } from './plan.ts';
import type { Rejection } from './table.ts';

/** The result of an import, or of a dry run. */
export interface ImportFacts {
  readonly dryRun: boolean;
  readonly version: string;
  readonly mode: string;
  readonly created: number;
  readonly updated: number;
  readonly suspended: number;
  readonly unchanged: number;
  /** Number of guardians, parents and relatives in the file. */
  readonly outsiders: number;
  /** Units that were missing. */
  readonly newOus: readonly string[];
  /** With a dry run the first changes of each kind, in words. */
  readonly examples: readonly string[];
  readonly rejected: readonly Rejection[];
}

/** How many changes of each kind a dry run shows. */
const SHOWN_CHANGES = 10;
/** How many rejected rows are printed; the report file has all. */
const SHOWN_REJECTIONS = 20;

/** @param result null after a dry run */
export function importFacts({ roster, plan }: PreparedImport, result: ImportResult | null): ImportFacts {
  const planned = (kind: PlannedChange['kind']) => plan.changes.filter((change) => change.kind === kind);
  return {
    dryRun: result === null,
    version: roster.version,
    mode: roster.mode,
    created: result?.created ?? planned('create').length,
    updated: result?.updated ?? planned('update').length,
    suspended: result?.suspended ?? planned('suspend').length,
    unchanged: plan.unchanged,
    outsiders: roster.outsiders,
    newOus: plan.newOuPaths,
    examples:
      result === null
        ? (['create', 'update', 'suspend'] as const).flatMap((kind) =>
            planned(kind).slice(0, SHOWN_CHANGES).map(inWords),
          )
        : [],
    rejected: [...roster.rejected, ...plan.rejected, ...(result?.rejected ?? [])],
  };
}

function inWords(change: PlannedChange): string {
  if (change.kind === 'create') {
    const { externalId, email, role, ouPath } = change.user;
    return `create   ${externalId}  ${email}  ${role}  ${ouPath}`;
  }
  const { known, changes } = change;
  const differences = Object.entries(changes).map(
    ([field, value]) => `${field}: ${String(known[field as keyof typeof known])} → ${String(value)}`,
  );
  return `${change.kind.padEnd(7)}  ${known.externalId ?? known.id}  ${known.email}  ${differences.join(', ')}`;
}

/** The facts for people. */
export function importText(facts: ImportFacts): string {
  const { dryRun, rejected } = facts;
  const count = (name: string, value: number): string => `  ${name.padEnd(24)}${String(value).padStart(8)}`;
  const lines = [
    `OneRoster ${facts.version}, ${facts.mode}${dryRun ? ': nothing was changed. An import would make it' : ''}`,
    '',
    count('users created', facts.created),
    count('users updated', facts.updated),
    count('users suspended', facts.suspended),
    count('users as they were', facts.unchanged),
    count('units created', facts.newOus.length),
    ...(facts.outsiders > 0 ? [count('guardians left out', facts.outsiders)] : []),
    count('rows rejected', rejected.length),
    ...(facts.examples.length > 0 ? ['', ...facts.examples.map((example) => `  ${example}`)] : []),
    ...(rejected.length > 0 ? ['', ...rejected.slice(0, SHOWN_REJECTIONS).map(rejectionText)] : []),
    ...(rejected.length > SHOWN_REJECTIONS
      ? [`  … and ${rejected.length - SHOWN_REJECTIONS} more: --report FILE writes them all.`]
      : []),
  ];
  return `\n${lines.map(printable).join('\n')}\n`;
}

function rejectionText({ file, line, sourcedId, reason }: Rejection): string {
  return `  ${file}, line ${line}${sourcedId === '' ? '' : ` (${sourcedId})`}: ${reason}`;
}

/** Nothing from a file may steer the terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '?');
}

/** The rejected rows as CSV (RFC 4180), for a spreadsheet: nothing in it counts as a formula. */
export function rejectionsCsv(rejected: readonly Rejection[]): string {
  const rows = rejected.map(({ file, line, sourcedId, reason }) => [file, String(line), sourcedId, reason]);
  return [['file', 'line', 'sourcedId', 'reason'], ...rows]
    .map((row) => `${row.map(csvField).join(',')}\r\n`)
    .join('');
}

function csvField(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
