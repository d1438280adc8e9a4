import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EnrollmentToken } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/status.tsx';
import { askTokens } from '../queries.ts';
import { enrollWords } from '../words.ts';
import { unitName } from './unit-name.ts';

/** Every token of the school, used up or not. Their texts are known to nobody any more. */
export function TokenList() {
  const w = enrollWords.read().tokens;
  const may = useMay();
  const client = useQueryClient();
  const tokens = useQuery(askTokens());
  const [ending, setEnding] = useState<EnrollmentToken | null>(null);
  const end = async (): Promise<void> => {
    if (ending !== null) await school.enrollmentTokens.delete(ending.id);
    await client.invalidateQueries({ queryKey: ['enrollment'] });
  };
  return (
    <Block title={w.title}>
      <Loaded query={tokens} rows={3}>
        {(rows) => (
          <DataTable
            label={w.title}
            columns={[
              { key: 'name', head: w.name, cell: (row) => <Name token={row} /> },
              { key: 'unit', head: w.unit, cell: ({ ou }) => unitName(ou) },
              { key: 'left', head: w.left, cell: (row) => <Left token={row} /> },
              {
                key: 'expires',
                head: w.expires,
                cell: ({ expiresAt }) =>
                  expiresAt === null ? w.never : <Moment at={expiresAt} show="full" />,
              },
              {
                key: 'do',
                head: w.actions,
                cell: (row) =>
                  may('deleteEnrollmentToken') ? (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={w.endOne(row.name)}
                      onClick={() => setEnding(row)}
                    >
                      {w.end}
                    </Button>
                  ) : null,
              },
            ]}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<Empty title={w.none} />}
          />
        )}
      </Loaded>
      <Confirm
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={w.endTitle(ending?.name ?? '')}
        text={w.endText}
        act={w.endAct}
        danger={true}
        run={end}
      />
    </Block>
  );
}

interface OfToken {
  readonly token: EnrollmentToken;
}

function Name({ token }: OfToken) {
  const w = enrollWords.read().tokens;
  return (
    <span className="enroll-name">
      {token.name} {token.reEnroll ? <Pill tone="quiet">{w.reEnroll}</Pill> : null}
    </span>
  );
}

function Left({ token: { uses, maxUses, expiresAt } }: OfToken) {
  const w = enrollWords.read().tokens;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return <Pill tone="quiet">{w.expired}</Pill>;
  if (maxUses === null) return <span>{w.usedSoFar(uses)}</span>;
  if (uses >= maxUses) return <Pill tone="quiet">{w.usedUp(maxUses)}</Pill>;
  return <span>{w.leftOf(maxUses - uses, maxUses)}</span>;
}
