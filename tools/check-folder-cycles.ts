// Folders that import one another in a circle are one folder with several names: none of them can be read alone.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { filesBelow, ROOT } from './repository.ts';

/** The layers that are checked for circles of folders. */
const LAYERS = ['agent', 'api', 'gateway', 'server', 'store'] as const;

/** An import between two of our files; paths from the root. Types count, because a reader of a file reads what it names. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * The circles of folders, each as a sentence with the imports that make it. It checks the folders as they are, and the folders of each
 * depth with everything below them. Files beside folders count as a folder of their own. One circle is reported for each depth.
 */
export function findFolderCycles(imports: readonly Import[]): readonly string[] {
  const depths = imports.flatMap(({ from, to }) => [depthOf(from), depthOf(to)]);
  const deepest = Math.max(0, ...depths);
  const found = new Set<string>();
  for (let depth = 2; depth <= deepest; depth += 1) {
    const circle = circleAt(imports, depth);
    if (circle !== null) found.add(circle);
  }
  return [...found];
}

function depthOf(file: string): number {
  return file.split('/').length - 1;
}

function folderAt(file: string, depth: number): string {
  return dirname(file).split('/').slice(0, depth).join('/');
}

function circleAt(imports: readonly Import[], depth: number): string | null {
  const next = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [folderAt(one.from, depth), folderAt(one.to, depth)];
    if (from === to) continue;
    const others = next.get(from) ?? new Map<string, Import>();
    if (!others.has(to)) others.set(to, one);
    next.set(from, others);
  }
  const circle = shortestCircle(next);
  if (circle === null) return null;
  const steps = circle.map(({ from, to }) => `${from} imports ${to}`);
  return `${circle.map(({ from }) => folderAt(from, depth)).join(' → ')} → ${folderAt(circle[0]?.from ?? '', depth)}: ${steps.join(', ')}`;
}

type Graph = ReadonlyMap<string, ReadonlyMap<string, Import>>;

function shortestCircle(graph: Graph): readonly Import[] | null {
  let shortest: readonly Import[] | null = null;
  for (const start of [...graph.keys()].sort()) {
    const circle = circleThrough(start, graph);
    if (circle !== null && (shortest === null || circle.length < shortest.length)) shortest = circle;
  }
  return shortest;
}

/** The shortest path from a folder back to itself, by breadth-first search. */
function circleThrough(start: string, graph: Graph): readonly Import[] | null {
  const ways = new Map<string, readonly Import[]>([[start, []]]);
  for (const [folder, way] of ways) {
    for (const [to, by] of graph.get(folder) ?? []) {
      if (to === start) return [...way, by];
      // A Map also iterates over entries that are added during the loop, in order.
      if (!ways.has(to)) ways.set(to, [...way, by]);
    }
  }
  return null;
}

/** The imports among the files of a layer. */
function importsOf(layer: string): readonly Import[] {
  const files = filesBelow(layer, '.ts');
  const known = new Set(files);
  return files.flatMap((from) =>
    ts
      .preProcessFile(readFileSync(join(ROOT, from), 'utf8'))
      .importedFiles.map(({ fileName }) => ({ from, to: join(dirname(from), fileName) }))
      .filter(({ to }) => known.has(to)),
  );
}

if (import.meta.main) {
  const circles = LAYERS.flatMap((layer) => findFolderCycles(importsOf(layer)));
  for (const sentence of circles) console.error(sentence);
  if (circles.length > 0) process.exitCode = 1;
}
