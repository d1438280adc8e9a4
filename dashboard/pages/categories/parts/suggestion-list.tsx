import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CategorySuggestion } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { language } from '../../../app/words/language.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Pill } from '../../../ui/status.tsx';
import { useActor } from '../../overrides/parts/use-actor.ts';
import { suggestions } from '../queries.ts';
import { categoriesWords } from '../words.ts';

const OPEN = ['open'] as const;
const DECIDED = ['accepted', 'declined'] as const;

/** What people here have said about categories: open ones first. */
export function SuggestionList(): ReactNode {
  const w = categoriesWords.read();
  const open = useInfiniteQuery(suggestions(OPEN));
  const decided = useInfiniteQuery(suggestions(DECIDED));
  return (
    <>
      <Block title={w.openSuggestions}>
        <Loaded query={open}>
          {({ pages }) => <Table label={w.openSuggestions} rows={pages.flatMap(({ data }) => data)} />}
        </Loaded>
        <MoreRows query={open} />
      </Block>
      <Block title={w.decidedSuggestions}>
        <Loaded query={decided}>
          {({ pages }) => <Table label={w.decidedSuggestions} rows={pages.flatMap(({ data }) => data)} />}
        </Loaded>
        <MoreRows query={decided} />
      </Block>
    </>
  );
}

interface TableProps {
  readonly label: string;
  readonly rows: readonly CategorySuggestion[];
}

function Table({ label, rows }: TableProps): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: ({ id, status }: { readonly id: string; readonly status: 'accepted' | 'declined' }) =>
      school.categories.suggestions.decide(id, { status }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['categories'] }),
  });
  return (
    <>
      <Problem error={decide.error} />
      <DataTable
        label={label}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<p className="quiet">{w.noSuggestions}</p>}
        columns={[
          {
            key: 'site',
            head: w.site,
            cell: ({ domain }) => <span className="categories-site">{domain}</span>,
          },
          { key: 'what', head: w.saysThat, cell: (row) => <What row={row} /> },
          {
            key: 'by',
            head: w.by,
            cell: ({ createdBy, createdAt }) => (
              <>
                <Actor id={createdBy} />
                <span className="categories-under text-meta quiet">
                  <Moment at={createdAt} show="ago" />
                </span>
              </>
            ),
          },
          {
            key: 'decide',
            head: w.decision,
            cell: (row) =>
              may('decideCategorySuggestion') ? (
                <Decide row={row} isBusy={decide.isPending} decide={decide.mutate} />
              ) : (
                <Status row={row} />
              ),
          },
        ]}
      />
    </>
  );
}

interface RowProps {
  readonly row: CategorySuggestion;
}

function What({ row: { kind, category, note } }: RowProps): ReactNode {
  const w = categoriesWords.read();
  const name = categoryName(category, language());
  return (
    <>
      {kind === 'missing' ? w.isMissing(name) : w.isWrong(name)}
      {note !== null && <span className="categories-under text-meta quiet">{note}</span>}
    </>
  );
}

function Actor({ id }: { readonly id: string }): ReactNode {
  return <span>{useActor(id, categoriesWords.read().actors)}</span>;
}

function Status({ row: { status } }: RowProps): ReactNode {
  const w = categoriesWords.read();
  if (status === 'open') return <Pill tone="quiet">{w.open}</Pill>;
  return (
    <Pill tone={status === 'accepted' ? 'good' : 'quiet'}>
      {status === 'accepted' ? w.accepted : w.declined}
    </Pill>
  );
}

interface DecideProps extends RowProps {
  readonly isBusy: boolean;
  readonly decide: (decision: { readonly id: string; readonly status: 'accepted' | 'declined' }) => void;
}

/** A decision can be turned round later. */
function Decide({ row, isBusy, decide }: DecideProps): ReactNode {
  const w = categoriesWords.read();
  const { id, status, domain } = row;
  return (
    <Group gap={8}>
      {status !== 'open' && <Status row={row} />}
      {status !== 'accepted' && (
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={w.acceptWhat(domain)}
          onClick={() => decide({ id, status: 'accepted' })}
        >
          {w.accept}
        </Button>
      )}
      {status !== 'declined' && (
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={w.declineWhat(domain)}
          onClick={() => decide({ id, status: 'declined' })}
        >
          {w.decline}
        </Button>
      )}
    </Group>
  );
}
