import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Override } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { SCOPE_OPERATIONS, scopeName } from '../queries.ts';
import { overridesWords } from '../words.ts';
import { useActor } from './use-actor.ts';

interface PermissionTableProps {
  readonly rows: readonly Override[];
  readonly isPast: boolean;
}

/** Permissions with what they open, for whom and until when. */
export function PermissionTable({ rows, isPast }: PermissionTableProps): ReactNode {
  const w = overridesWords.read();
  const may = useMay();
  const [ending, setEnding] = useState<Override | null>(null);
  const mayEnd = !isPast && may('deleteOverride');
  return (
    <>
      <DataTable
        label={isPast ? w.past : w.inForce}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'site',
            head: w.site,
            cell: ({ site }) => <span className="overrides-site">{site}</span>,
          },
          { key: 'whom', head: w.forWhom, cell: (row) => <ScopeName scope={row.scope} /> },
          { key: 'ends', head: isPast ? w.ended : w.ends, cell: (row) => <End row={row} /> },
          {
            key: 'by',
            head: w.madeBy,
            cell: ({ createdBy, createdAt }) => (
              <>
                <Actor id={createdBy} />
                <span className="overrides-under text-meta quiet">
                  <Moment at={createdAt} show="ago" />
                </span>
              </>
            ),
          },
          { key: 'why', head: w.reason, cell: ({ reason }) => reason ?? w.noReason, narrow: 'hide' },
          ...(mayEnd
            ? [
                {
                  key: 'end',
                  head: w.act,
                  align: 'end' as const,
                  cell: (row: Override) => (
                    <Button variant="default" aria-label={w.endSite(row.site)} onClick={() => setEnding(row)}>
                      {w.endNow}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {ending !== null && <EndPermission override={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function End({ row: { endedAt, expiresAt } }: { readonly row: Override }): ReactNode {
  const w = overridesWords.read();
  const isEarly = endedAt !== null && Date.parse(endedAt) < Date.parse(expiresAt);
  return (
    <>
      <Moment at={endedAt ?? expiresAt} show="full" />
      <span className="overrides-under text-meta quiet">
        {isEarly ? w.endedEarly(dayAndTime(expiresAt)) : <Moment at={endedAt ?? expiresAt} show="ago" />}
      </span>
    </>
  );
}

function Actor({ id }: { readonly id: string }): ReactNode {
  return <span className="overrides-actor">{useActor(id, overridesWords.read().actors)}</span>;
}

function ScopeName({ scope }: { readonly scope: Override['scope'] }): ReactNode {
  const w = overridesWords.read();
  const may = useMay();
  const found = useQuery({ ...scopeName(scope), enabled: may(SCOPE_OPERATIONS[scope.type] ?? '') });
  const kind = w.kinds[scope.type] ?? scope.type;
  if (found.data === '/') return w.wholeSchool;
  return (
    <>
      {found.data ?? scope.id}
      <span className="overrides-under text-meta quiet">{kind}</span>
    </>
  );
}

interface EndPermissionProps {
  readonly override: Override;
  readonly onClose: () => void;
}

function EndPermission({ override: { id, site }, onClose }: EndPermissionProps): ReactNode {
  const w = overridesWords.read();
  const client = useQueryClient();
  return (
    <Confirm
      opened
      onClose={onClose}
      title={w.endTitle}
      text={w.endText(site)}
      act={w.endAct}
      danger
      run={async () => {
        await school.overrides.delete(id);
        await client.invalidateQueries({ queryKey: ['overrides'] });
      }}
    />
  );
}
