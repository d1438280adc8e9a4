import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledIndex, compileIndex } from '../../api/categories/compile-index.ts';
import { createListWriter } from '../../api/categories/list-file.ts';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';
import { figure, table } from './statistics.ts';

/** The lists of UT1, which school after school has as a source, by the category of their names. */
const UT1: readonly (readonly [list: string, category: string])[] = [
  ['ut1_adult_mixed', 'adult'],
  ['ut1_dating', 'dating'],
  ['ut1_drugs', 'drugs'],
  ['ut1_gambling', 'gambling'],
  ['ut1_games', 'games'],
  ['ut1_jobs_shopping', 'shopping'],
  ['ut1_malware', 'malware'],
  ['ut1_other', 'video'],
  ['ut1_phishing', 'phishing'],
  ['ut1_social', 'social'],
  ['ut1_vpn_proxy', 'vpn_proxy'],
];
/** Share of the names that change by tomorrow: half of them go, half of them come. */
const CHANGES = [0.001, 0.005, 0.01] as const;
/** What a day should cost a laptop (bytes). */
const AIM = 300_000;

/** What a day's change of UT1 costs a laptop that has the index of the day before. */
export function tellDailyChange(read: (id: string) => readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-daily-change-'));
  const shippedFile = join(import.meta.dirname, '../..', SHIPPED_NAMES_FILE);
  /** Tomorrow's names are all but those that draw a high number, today's all but those that draw a low one. */
  const compile = (has: (draw: number) => boolean, before: CompiledIndex | null): CompiledIndex => {
    const file = join(folder, 'before.index');
    if (before !== null) writeFileSync(file, before.bytes);
    const lists = UT1.map(([id, category]) => ({
      id,
      vouched: [],
      hash: writeList(
        folder,
        category,
        read(id).filter((name) => has(drawOf(name))),
      ),
    }));
    return compileIndex({
      shippedFile,
      folder,
      lists,
      corrections: [],
      before: before === null ? [] : [{ hash: before.hash, file }],
    });
  };
  try {
    const rows = CHANGES.map((change) => {
      const half = change / 2;
      const today = compile((draw) => draw >= half, null);
      const startedAt = performance.now();
      const tomorrow = compile((draw) => draw < 1 - half, today);
      const seconds = (performance.now() - startedAt) / 1_000;
      const delta = tomorrow.deltas.find(({ from }) => from === today.hash)?.packed.byteLength ?? null;
      return [
        `${change * 100} %`,
        figure(tomorrow.names),
        figure(tomorrow.packed.byteLength),
        delta === null ? 'none' : figure(delta),
        delta !== null && delta <= AIM ? 'yes' : 'no',
        seconds.toFixed(1),
      ];
    });
    console.log(
      table([
        [
          'names of UT1 that change',
          'names',
          'bytes of a whole download',
          'bytes of the delta',
          `within ${figure(AIM)}`,
          'seconds to make it',
        ],
        ...rows,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeList(folder: string, category: string, names: readonly string[]): string {
  const writer = createListWriter(folder);
  for (const name of names) writer.add(name, category);
  return writer.finish({
    names: names.length,
    counts: { [category]: names.length },
    refused: {},
    suffixes: [],
    claims: [],
    exceptions: [],
  });
}

/** A number from 0 to 1 for a name, the same each time and spread evenly (FNV-1a, finished by a multiplication). */
function drawOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
