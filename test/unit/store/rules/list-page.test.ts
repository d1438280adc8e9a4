import t from 'tap';
import type { ListPosition, ListQuery } from '../../../../store/ports/list.ts';
import { compareValues, pageOf } from '../../../../store/rules/list-page.ts';
import { hasFields } from '../../../support/has-fields.ts';

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly size: number;
}
type Field = 'name' | 'size';

const ROWS: readonly Row[] = [
  { id: 'e', name: 'a', size: 1 },
  { id: 'd', name: null, size: 2 },
  { id: 'c', name: 'b', size: 10 },
  { id: 'b', name: 'a', size: 9 },
  { id: 'a', name: 'a', size: 1 },
];

function page(query: Partial<Pick<ListQuery<unknown, Field>, 'sort' | 'limit' | 'from'>>) {
  return pageOf<Row, Field>(
    ROWS,
    { sort: [], limit: 10, from: { kind: 'page', page: 1 }, ...query },
    (row, field) => row[field],
  );
}

function idsOf(rows: readonly Row[]): string {
  return rows.map(({ id }) => id).join('');
}

t.test('rows are sorted by each key in turn, and by id in the direction of the last key', async (t) => {
  const sorted = (...sort: ListQuery<unknown, Field>['sort']): string => idsOf(page({ sort }).rows);
  t.equal(sorted(), 'abcde');
  t.equal(sorted({ field: 'name', descending: false }), 'dabec');
  t.equal(sorted({ field: 'name', descending: true }), 'cebad');
  t.equal(sorted({ field: 'name', descending: false }, { field: 'size', descending: true }), 'dbeac');
  t.equal(sorted({ field: 'size', descending: false }), 'aedbc');
});

t.test(
  'pages by number follow each other, each knows whether there is more, and the total is of all',
  async (t) => {
    const pages = [1, 2, 3, 4].map((number) => page({ limit: 2, from: { kind: 'page', page: number } }));
    t.strictSame(
      pages.map(({ rows, hasMore, total }) => [idsOf(rows), hasMore, total]),
      [
        ['ab', true, 5],
        ['cd', true, 5],
        ['e', false, 5],
        ['', false, 5],
      ],
    );
    t.equal(page({ limit: 5 }).hasMore, false, 'a page that holds all is the last');
    t.equal(page({}).totalIsEstimate, false);
  },
);

t.test('a page after a position begins behind it, also where its row is gone', async (t) => {
  const sort = [{ field: 'name', descending: true }] as const;
  let from: ListQuery<unknown, Field>['from'] = { kind: 'page', page: 1 };
  const seen: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const { rows, last, total } = page({ sort, limit: 2, from });
    seen.push(idsOf(rows));
    t.equal(total, 5);
    from = { kind: 'after', position: last as ListPosition };
  }
  t.strictSame(seen, ['ce', 'ba', 'd']);
  t.equal(page({ sort, from }).last, null, 'nothing is behind the last');
  const gone = page({ sort, from: { kind: 'after', position: { values: ['a'], id: 'c' } } });
  t.equal(idsOf(gone.rows), 'bad');
});

t.test('the position of the last row tells its sort values and its id', async (t) => {
  hasFields(t, page({ sort: [{ field: 'size', descending: false }], limit: 3 }), {
    last: { values: [2], id: 'd' },
  });
});

t.test('values: null first, numbers by size, texts by the bytes of UTF-8', async (t) => {
  t.equal(compareValues(null, null), 0);
  t.equal(compareValues('x', 'x'), 0);
  t.ok(compareValues(null, 'x') < 0);
  t.ok(compareValues('x', null) > 0);
  t.ok(compareValues(null, -1) < 0);
  t.ok(compareValues(9, 10) < 0);
  t.ok(compareValues(10, 9) > 0);
  t.ok(compareValues('10', '9') < 0);
  t.ok(compareValues('Z', 'a') < 0);
  // By UTF-16 units the second, a pair of surrogates, would come first.
  t.ok(compareValues('\uff5e', '\u{1f600}') < 0);
});
