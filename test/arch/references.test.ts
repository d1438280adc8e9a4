import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { filesBelow, sourceFiles } from '../../tools/repository.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A document that a text names, with or without a path, but for links of documents that are made. */
const DOCUMENT = /(?<![\w./@-]|\]\()((?:[\w-]+\/|\.\.?\/)*[\w-]+\.md)\b/g;
/** A link of a document to a file of ours. */
const LINK =
  /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g; /** A file or folder of ours in a document; patterns and placeholders are none. */
const PLACE =
  /`((?:agent|api|bench|contracts|dashboard|gateway|kit|openapi|server|store|test|tools|words)\/[\w./-]*)`/g;
/** A test by its path below `test/`, without its ending. */
const TEST = /`((?:unit|integration|contract|hostile|e2e|property)\/[\w/-]+)`/g;

t.test('code names documents by their path, and only those that are here', async (t) => {
  const lost = sourceFiles().flatMap((file) =>
    [...read(file).matchAll(DOCUMENT)]
      .map(([, path = '']) => path)
      .filter((path) => !isHere(path, file))
      .map((path) => `${file} names ${path}`),
  );
  t.same(lost, []);
});

t.test('links of documents lead to files that are here', async (t) => {
  t.ok(documents().length > 30, 'they are looked at');
  const broken = documents().flatMap((file) =>
    [...read(file).matchAll(LINK)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(ROOT, dirname(file), decodeURIComponent(path))))
      .map((path) => `${file} links to ${path}`),
  );
  t.same(broken, []);
});

t.test('files and folders that documents name are here', async (t) => {
  const lost = documents()
    // What it tells of a new file is an example.
    .filter((file) => file !== 'docs/contributing/a-new-endpoint.md')
    .flatMap((file) =>
      [...read(file).matchAll(PLACE)]
        .map(([, place = '']) => place)
        .filter((place) => !existsSync(join(ROOT, place)))
        .map((place) => `${file} names ${place}`),
    );
  t.same(lost, []);
});

t.test('the tests that docs/security.md names are here', async (t) => {
  const named = [...read('docs/security.md').matchAll(TEST)].map(([, path = '']) => path);
  t.ok(named.length > 100, 'they are looked at');
  t.same(
    named.filter(
      (path) => !['', '.ts', '.test.ts'].some((end) => existsSync(join(ROOT, `test/${path}${end}`))),
    ),
    [],
  );
});

t.test('the glossary names where each term lives, and these places are here', async (t) => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| term'));
  t.ok(rows.length >= 20, 'it has its terms');
  for (const row of rows) {
    const [, term = '', , where = ''] = row.split('|').map((cell) => cell.trim());
    const places = [...where.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
    t.ok(places.length > 0, `${term} lives somewhere`);
    for (const place of places) t.ok(existsSync(join(ROOT, place)), `${term}: ${place}`);
  }
  const terms = rows.map((row) => row.split('|')[1]?.trim().toLowerCase());
  t.same(terms, [...terms].sort(), 'in the order of the alphabet');
});

function documents(): readonly string[] {
  return [
    ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
    ...['docs', 'openapi'].flatMap((folder) => filesBelow(folder, '.md')),
  ];
}

function isHere(path: string, from: string): boolean {
  return existsSync(join(ROOT, path)) || existsSync(join(ROOT, dirname(from), path));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
