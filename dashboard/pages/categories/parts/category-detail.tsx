import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { CategoryDetails } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { useMay } from '../../../app/client/session.ts';
import { language } from '../../../app/words/language.ts';
import { number } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { oneCategory } from '../queries.ts';
import { categoriesWords } from '../words.ts';
import { sourceName } from './source-name.ts';
import { SuggestDialog } from './suggest-dialog.tsx';

/** One category: what belongs to it, and which lists give it sites. */
export function CategoryDetail({ id }: { readonly id: string }): ReactNode {
  const w = categoriesWords.read();
  const query = useQuery(oneCategory(id));
  return (
    <Block title={categoryName(id, language())}>
      <Link className="categories-back" to="/categories/{-$id}" params={{ id: undefined }} search={true}>
        <Icon name="arrow-left" /> {w.allCategories}
      </Link>
      <Loaded query={query}>{(category) => <Shown category={category} />}</Loaded>
    </Block>
  );
}

function Shown({ category }: { readonly category: CategoryDetails }): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  const [isSuggesting, setIsSuggesting] = useState(false);
  const { id, description, domainCount, updatedAt, sources } = category;
  return (
    <div className="stack">
      {description !== '' && <p>{description}</p>}
      <Facts
        items={[
          { label: w.inRules, value: <span className="mono">{id}</span> },
          { label: w.sites, value: number(domainCount) },
          { label: w.indexOf, value: updatedAt === null ? w.shipped : <Moment at={updatedAt} /> },
        ]}
      />
      <h3 className="text-label">{w.fromLists}</h3>
      <DataTable
        label={w.fromLists}
        rows={sources}
        rowKey={(source) => source.id}
        columns={[
          { key: 'list', head: w.list, cell: (source) => sourceName(source.id) },
          { key: 'names', head: w.sites, cell: ({ names }) => number(names), align: 'end' },
        ]}
        empty={<p className="quiet">{w.noList}</p>}
      />
      {may('createCategorySuggestion') && (
        <div>
          <Button variant="default" onClick={() => setIsSuggesting(true)}>
            {w.suggestMissing}
          </Button>
        </div>
      )}
      {isSuggesting && (
        <SuggestDialog domain="" category={id} kind="missing" onClose={() => setIsSuggesting(false)} />
      )}
    </div>
  );
}
