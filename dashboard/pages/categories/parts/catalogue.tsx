import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KnownCategorySource } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { language } from '../../../app/words/language.ts';
import { number } from '../../../app/words/numbers.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pill } from '../../../ui/status.tsx';
import { catalogue } from '../queries.ts';
import { categoriesWords } from '../words.ts';

interface CatalogueProps {
  readonly isBusy: boolean;
  readonly onAdd: (id: string) => void;
}

/** The public lists that this version knows: recommended ones first. */
export function Catalogue({ isBusy, onAdd }: CatalogueProps): ReactNode {
  const query = useQuery(catalogue);
  return (
    <Loaded query={query}>
      {(known) => (
        <ul className="categories-catalogue">
          {known
            .toSorted((a, b) => Number(b.recommended) - Number(a.recommended))
            .map((source) => (
              <Known key={source.id} source={source} isBusy={isBusy} onAdd={onAdd} />
            ))}
        </ul>
      )}
    </Loaded>
  );
}

function Known({
  source,
  isBusy,
  onAdd,
}: CatalogueProps & { readonly source: KnownCategorySource }): ReactNode {
  const w = categoriesWords.read();
  const { id, publisher, description, category, licence, names, megabytes, homepage, recommended, added } =
    source;
  return (
    <li>
      <div className="categories-grow">
        <strong>{id}</strong> {recommended && <Pill tone="good">{w.recommended}</Pill>}
        <p>{description}</p>
        <p className="text-meta quiet">
          {w.knownFacts({
            publisher,
            licence,
            names: number(names),
            megabytes: number(megabytes),
            category: category === null ? w.several : categoryName(category, language()),
          })}{' '}
          <a href={homepage} target="_blank" rel="noreferrer">
            {w.aboutIt}
          </a>
        </p>
      </div>
      {added ? (
        <span className="quiet">{w.isAdded}</span>
      ) : (
        <Button variant="default" disabled={isBusy} aria-label={w.addWhat(id)} onClick={() => onAdd(id)}>
          {w.addOne}
        </Button>
      )}
    </li>
  );
}
