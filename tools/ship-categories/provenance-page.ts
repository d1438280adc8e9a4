import { SHIPPABLE_LISTS, type ShippableList } from './lists.ts';
import type { Selection } from './select-names.ts';

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software
without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * The page that says where the shipped names come from, with the notices that the licences require.
 * @param at the day on which the lists were read
 * @param hashes SHA-256 of each list's file
 */
export function provenancePage({
  selection,
  bytes,
  at,
  hashes,
}: {
  readonly selection: Selection;
  readonly bytes: number;
  readonly at: string;
  readonly hashes: ReadonlyMap<string, string>;
}): string {
  const counts = [...selection.names].map(([category, names]) => `| ${category} | ${names.length} |`);
  const lists = SHIPPABLE_LISTS.map((list) => rowOf(list, selection, hashes));
  const holders = new Map(
    SHIPPABLE_LISTS.flatMap(({ origins }) => origins).flatMap(({ project, copyright }) =>
      copyright === undefined ? [] : [[project, copyright]],
    ),
  );
  return `# Names that ship, and where they come from

Made on ${at} by \`npm run categories:ship\`, which writes this page; ${bytes} bytes of fingerprints (docs/category-index.md), no readable name. The names that are written by hand for
this project (\`contracts/categories/catalogue\`) come on top.

| category | names |
|---|---:|
${counts.join('\n')}

A name ships only if it survives: no public suffix, no crisis help, no site that a school needs (\`tools/ship-categories/school-sites.ts\`), no school, authority or museum by its suffix, none of
the ten thousand popular names or below one but those judged by hand (\`judged-names.ts\`), no suffix that is gone. Of a list that is mixed with others, what two lists hold or what says itself
what it is.

| list | category | licence | names read | new here | from | SHA-256 of the file read |
|---|---|---|---:|---:|---|---|
${lists.join('\n')}

The lists are unions over several versions of each project. Many names of them are dead.

## Notices

${[...holders].map(([project, copyright]) => `${project}: ${copyright}`).join('  \n')}

${MIT}
`;
}

function rowOf(
  { id, category, origins }: ShippableList,
  { reports }: Selection,
  hashes: ReadonlyMap<string, string>,
): string {
  const report = reports.find((one) => one.id === id);
  const licences = [...new Set(origins.map(({ licence }) => licence))].join(', ');
  const projects = origins.map(({ project }) => project).join(', ');
  return `| ${id} | ${category} | ${licences} | ${report?.read ?? 0} | ${report?.added ?? 0} | ${projects} | \`${hashes.get(id)}\` |`;
}
