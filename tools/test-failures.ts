import { inspect } from 'node:util';
import { Parser } from 'tap-parser';
import type { FileResult } from './test-files.ts';

/** Parts of an assertion's diagnosis that are of no use to a reader. */
const LEFT_OUT = new Set(['at', 'tapCaller', 'isTap']);

/** Describes a file's failed assertions, line by line; empty for a file that passed. */
export function describeFailure({ file, ok, output, errors, fault }: FileResult): readonly string[] {
  if (ok) return [];
  const failures = failuresIn(output).flatMap(({ name, diagnosis }) => [
    `not ok ${file} > ${name}`,
    ...Object.entries(diagnosis)
      .filter(([key]) => !LEFT_OUT.has(key))
      .flatMap(([key, value]) => describe(key, value)),
  ]);
  const said = errors.trimEnd().split('\n').slice(-MOST_LINES);
  return [
    ...failures,
    ...(errors.trim() === '' ? [] : ['    it said:', ...said.map((line) => `      ${line}`)]),
    `not ok ${file}: ${fault}`,
  ];
}

/** Most lines of one part of a diagnosis, because a page that differs as a whole would bury the other failures. */
const MOST_LINES = 40;

interface Failure {
  readonly name: string;
  readonly diagnosis: Readonly<Record<string, unknown>>;
}

function failuresIn(output: string): readonly Failure[] {
  const found: Failure[] = [];
  const watch = (parser: Parser, names: readonly string[]): void => {
    let before = 0;
    parser.on('child', (child: Parser) => {
      before = found.length;
      watch(child, [...names, child.name]);
    });
    parser.on('assert', ({ ok, name, diag }: { ok: boolean; name: string; diag: object | null }) => {
      // A group fails by its contents, which are described already.
      if (!ok && found.length === before)
        found.push({ name: [...names, name].join(' > '), diagnosis: { ...diag } });
      before = found.length;
    });
  };
  const parser = new Parser();
  watch(parser, []);
  parser.end(output);
  return found;
}

function describe(key: string, value: unknown): readonly string[] {
  if (typeof value !== 'string') return [`    ${key}: ${inspect(value, { depth: 4, breakLength: 120 })}`];
  const lines = value.trimEnd().split('\n');
  if (lines.length === 1) return [`    ${key}: ${lines[0]}`];
  const left = lines.length - MOST_LINES;
  return [
    `    ${key}:`,
    ...lines.slice(0, MOST_LINES).map((line) => `      ${line}`),
    ...(left > 0 ? [`      … and ${left} lines more: npx tap shows them`] : []),
  ];
}
