import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.ts';

/** Characters of a fault's code. */
const SHOWN = 150;

/** What became of one fault. */
export interface Outcome {
  readonly file: string;
  readonly status: 'noticed' | 'not noticed' | 'not run';
  /** From 1. */
  readonly line: number;
  readonly mutatorName: string;
  /** The code that stood in the place of the right one. */
  readonly replacement: string;
}

interface Share {
  readonly noticed: number;
  readonly all: number;
}

/**
 * Prints what was not noticed, and the share of what was by folder.
 * @param folders by which it is counted; a file of none of them counts for its own folder
 * @returns the share over all, per cent
 */
export function tell(outcomes: readonly Outcome[], folders: readonly string[]): number {
  const shares = new Map<string, Share>();
  for (const outcome of outcomes) {
    const share = { noticed: outcome.status === 'noticed' ? 1 : 0, all: 1 };
    const folder = folderOf(outcome.file, folders);
    shares.set(folder, sum(share, shares.get(folder)));
    if (outcome.status !== 'noticed') tellMissed(outcome);
  }
  for (const [folder, share] of [...shares].sort(([a], [b]) => a.localeCompare(b))) tellShare(folder, share);
  const total = [...shares.values()].reduce((a, b) => sum(a, b), { noticed: 0, all: 0 });
  tellShare('all', total);
  return percent(total);
}

function sum(a: Share, b: Share = { noticed: 0, all: 0 }): Share {
  return { noticed: a.noticed + b.noticed, all: a.all + b.all };
}

function percent({ noticed, all }: Share): number {
  return all === 0 ? 100 : (noticed / all) * 100;
}

function tellShare(name: string, share: Share): void {
  const { noticed, all } = share;
  console.log(`${percent(share).toFixed(1).padStart(5)} % of ${all} noticed: ${name} (${noticed} of ${all})`);
}

function tellMissed({ file, status, line, mutatorName, replacement }: Outcome): void {
  const right = readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1];
  console.log(`${status}: ${file}:${line} ${mutatorName}`);
  console.log(`    ${right?.trim()}`);
  console.log(`  → ${replacement.replace(/\s+/g, ' ').slice(0, SHOWN)}`);
}

function folderOf(file: string, folders: readonly string[]): string {
  return folders.find((folder) => file.startsWith(`${folder}/`)) ?? file.slice(0, file.lastIndexOf('/'));
}
