import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { FiltersEngine } from '@ghostery/adblocker';
import { buildCategoryIndex } from '../contracts/categories/build-index.ts';
import { compileBundle } from '../contracts/policy/compile.ts';
import { decide, decideFast } from '../contracts/policy/decide.ts';
import type { DecisionContext, Policy, Rule } from '../contracts/policy/model.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';
import { CATEGORY_COUNT, categoryOf, createDice, listedNames, questions } from './peers/category-names.ts';
import type { StructureFigures } from './peers/filter-structure.ts';

const PROGRAM = join(import.meta.dirname, 'peers/filter-structure.ts');
const run = promisify(execFile);

interface FilterSize {
  /** How many names are listed: measured with each. */
  readonly names: readonly number[];
  readonly questions: number;
  /** Of whole decisions, so many a round. */
  readonly decisions: number;
  readonly decisionRounds: number;
}

export const FILTER_SIZES: BenchSizes<FilterSize> = {
  whole: { names: [1_000_000, 5_000_000], questions: 500_000, decisions: 10_000, decisionRounds: 20 },
  tiny: { names: [1_000], questions: 1_000, decisions: 100, decisionRounds: 1 },
};

/** What is aimed at with five million names. */
const AIMS = { nsPerVerdict: 350, ofMap: 0.5, megabytes: 40, loadMs: 60 } as const;
const DECIDE_AIM_NS = 2_000;
const RULES = 200;
/** Numbers of policies: as a student has them (of the school, the stage, the class and an own one), and far more. */
const POLICIES = [4, 20] as const;

const STRUCTURES = [
  { kind: 'index', title: 'Schoolgate category index', make: writeIndex },
  { kind: 'map', title: 'Map', make: writeText },
  { kind: 'ghostery', title: '@ghostery/adblocker', make: writeEngine },
  { kind: 'sqlite', title: 'node:sqlite', make: writeDatabase },
] as const;

/** Verdicts a second, load time and memory at so many names, each structure in a process of its own, and a whole decision with 200 rules. */
export async function benchFilter(size: FilterSize): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-filter-'));
  try {
    for (const names of size.names) await measureNames(folder, names, size.questions);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const policies of POLICIES) measureDecide(policies, size);
}

async function measureNames(folder: string, count: number, asking: number): Promise<void> {
  const { names, real } = listedNames(count);
  console.log(
    `\nfilter: ${figure(names.length)} names, ${figure(real)} of them from real lists; a verdict tests the name and all above it`,
  );
  const asked = join(folder, 'questions');
  await writeFile(asked, questions(names, asking).join('\n'), 'latin1');
  const results: (readonly [string, StructureFigures])[] = [];
  for (const { kind, title, make } of STRUCTURES) {
    const file = join(folder, kind);
    await make(names, file);
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      '--max-old-space-size=8192',
      PROGRAM,
      kind,
      file,
      asked,
    ]);
    results.push([title, JSON.parse(stdout)]);
    await rm(file, { force: true });
  }
  const rows = results.map(([title, { fileMb, loadMs, memoryMb, nsPerVerdict, hits }]) => [
    title,
    figure(fileMb, 1),
    figure(loadMs, 1),
    figure(memoryMb, 1),
    figure(nsPerVerdict),
    figure(1e9 / nsPerVerdict),
    figure(hits),
  ]);
  console.log(
    table([['', 'file MB', 'load ms', 'memory MB', 'ns/verdict', 'verdicts/s', 'hits of 20,000'], ...rows]),
  );
  tellAims(results);
}

function tellAims(results: readonly (readonly [string, StructureFigures])[]): void {
  const [index, map] = [results[0]?.[1], results[1]?.[1]];
  if (index === undefined || map === undefined) return;
  const aims: readonly (readonly [string, number, number])[] = [
    ['ns a verdict', index.nsPerVerdict, AIMS.nsPerVerdict],
    ['of the time of a Map', index.nsPerVerdict / map.nsPerVerdict, AIMS.ofMap],
    ['MB of file', index.fileMb, AIMS.megabytes],
    ['MB of memory', index.memoryMb, AIMS.megabytes],
    ['ms to load', index.loadMs, AIMS.loadMs],
  ];
  for (const [what, value, aim] of aims) console.log(aimText(what, value, aim));
}

function aimText(what: string, value: number, aim: number): string {
  return `aim: at most ${aim} ${what}: ${figure(value, value < 10 ? 2 : 1)} — ${value <= aim ? 'met' : 'NOT met'}`;
}

async function writeIndex(names: readonly string[], file: string): Promise<void> {
  const categories = Array.from({ length: CATEGORY_COUNT }, (_, number) => `category_${number}`);
  const startedAt = performance.now();
  const bytes = buildCategoryIndex({
    categories,
    each(add) {
      for (const [place, name] of names.entries()) add(name, categoryOf(place));
    },
  });
  console.log(`built in ${figure((performance.now() - startedAt) / 1_000, 1)} s`);
  await writeFile(file, bytes);
}

async function writeText(names: readonly string[], file: string): Promise<void> {
  const stream = createWriteStream(file, { encoding: 'latin1' });
  for (let from = 0; from < names.length; from += 100_000) {
    const part = names.slice(from, from + 100_000).map((name, at) => `${name}\t${categoryOf(from + at)}\n`);
    if (!stream.write(part.join(''))) await once(stream, 'drain');
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
}

async function writeEngine(names: readonly string[], file: string): Promise<void> {
  const engine = FiltersEngine.parse(names.map((name) => `||${name}^`).join('\n'), {
    enableCompression: false,
  });
  await writeFile(file, engine.serialize());
}

async function writeDatabase(names: readonly string[], file: string): Promise<void> {
  const db = new DatabaseSync(file);
  db.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE names (name TEXT PRIMARY KEY, category INTEGER) WITHOUT ROWID; BEGIN',
  );
  const insert = db.prepare('INSERT INTO names VALUES (?, ?)');
  for (const [place, name] of names.entries()) insert.run(name, categoryOf(place));
  db.exec('COMMIT');
  db.close();
}

/** A whole decision over all rules, the categories of the name known. */
function measureDecide(policies: number, { decisions, decisionRounds }: FilterSize): void {
  const compiled = compileBundle({ policies: benchPolicies(policies), overrides: [], sessions: [] });
  const context: DecisionContext = {
    deviceId: 'dev_bench',
    user: 'ana@school.example',
    ouPath: '/School/High/Grade-9',
    campus: 'on-campus',
    at: Date.UTC(2026, 10, 20, 10),
  };
  const dice = createDice(3);
  const requests = Array.from({ length: decisions }, () => ({
    host:
      dice() < 0.3
        ? `www.site-${Math.floor(dice() * 400)}.example`
        : `www.elsewhere-${Math.floor(dice() * 1_000)}.example`,
    url: null,
    app: null,
    categories: dice() < 0.3 ? [`category_${Math.floor(dice() * CATEGORY_COUNT)}`] : [],
  }));
  const rows = (
    [
      ['decide(), with all that spoke', decide],
      ['decideFast(), as devices do', decideFast],
    ] as const
  ).map(([title, work]) => {
    const rounds: number[] = [];
    for (let round = 0; round < decisionRounds; round++) {
      const startedAt = performance.now();
      for (const request of requests) work(request, context, compiled);
      rounds.push(((performance.now() - startedAt) * 1e6) / requests.length);
    }
    return [title, percentile(rounds, 0.5)] as const;
  });
  console.log(`\nfilter: a whole decision with ${RULES} rules in ${policies} policies`);
  console.log(table([['', 'ns'], ...rows.map(([title, ns]) => [title, figure(ns)])]));
  for (const [title, ns] of rows) console.log(aimText(`ns: ${title}`, ns, DECIDE_AIM_NS));
}

function benchPolicies(count: number): Policy[] {
  const rulesOfOne = RULES / count;
  return Array.from(
    { length: count },
    (_, policy): Policy => ({
      id: `pol_${policy}`,
      name: `Policy ${policy}`,
      enabled: true,
      priority: policy,
      defaultAction: 'allow',
      target: { everyone: policy === 0, ous: ['/School', '/School/High'], users: [], devices: [] },
      schedule:
        policy === 1
          ? {
              timezone: 'Europe/Madrid',
              windows: [{ days: ['fri'], from: '08:00', to: '17:00' }],
              exceptDates: [],
            }
          : null,
      rules: Array.from(
        { length: rulesOfOne },
        (_, rule): Rule => ({
          id: `rul_${policy}_${rule}`,
          effect: rule % 3 === 0 ? 'allow' : 'block',
          locked: false,
          reason: null,
          campus: [],
          match: {
            domains:
              rule % 2 === 0
                ? [
                    `site-${policy * rulesOfOne + rule}.example`,
                    `site-${policy * rulesOfOne + rule + 200}.example`,
                  ]
                : [],
            categories: rule % 2 === 1 ? [`category_${(policy * rulesOfOne + rule) % CATEGORY_COUNT}`] : [],
            urls: [],
            apps: [],
          },
        }),
      ),
      version: 1,
    }),
  );
}
