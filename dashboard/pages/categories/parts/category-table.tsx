import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Category } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { language } from '../../../app/words/language.ts';
import { number } from '../../../app/words/numbers.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { categoriesWords } from '../words.ts';

/** All categories by their names. */
export function CategoryTable({ categories }: { readonly categories: readonly Category[] }): ReactNode {
  const w = categoriesWords.read();
  const named = categories.map((one) => ({ ...one, shown: categoryName(one.id, language()) }));
  const rows = named.toSorted((a, b) => a.shown.localeCompare(b.shown, language()));
  return (
    <DataTable
      label={w.title}
      rows={rows}
      rowKey={({ id }) => id}
      link={({ id, shown }) => (
        <Link to="/categories/{-$id}" params={{ id }} search={true}>
          {shown}
        </Link>
      )}
      columns={[
        { key: 'name', head: w.name, cell: ({ shown }) => shown },
        { key: 'sites', head: w.sites, cell: ({ domainCount }) => number(domainCount), align: 'end' },
      ]}
    />
  );
}
