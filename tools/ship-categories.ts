// Makes the shipped names from lists whose licence permits it: npm run categories:ship -- --lists FOLDER
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { CATEGORY_IDS } from '../contracts/categories/first-index.ts';
import { encodeShippedNames, SHIPPED_NAMES_FILE } from '../contracts/categories/shipped-names.ts';
import { ROOT } from './repository.ts';
import { ADVERTISERS, POPULAR, SHIPPABLE_LISTS } from './ship-categories/lists.ts';
import { provenancePage } from './ship-categories/provenance-page.ts';
import { type ListReport, type Selection, selectNames } from './ship-categories/select-names.ts';

/** Largest file for the repository (bytes). */
const MAX_BYTES = 4_000_000;
const PAGE = 'docs/shipped-names.md';
const SHOWN_WRONG = 30;

const { values } = parseArgs({ options: { lists: { type: 'string' } } });
if (values.lists === undefined) {
  console.error(
    'usage: npm run categories:ship -- --lists FOLDER     with the files that tools/ship-categories/lists.ts names',
  );
  process.exit(2);
}
const folder = values.lists;
const contents = new Map<string, Buffer>();
const packed = (id: string): Buffer => {
  const known = contents.get(id) ?? readFileSync(join(folder, `${id}.txt.gz`));
  contents.set(id, known);
  return known;
};
const read = (id: string): readonly string[] =>
  gunzipSync(packed(id))
    .toString('utf8')
    .split('\n')
    .filter((name) => name !== '');

const selection = selectNames(read, { popular: read(POPULAR), advertisers: read(ADVERTISERS) });
for (const report of selection.reports) tell(report);
const bytes = encodeShippedNames({
  categories: CATEGORY_IDS,
  names: categoriesByName(selection),
});
if (bytes.byteLength > MAX_BYTES) {
  console.error(`${bytes.byteLength} bytes: at most ${MAX_BYTES} ship. Nothing was written.`);
  process.exit(1);
}
writeFileSync(join(ROOT, SHIPPED_NAMES_FILE), bytes);
writeFileSync(
  join(ROOT, PAGE),
  provenancePage({
    selection,
    bytes: bytes.byteLength,
    at: new Date().toISOString().slice(0, 10),
    hashes: new Map(
      SHIPPABLE_LISTS.map(({ id }) => [id, createHash('sha256').update(packed(id)).digest('hex')]),
    ),
  }),
);
for (const [category, names] of selection.names) console.log(`${category}: ${names.length} names ship`);
console.log(`${SHIPPED_NAMES_FILE}: ${bytes.byteLength} bytes`);

function tell({ id, category, read: count, added, dropped, wrong }: ListReport): void {
  const reasons = Object.entries(dropped).map(([why, names]) => `${why} ${names}`);
  console.log(`${id} (${category}): ${count} names, ${added} new; dropped: ${reasons.join(', ')}`);
  if (wrong.length > 0)
    console.log(
      `  holds wrongly: ${wrong.slice(0, SHOWN_WRONG).join(' ')}${wrong.length > SHOWN_WRONG ? ` and ${wrong.length - SHOWN_WRONG} more` : ''}`,
    );
}

function categoriesByName({ names }: Selection): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>();
  for (const [category, list] of names)
    for (const name of list) byName.set(name, [...(byName.get(name) ?? []), category]);
  return byName;
}
