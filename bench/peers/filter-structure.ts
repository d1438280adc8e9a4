// One structure in a process of its own: filled from a file that the bench has made, measured, and printed as one line of JSON.
import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { openCategoryIndex } from '../../contracts/categories/category-index.ts';

/** What it measured. */
export interface StructureFigures {
  readonly loadMs: number;
  /** Memory of the process above what it had before (MB). */
  readonly memoryMb: number;
  readonly fileMb: number;
  /** Of the middle one of the rounds. */
  readonly nsPerVerdict: number;
  /** Questions that got a category: the same for each structure. */
  readonly hits: number;
}

/** From a name to whether any list has it or a name above it. */
type Verdict = (name: string) => boolean;

const ROUNDS = 5;
/** A slow structure gets fewer questions. */
const ROUND_MS = 1_500;

const [kind = '', file = '', questionFile = ''] = process.argv.slice(2);

const OPENERS: Readonly<Record<string, () => Verdict>> = {
  index() {
    const bytes = readFileSync(file);
    const index = openCategoryIndex(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return (name) => index.lookup(name) !== 0;
  },
  map() {
    const names = new Map<string, number>();
    for (const line of readFileSync(file, 'latin1').split('\n')) {
      const tab = line.indexOf('\t');
      if (tab > 0) names.set(line.slice(0, tab), Number(line.slice(tab + 1)));
    }
    return (name) => anyParent(name, (part) => names.has(part));
  },
  ghostery() {
    const engine = FiltersEngine.deserialize(readFileSync(file));
    return (name) => {
      const url = `https://${name}/`;
      return engine.match(Request.fromRawDetails({ url, hostname: name, type: 'document' })).match;
    };
  },
  sqlite() {
    const db = new DatabaseSync(file, { readOnly: true });
    const find = db.prepare('SELECT category FROM names WHERE name = ?');
    return (name) => anyParent(name, (part) => find.get(part) !== undefined);
  },
};

function anyParent(name: string, has: (part: string) => boolean): boolean {
  for (let at = 0; at >= 0; at = name.indexOf('.', at) + 1 || -1) if (has(name.slice(at))) return true;
  return false;
}

function collect(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

const open = OPENERS[kind];
if (open === undefined) throw new Error(`there is no structure ${kind}`);
const questions = readFileSync(questionFile, 'latin1').split('\n');
// The rest of the text would stay in memory for as long as one of its names does.
const asked = questions.map((name) => Buffer.from(name, 'latin1').toString('latin1'));
const before = collect();
const startedAt = performance.now();
const verdict = open();
const loadMs = performance.now() - startedAt;
const memoryMb = Math.max(0, collect() - before) / 1e6;

let hits = 0;
for (const name of asked.slice(0, 20_000)) if (verdict(name)) hits += 1;
const rounds: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const from = performance.now();
  let done = 0;
  while (done < asked.length && (done % 1_024 !== 0 || performance.now() - from < ROUND_MS)) {
    verdict(asked[done] ?? '');
    done += 1;
  }
  rounds.push(((performance.now() - from) * 1e6) / done);
}
const figures: StructureFigures = {
  loadMs,
  memoryMb,
  fileMb: statSync(file).size / 1e6,
  nsPerVerdict: rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN,
  hits,
};
console.log(JSON.stringify(figures));
