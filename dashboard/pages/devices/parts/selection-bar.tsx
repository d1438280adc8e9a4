import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../app/client/session.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { later } from '../../../ui/later.tsx';
import type { DeviceQuestion } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { type BulkType, iconOf, MORE_TYPES, type Target } from './commands.ts';
import { MOST_NAMED, type Selection } from './use-selection.ts';

const BulkDialog = later(async () => (await import('./bulk-dialog.tsx')).BulkDialog);
const MoveDialog = later(async () => (await import('./move-dialog.tsx')).MoveDialog);

interface Bar {
  readonly question: DeviceQuestion;
  readonly total: number;
  readonly selection: Selection;
  readonly onSent: (batchId: string) => void;
}

/** What to do with the selected laptops. */
export function SelectionBar({ question, total, selection, onSent }: Bar) {
  const w = devicesWords.read();
  const may = useMay();
  const [asked, setAsked] = useState<BulkType | 'move' | null>(null);
  const count = selection.isAll ? total : selection.ids.size;
  if (count === 0) return null;
  const target: Target = selection.isAll ? { filter: question.filter } : { deviceIds: [...selection.ids] };
  const close = (): void => setAsked(null);
  const button = (type: BulkType) => (
    <Button
      key={type}
      variant="default"
      leftSection={<Icon name={iconOf(type)} />}
      onClick={() => setAsked(type)}
    >
      {w.orders[type].name}
    </Button>
  );
  return (
    <section className="devices-bar" aria-label={w.selectionLabel}>
      <span className="devices-bar-count" role="status">
        {w.selected(count)}
      </span>
      {!selection.isAll && total > count && (
        <Button variant="subtle" onClick={selection.selectAll}>
          {w.selectAll(total)}
        </Button>
      )}
      <Button variant="subtle" onClick={selection.clear}>
        {w.clearSelection}
      </Button>
      {selection.isFull && <span className="text-meta">{w.selectionFull(MOST_NAMED)}</span>}
      <span className="devices-bar-acts">
        {may('sendCommandBatch') && (['lock', 'unlock', 'message'] as const).map(button)}
        {may('updateDevice') && (
          <Button variant="default" leftSection={<Icon name="move" />} onClick={() => setAsked('move')}>
            {w.move}
          </Button>
        )}
        {may('sendCommandBatch') && (
          <ActionMenu
            label={w.moreActs}
            items={MORE_TYPES.map((type) => ({
              label: w.orders[type].name,
              icon: iconOf(type),
              onPick: () => setAsked(type),
              danger: type === 'unenroll',
            }))}
          />
        )}
      </span>
      {asked === 'move' && <MoveDialog {...{ question, target, count }} opened onClose={close} />}
      {asked !== null && asked !== 'move' && (
        <BulkDialog type={asked} {...{ target, count, onSent }} onClose={close} />
      )}
    </section>
  );
}
