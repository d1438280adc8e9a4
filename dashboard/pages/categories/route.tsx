import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../app/client/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { type TabLinkProps, TabLinks } from '../../ui/tabs.tsx';
import { CategoryDetail } from './parts/category-detail.tsx';
import { CategoryTable } from './parts/category-table.tsx';
import { LookUp } from './parts/look-up.tsx';
import { SuggestionList } from './parts/suggestion-list.tsx';
import { allCategories } from './queries.ts';
import { categoriesWords } from './words.ts';
import './categories.css';

export { CategorySourcesPage } from './parts/sources-page.tsx';

/** A tab is active by what it shows, not because its address begins the same. */
const EXACT = { exact: true } as const;

const here = getRouteApi('/frame/categories/{-$id}');

/** What sites count as, and who says so. */
export function CategoriesPage(): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  const { id } = here.useParams();
  const { host, tab } = here.useSearch();
  const navigate = here.useNavigate();
  return (
    <Page
      title={w.title}
      primary={
        may('createCategorySource') ? (
          <LinkButton to="/categories/sources" variant="default">
            {w.sourcesTitle}
          </LinkButton>
        ) : undefined
      }
    >
      <LookUp
        host={host ?? ''}
        onLookUp={(next) =>
          void navigate({ to: '/categories/{-$id}', params: { id }, search: { tab, host: next } })
        }
      />
      <TabLinks label={w.title} active={tab ?? 'categories'} items={tabs(host)} />
      {tab === 'suggestions' ? <SuggestionList /> : <Categories id={id} />}
    </Page>
  );
}

function Categories({ id }: { readonly id: string | undefined }): ReactNode {
  const query = useQuery(allCategories);
  return (
    <div className="categories-panes" data-open={id !== undefined || undefined}>
      <div className="categories-left">
        <Loaded query={query}>{(categories) => <CategoryTable categories={categories} />}</Loaded>
      </div>
      {id !== undefined && (
        <div className="categories-right">
          <CategoryDetail key={id} id={id} />
        </div>
      )}
    </div>
  );
}

function tabs(host: string | undefined) {
  const w = categoriesWords.read();
  return [
    {
      key: 'categories',
      label: w.title,
      link: (props: TabLinkProps) => (
        <Link
          to="/categories/{-$id}"
          params={{ id: undefined }}
          search={{ host }}
          activeOptions={EXACT}
          {...props}
        />
      ),
    },
    {
      key: 'suggestions',
      label: w.suggestions,
      link: (props: TabLinkProps) => (
        <Link
          to="/categories/{-$id}"
          params={{ id: undefined }}
          search={{ host, tab: 'suggestions' }}
          activeOptions={EXACT}
          {...props}
        />
      ),
    },
  ];
}
