import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { CategorySource } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { sources } from '../queries.ts';
import { categoriesWords } from '../words.ts';
import { AddSource } from './add-source.tsx';
import { HeldSource } from './held-source.tsx';
import { SourceTable } from './source-table.tsx';

/** The lists that give sites to categories. */
export function CategorySourcesPage(): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  const query = useQuery(sources);
  const [isAdding, setIsAdding] = useState(false);
  const add = may('createCategorySource') ? (
    <Button onClick={() => setIsAdding(true)}>{w.addSource}</Button>
  ) : undefined;
  return (
    <Page title={w.sourcesTitle} primary={add}>
      <p className="categories-up">
        <Link to="/categories/{-$id}" params={{ id: undefined }} search={{}}>
          <Icon name="arrow-left" /> {w.allCategories}
        </Link>
      </p>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? <Empty title={w.noSources}>{w.noSourcesText}</Empty> : <Sources rows={rows} />
        }
      </Loaded>
      {isAdding && <AddSource onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

/** The held ones need a person: they come first. */
function Sources({ rows }: { readonly rows: readonly CategorySource[] }): ReactNode {
  const w = categoriesWords.read();
  const running = rows.find(({ update }) => update !== null)?.update ?? null;
  return (
    <div className="stack">
      {running !== null && (
        <Notice kind="wait">
          {running.step === 'read'
            ? w.reading(running.source ?? '', running.number ?? 1, running.of ?? 1)
            : w.compiling}
        </Notice>
      )}
      {rows
        .filter(({ state }) => state === 'held')
        .map((source) => (
          <HeldSource key={source.id} source={source} />
        ))}
      <SourceTable rows={rows} isRunning={running !== null} />
    </div>
  );
}
