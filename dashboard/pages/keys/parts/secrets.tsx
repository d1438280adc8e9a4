import type { ApiKey } from '../../../../sdk/node/index.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { Block } from '../../../ui/block.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pill } from '../../../ui/status.tsx';
import { keysWords } from '../words.ts';
import { overlapEnd, type Secret, secretsOf } from './key-health.ts';

/** The secrets of a key by their ends, and until when each works. */
export function Secrets({ of }: { readonly of: ApiKey }) {
  const w = keysWords.read();
  const both = of.revokedAt === null ? overlapEnd(of) : null;
  return (
    <Block title={w.secrets.title}>
      {both === null ? null : <Notice kind="wait">{w.rotate.bothUntil(dayAndTime(both))}</Notice>}
      <DataTable
        label={w.secrets.title}
        columns={[
          {
            key: 'text',
            head: w.secrets.ends,
            cell: ({ slot }) => <span className="mono">{slot.display}</span>,
          },
          { key: 'state', head: w.list.state, cell: (row) => <SecretState secret={row} of={of} /> },
          { key: 'made', head: w.about.made, cell: ({ slot }) => <Moment at={slot.createdAt} show="full" /> },
          {
            key: 'used',
            head: w.list.used,
            cell: ({ slot }) =>
              slot.lastUsedAt === null ? w.neverUsed : <Moment at={slot.lastUsedAt} show="ago" />,
          },
        ]}
        rows={secretsOf(of)}
        rowKey={({ slot }) => slot.createdAt + slot.display}
      />
    </Block>
  );
}

function SecretState({ secret, of }: { readonly secret: Secret; readonly of: ApiKey }) {
  const w = keysWords.read().secrets;
  if (of.revokedAt !== null || secret.hasEnded) return <Pill tone="quiet">{w.ended}</Pill>;
  if (secret.slot.expiresAt !== null)
    return (
      <Pill tone="warn" icon="clock">
        {w.worksUntil(dayAndTime(secret.slot.expiresAt))}
      </Pill>
    );
  return (
    <Pill tone="good" icon="check">
      {secret.isNewest ? w.newest : w.works}
    </Pill>
  );
}
