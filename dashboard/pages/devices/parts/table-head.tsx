// biome-ignore-all lint/a11y/useSemanticElements: 20,000 rows are placed by themselves, which a table's elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: what stands in the header takes the focus
import { Check } from '../../../ui/check.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { DeviceQuestion } from '../queries.ts';
import { devicesWords } from '../words.ts';
import type { Column } from './columns.tsx';
import type { Layout } from './layout.ts';
import type { Selection } from './use-selection.ts';

interface Head {
  readonly question: DeviceQuestion;
  readonly total: number;
  readonly layout: Layout;
  readonly selection: Selection;
  readonly onSort: (sort: string) => void;
}

export function TableHead({ question, total, layout, selection, onSort }: Head) {
  const w = devicesWords.read();
  const { isAll, ids, selectAll, clear } = selection;
  return (
    <div role="rowgroup" className="devices-head">
      <div role="row" className="devices-headrow" aria-rowindex={1}>
        <div role="columnheader" className="devices-check">
          <Check
            checked={isAll}
            indeterminate={!isAll && ids.size > 0}
            aria-label={w.selectAll(total)}
            onChange={() => (isAll ? clear() : selectAll())}
          />
        </div>
        {layout.columns.map((column) => (
          <ColumnHead key={column.key} {...{ column, onSort }} sorted={question.sort} />
        ))}
      </div>
    </div>
  );
}

function ColumnHead({
  column: { key, sort, isOnPhone },
  sorted,
  onSort,
}: {
  readonly column: Column;
  readonly sorted: string;
  readonly onSort: (sort: string) => void;
}) {
  const name = devicesWords.read().columns[key];
  const isUp = sorted === sort;
  const isDown = sorted === `-${sort}`;
  const className = isOnPhone === true ? 'devices-cell' : 'devices-cell devices-cell-wide';
  return (
    <div role="columnheader" className={className} aria-sort={directionOf(isUp, isDown)}>
      {sort === undefined ? (
        <span className="text-label quiet">{name}</span>
      ) : (
        <button
          type="button"
          className="devices-sort text-label"
          onClick={() => onSort(isUp ? `-${sort}` : sort)}
        >
          {name}
          {isUp && <Icon name="chevron-up" size={14} />}
          {isDown && <Icon name="chevron-down" size={14} />}
        </button>
      )}
    </div>
  );
}

function directionOf(isUp: boolean, isDown: boolean): 'ascending' | 'descending' | 'none' {
  if (isUp) return 'ascending';
  return isDown ? 'descending' : 'none';
}
