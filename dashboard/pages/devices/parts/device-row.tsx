// biome-ignore-all lint/a11y/useSemanticElements: 20,000 rows are placed by themselves, which a table's elements cannot be
import { type MouseEvent, memo } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { Check } from '../../../ui/check.tsx';
import { devicesWords } from '../words.ts';
import type { Column } from './columns.tsx';

/** What a row tells the table. The same object for every row, so that none is drawn again for it. */
export interface RowActs {
  readonly select: (index: number, isRange: boolean) => void;
  readonly activate: (index: number) => void;
  readonly open: (id: string) => void;
}

interface Row {
  readonly device: Device | null;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly isSelectable: boolean;
  readonly isActive: boolean;
  readonly isOutOfPlace: boolean;
  readonly acts: RowActs;
}

/** A laptop. While its page is not here, a grey line. */
export const DeviceRow = memo(function DeviceRow(row: Row) {
  const { device, index, top, columns, isSelected, isActive, isOutOfPlace, acts } = row;
  return (
    <div
      role="row"
      className={isOutOfPlace ? 'devices-row devices-row-past' : 'devices-row'}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => acts.activate(index)}
      onDoubleClick={() => device !== null && acts.open(device.id)}
      onKeyDown={undefined}
    >
      <div role="gridcell" className="devices-check" tabIndex={-1}>
        {device !== null && <RowCheckbox {...row} device={device} />}
      </div>
      {columns.map(({ key, isOnPhone, cell }) => (
        <div
          key={key}
          role="gridcell"
          tabIndex={-1}
          className={
            isOnPhone === true ? `devices-cell devices-cell-${key}` : 'devices-cell devices-cell-wide'
          }
        >
          {device === null && <span className="devices-waiting" />}
          {device !== null && key === 'name' && <NameLink device={device} acts={acts} />}
          {device !== null && key !== 'name' && cell(device)}
        </div>
      ))}
    </div>
  );
});

function RowCheckbox({
  device,
  index,
  isSelected,
  isSelectable,
  acts,
}: Omit<Row, 'device'> & { readonly device: Device }) {
  return (
    <Check
      checked={isSelected}
      disabled={!isSelectable}
      tabIndex={-1}
      aria-label={devicesWords.read().selectOne(device.name)}
      onClick={(event) => acts.select(index, event.shiftKey)}
    />
  );
}

/** A plain link: the router's own would listen to every change of the address, in every row. */
function NameLink({ device: { id, name }, acts }: { readonly device: Device; readonly acts: RowActs }) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    acts.open(id);
  };
  return (
    <a className="devices-name" href={`/devices/${id}`} tabIndex={-1} onClick={follow}>
      {name}
    </a>
  );
}
