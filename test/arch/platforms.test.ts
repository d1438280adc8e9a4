import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { hasText } from '../support/has-fields.ts';

const ROOT = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docs/platforms.md', ROOT), 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('|'));

function cells(row: string): readonly string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

t.test('every file that the page of platforms names exists', (t) => {
  const paths = [...text.matchAll(/`((?:agent|test|docs|contracts)\/[\w./-]+)`/g)].flatMap(
    ([, path]) => path ?? [],
  );
  t.ok(paths.length > 20);
  for (const path of new Set(paths)) t.ok(existsSync(fileURLToPath(new URL(path, ROOT))), path);
  t.end();
});

t.test('every layer says for each system how it is proved, and macOS and Windows claim no run', (t) => {
  const layers = rows.filter((row) => cells(row).length === 4).slice(2);
  t.ok(layers.length >= 12);
  for (const row of layers) {
    const [layer = '', ...systems] = cells(row);
    for (const system of systems) t.match(system, /\*\*run\*\*|golden|^–$|\/proc/, layer);
    for (const system of systems.slice(1)) t.notMatch(system, '**run**', layer);
  }
  t.end();
});

t.test('every adapter of the filter and the lock stands in the table', (t) => {
  for (const system of ['linux', 'darwin', 'windows'])
    for (const part of ['filter', 'network-lock.ts']) hasText(t, text, `\`agent/os/${system}/${part}\``);
  t.end();
});
