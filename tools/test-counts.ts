import { appendFileSync } from 'node:fs';
import { Parser } from 'tap-parser';

/** The result of a run of tests. A test is a named test without tests inside it. A file that crashed counts as failed. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** The skipped tests: name and the reason given. */
  readonly skipped: readonly string[];
  /** The failures: names of the file, the tests and the assertion, from the outside in. */
  readonly failures: readonly string[];
}

interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly skipped: boolean;
  readonly inside: Group | undefined;
}

interface Group {
  readonly points: Point[];
  readonly skipped: string[];
}

/** Counts the tests in the TAP that a test runner writes. */
export function countTests(tap: string): TestCounts {
  const parser = new Parser();
  const root = collect(parser);
  parser.end(tap);
  const counts = countGroup(root);
  const isBroken = !parser.ok || root.points.length === 0;
  if (isBroken && counts.failed === 0)
    return { ...counts, failed: 1, failures: ['the run itself: its output is broken or empty'] };
  return counts;
}

/** Appends a run's counts to the file that `.ci/run` sums up: one line `passed failed` a run. */
export function recordCounts(file: string, counts: Pick<TestCounts, 'passed' | 'failed'>): void {
  appendFileSync(file, `${counts.passed} ${counts.failed}\n`);
}

function collect(parser: Parser): Group {
  const group: Group = { points: [], skipped: [] };
  let inside: Group | undefined;
  parser.on('child', (child: Parser) => {
    inside = collect(child);
  });
  // The result of a group follows the results inside it.
  parser.on('assert', (result: { ok: boolean; name: string; skip: boolean | string }) => {
    if (result.skip)
      group.skipped.push(`${result.name}: ${result.skip === true ? 'no reason given' : result.skip}`);
    group.points.push({ ok: result.ok, name: result.name, skipped: result.skip !== false, inside });
    inside = undefined;
  });
  return group;
}

function countGroup(group: Group): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: [...group.skipped], failures: failuresOf(group) };
  for (const { ok, inside } of group.points) {
    if (inside === undefined) continue;
    const below = countGroup(inside);
    const hasTests = inside.points.some((point) => point.inside !== undefined);
    const hasRun = inside.points.some((point) => !point.skipped);
    counts.skipped.push(...below.skipped);
    counts.passed += hasTests ? below.passed : Number(ok && hasRun);
    counts.failed += hasTests ? Math.max(below.failed, Number(!ok)) : Number(!ok);
  }
  return counts;
}

function failuresOf(group: Group): readonly string[] {
  return group.points.flatMap(({ ok, name, inside }) => {
    if (ok) return [];
    const below = inside === undefined ? [] : failuresOf(inside);
    return below.length === 0 ? [name] : below.map((failure) => `${name} > ${failure}`);
  });
}
