import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { actionText } from '../action-words.ts';
import { useActorName } from '../actors.ts';
import type { AuditSearch } from '../search.ts';
import { targetPlace } from '../targets.ts';
import { auditWords } from '../words.ts';
import { Changes } from './changes.tsx';

interface EntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
  readonly onSearch: (search: AuditSearch) => void;
}

/** One entry: who, from where, and each value before and after. */
export function EntryDialog({ entry, onClose, onSearch }: EntryDialogProps) {
  const w = auditWords.read();
  const { actor, target } = entry;
  return (
    <Dialog opened onClose={onClose} title={w.entryTitle(entry.sequence)} size="wide">
      <div className="stack">
        <Facts items={useFacts(entry)} />
        <Changes entry={entry} />
        <DialogButtons>
          <Button variant="default" onClick={() => onSearch({ actor })}>
            {w.onlyActor}
          </Button>
          {target === null ? null : (
            <Button variant="default" onClick={() => onSearch({ target })}>
              {w.onlyThis}
            </Button>
          )}
          <Button onClick={onClose}>{common.read().close}</Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

function useFacts(entry: AuditEntry): readonly Fact[] {
  const w = auditWords.read();
  const actorName = useActorName();
  const { actor, action, ip, userAgent, requestId } = entry;
  const name = actorName(actor);
  return [
    { label: w.at, value: <Moment at={entry.timestamp} /> },
    {
      label: w.who,
      value: (
        <>
          {name} {name === actor ? null : <span className="mono quiet">{actor}</span>}
        </>
      ),
    },
    {
      label: w.what,
      value: (
        <>
          {actionText(action)} <span className="mono quiet">{action}</span>
        </>
      ),
    },
    { label: w.about, value: <Target entry={entry} /> },
    ...told(w.address, ip),
    ...told(w.program, userAgent),
    ...told(w.request, requestId),
    { label: w.hash, value: <span className="mono">{entry.hash}</span> },
  ];
}

function told(label: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ label, value: <span className="mono">{value}</span> }];
}

function Target({ entry }: { readonly entry: AuditEntry }) {
  const w = auditWords.read();
  const may = useMay();
  if (entry.target === null) return w.unknownTarget;
  const place = targetPlace(entry);
  const id = <span className="mono">{entry.target}</span>;
  if (place === null || !may(place.needs)) return id;
  const { to, params } = place;
  return (
    <>
      {id} <Link {...({ to, params } as unknown as LinkProps)}>{w.openIt}</Link>
    </>
  );
}
