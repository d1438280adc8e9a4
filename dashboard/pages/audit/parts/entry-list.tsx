import type { AuditEntry } from '../../../../sdk/node/index.ts';
import { number } from '../../../app/words/numbers.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { actionText } from '../action-words.ts';
import { useActorName } from '../actors.ts';
import { targetName } from '../targets.ts';
import { auditWords } from '../words.ts';

interface EntryListProps {
  readonly entries: readonly AuditEntry[];
  readonly isFiltered: boolean;
  readonly onOpen: (entry: AuditEntry) => void;
}

/** The entries, the newest first; each opens to what it changed. */
export function EntryList({ entries, isFiltered, onOpen }: EntryListProps) {
  const w = auditWords.read();
  const actorName = useActorName();
  const columns: readonly Column<AuditEntry>[] = [
    { key: 'at', head: w.at, cell: ({ timestamp }) => <Moment at={timestamp} />, width: '180px' },
    { key: 'who', head: w.who, cell: ({ actor }) => actorName(actor) },
    {
      key: 'what',
      head: w.what,
      cell: ({ action }) => <span title={action}>{actionText(action)}</span>,
    },
    { key: 'about', head: w.about, cell: (entry) => <About entry={entry} /> },
    {
      key: 'number',
      head: w.number,
      align: 'end',
      narrow: 'hide',
      cell: ({ sequence }) => <span className="quiet">{number(sequence)}</span>,
    },
  ];
  return (
    <DataTable
      label={w.title}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={<Empty title={isFiltered ? w.noneFits : w.noEntries} />}
    />
  );
}

function About({ entry }: { readonly entry: AuditEntry }) {
  const name = targetName(entry);
  if (name !== null) return name;
  if (entry.target === null) return <span className="quiet">{auditWords.read().unknownTarget}</span>;
  return <span className="mono">{entry.target}</span>;
}
