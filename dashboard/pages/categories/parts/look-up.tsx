import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CategoryMatches } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { useMay } from '../../../app/client/session.ts';
import { language } from '../../../app/words/language.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { lookUp } from '../queries.ts';
import { categoriesWords } from '../words.ts';
import { sourceName } from './source-name.ts';
import { SuggestDialog } from './suggest-dialog.tsx';

interface LookUpProps {
  /** What the address asks; empty = nothing. */
  readonly host: string;
  readonly onLookUp: (host: string | undefined) => void;
}

/** What a site counts as, and which list says so. */
export function LookUp({ host, onLookUp }: LookUpProps): ReactNode {
  const w = categoriesWords.read();
  const [{ from, text }, setState] = useState({ from: host, text: host });
  // Back and links change the address: the field follows it.
  if (from !== host) setState({ from: host, text: host });
  const query = useQuery(lookUp(host));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = text.trim();
    if (next === host) void query.refetch();
    else onLookUp(next === '' ? undefined : next);
  };
  return (
    <Block title={w.lookUpTitle}>
      <form className="categories-look-up" onSubmit={submit}>
        <TextInput
          type="search"
          className="categories-grow"
          aria-label={w.site}
          placeholder={w.siteHint}
          value={text}
          maxLength={253}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setState({ from: host, text: typed });
          }}
        />
        <Button type="submit" loading={query.isFetching}>
          {w.lookUp}
        </Button>
      </form>
      <div aria-live="polite">
        {host !== '' && <Loaded query={query}>{(matches) => <Matches matches={matches} />}</Loaded>}
      </div>
    </Block>
  );
}

function Matches({ matches: { domain, categories } }: { readonly matches: CategoryMatches }): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  const [suggested, setSuggested] = useState<{ kind: 'missing' | 'wrong'; category: string } | null>(null);
  const maySuggest = may('createCategorySuggestion');
  return (
    <div className="stack">
      <p>{categories.length === 0 ? w.countsAsNothing(domain) : w.countsAs(domain)}</p>
      {categories.length > 0 && (
        <ul className="categories-matches">
          {categories.map(({ id, matches }) => (
            <li key={id}>
              <Link to="/categories/{-$id}" params={{ id }} search={{ host: domain }}>
                {categoryName(id, language())}
              </Link>
              {matches.map(({ name, source, readAt }) => (
                <span key={`${source} ${name}`} className="categories-under text-meta quiet">
                  {w.because(name, sourceName(source))}
                  {readAt !== null && (
                    <>
                      {', '}
                      {w.readOn} <Moment at={readAt} show="day" />
                    </>
                  )}
                </span>
              ))}
              {maySuggest && (
                <button
                  type="button"
                  className="categories-wrong"
                  aria-label={w.wrongWhat(domain, categoryName(id, language()))}
                  onClick={() => setSuggested({ kind: 'wrong', category: id })}
                >
                  {w.wrong}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {maySuggest && (
        <div>
          <Button variant="default" onClick={() => setSuggested({ kind: 'missing', category: '' })}>
            {w.missing}
          </Button>
        </div>
      )}
      {suggested !== null && (
        <SuggestDialog domain={domain} {...suggested} onClose={() => setSuggested(null)} />
      )}
    </div>
  );
}
