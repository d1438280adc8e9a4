import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CategorySource } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { language } from '../../../app/words/language.ts';
import { number } from '../../../app/words/numbers.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Pill } from '../../../ui/status.tsx';
import { categoriesWords } from '../words.ts';

interface SourceTableProps {
  readonly rows: readonly CategorySource[];
  /** One update runs at a time. */
  readonly isRunning: boolean;
}

export function SourceTable({ rows, isRunning }: SourceTableProps): ReactNode {
  const w = categoriesWords.read();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<CategorySource | null>(null);
  const renew = () => client.invalidateQueries({ queryKey: ['category-sources'] });
  const update = useMutation({
    mutationFn: (id: string) => school.categories.sources.startUpdate(id),
    onSuccess: renew,
  });
  return (
    <>
      <Problem error={update.error} />
      <DataTable
        label={w.sourcesTitle}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'id', head: w.list, cell: (source) => <Named source={source} /> },
          {
            key: 'category',
            head: w.category,
            cell: ({ category }) => (category === null ? w.several : categoryName(category, language())),
          },
          { key: 'state', head: common.read().status, cell: (source) => <State source={source} /> },
          { key: 'names', head: w.sites, cell: ({ names }) => number(names), align: 'end' },
          {
            key: 'checked',
            head: w.lastRead,
            cell: ({ checkedAt }) =>
              checkedAt === null ? common.read().never : <Moment at={checkedAt} show="ago" />,
          },
          {
            key: 'acts',
            head: common.read().actions,
            align: 'end',
            cell: (source) => (
              <Acts
                source={source}
                isRunning={isRunning || update.isPending}
                onUpdate={() => update.mutate(source.id)}
                onDelete={() => setLeaving(source)}
              />
            ),
          },
        ]}
      />
      {leaving !== null && (
        <Confirm
          opened
          onClose={() => setLeaving(null)}
          title={w.deleteSource(leaving.id)}
          text={w.deleteSourceText(number(leaving.names))}
          act={w.deleteSourceAct}
          danger
          run={async () => {
            await school.categories.sources.delete(leaving.id);
            await renew();
          }}
        />
      )}
    </>
  );
}

interface SourceProps {
  readonly source: CategorySource;
}

function Named({ source: { id, location } }: SourceProps): ReactNode {
  const w = categoriesWords.read();
  return (
    <>
      {id}
      <span className="categories-under categories-site text-meta quiet">{location ?? w.fileOfServer}</span>
    </>
  );
}

function State({ source: { id, state, problem, refused, update } }: SourceProps): ReactNode {
  const w = categoriesWords.read();
  // Every source tells of the update that runs, of whichever source.
  const isRead = update?.source === id;
  return (
    <>
      {isRead && (
        <Pill tone="wait" dashed>
          {w.updating}
        </Pill>
      )}
      {!isRead && state === 'held' && <Pill tone="warn">{w.held}</Pill>}
      {!isRead && state === 'failed' && <Pill tone="bad">{w.failed}</Pill>}
      {!isRead && state === 'new' && <Pill tone="quiet">{w.notRead}</Pill>}
      {!isRead && state === 'current' && <Pill tone="good">{w.current}</Pill>}
      {problem !== null && <span className="categories-under categories-problem text-meta">{problem}</span>}
      {refused > 0 && <span className="categories-under text-meta quiet">{w.refusedNames(refused)}</span>}
    </>
  );
}

interface ActsProps extends SourceProps {
  readonly isRunning: boolean;
  readonly onUpdate: () => void;
  readonly onDelete: () => void;
}

function Acts({ source: { id, local }, isRunning, onUpdate, onDelete }: ActsProps): ReactNode {
  const w = categoriesWords.read();
  const may = useMay();
  return (
    <Group gap={8}>
      {!local && may('startCategorySourceUpdate') && (
        <Button variant="default" disabled={isRunning} aria-label={w.updateWhat(id)} onClick={onUpdate}>
          {w.updateNow}
        </Button>
      )}
      {may('deleteCategorySource') && (
        <Button variant="default" aria-label={w.deleteSource(id)} onClick={onDelete}>
          {common.read().delete}
        </Button>
      )}
    </Group>
  );
}
