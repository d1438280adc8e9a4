// biome-ignore-all lint/a11y/useSemanticElements: 20,000 rows are placed by themselves, which a table's elements cannot be
import { useQueryClient } from '@tanstack/react-query';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { Problem } from '../../../ui/problem.tsx';
import { stillFits } from '../filter.ts';
import type { DeviceQuestion } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { tracksOf } from './columns.tsx';
import { DeviceRow, type RowActs } from './device-row.tsx';
import { idsBetween } from './ids-between.ts';
import type { Layout } from './layout.ts';
import { TableHead } from './table-head.tsx';
import { useFill } from './use-fill.ts';
import { onRowKey } from './use-row-keys.ts';
import { useRows } from './use-rows.ts';
import type { Selection } from './use-selection.ts';

/** Where the list stood. */
export interface Place {
  readonly offset: number;
  readonly active: number;
}

interface Table {
  readonly question: DeviceQuestion;
  readonly total: number;
  readonly isBehind: boolean;
  readonly layout: Layout;
  readonly rowHeight: number;
  readonly selection: Selection;
  readonly isPeeking: boolean;
  /** Another for each address: the router carries the scroll of an element on to the next page that has it. */
  readonly scrollId: string;
  /** Where it stood when the person left, and where to note it. */
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onSort: (sort: string) => void;
  readonly onPeek: (device: Device | null) => void;
  readonly onOpen: (id: string) => void;
}

/** Rows beyond the window that are drawn: with them the next rows are there before the eye is. */
const OVERSCAN = 12;

export function DeviceTable(table: Table) {
  const { question, total, layout, rowHeight, selection, place, onPlace } = table;
  const w = devicesWords.read();
  const scroller = useRef<HTMLDivElement>(null);
  const height = useFill(scroller);
  const [active, setActive] = useState(place.active);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: place.offset,
    // The row that has the focus stays, else the focus would be lost by scrolling.
    rangeExtractor: useCallback((range: Range) => withActive(range, active), [active]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer measures anew when rows get another height
  useEffect(() => virtualizer.measure(), [rowHeight]);
  const items = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const rows = useRows(question, startIndex - OVERSCAN, Math.min(endIndex + OVERSCAN, total - 1));
  useStartAgain(question, () => {
    virtualizer.scrollToOffset(0);
    setActive(0);
  });
  const offset = virtualizer.scrollOffset ?? 0;
  useEffect(() => onPlace({ offset, active }), [offset, active, onPlace]);
  const { acts, onKeyDown } = useTableActs({ table, rows, active, setActive, scroller, virtualizer });
  const { tracks, least } = tracksOf(layout.columns);
  const style = {
    height,
    '--devices-columns': tracks,
    '--devices-least': `${least}px`,
    '--devices-row': `${rowHeight}px`,
  } as CSSProperties;
  return (
    <>
      <Problem error={rows.error} retry={rows.retry} />
      <div
        ref={scroller}
        role="grid"
        className="devices-grid"
        data-scroll-restoration-id={table.scrollId}
        style={style}
        aria-label={w.title}
        aria-rowcount={total + 1}
        aria-colcount={layout.columns.length + 1}
        aria-multiselectable="true"
        aria-busy={table.isBehind}
        onKeyDown={onKeyDown}
      >
        <TableHead {...{ question, total, layout, selection }} onSort={table.onSort} />
        <div role="rowgroup" className="devices-rows" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const device = rows.at(index);
            return (
              <DeviceRow
                key={index}
                {...{ device, index, acts }}
                top={start}
                columns={layout.columns}
                isSelected={selection.isAll || (device !== null && selection.ids.has(device.id))}
                isSelectable={!selection.isAll}
                isActive={index === active}
                isOutOfPlace={device !== null && !stillFits(device, question.filter)}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].sort((a, b) => a - b);
}

/** Another question begins at its first row; the first question begins where it was left. */
function useStartAgain(question: DeviceQuestion, begin: () => void): void {
  const before = useRef(question);
  useEffect(() => {
    if (before.current === question) return;
    before.current = question;
    begin();
  });
}

interface Acting {
  readonly table: Table;
  readonly rows: { readonly at: (index: number) => Device | null };
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly scroller: { readonly current: HTMLDivElement | null };
  readonly virtualizer: { scrollToIndex(index: number): void };
}

/** What rows and keys do. It reads the newest state, and itself stays the same. */
function useTableActs(acting: Acting) {
  const now = useRef(acting);
  const isMoving = useRef(false);
  const anchor = useRef(acting.active);
  const client = useQueryClient();
  useEffect(() => {
    now.current = acting;
    if (!isMoving.current) return;
    const row = acting.scroller.current?.querySelector<HTMLElement>(`[data-index="${acting.active}"]`);
    row?.focus({ preventScroll: true });
    if (row !== undefined && row !== null) isMoving.current = false;
  });
  return useMemo(() => {
    const deviceAt = (index: number): Device | null => now.current.rows.at(index);
    const select = (index: number, isRange: boolean): void => {
      const { question, selection } = now.current.table;
      const device = deviceAt(index);
      if (!isRange) {
        anchor.current = index;
        if (device !== null) selection.toggle(device.id);
        return;
      }
      void idsBetween(client, question, anchor.current, index).then(selection.add);
    };
    const activate = (index: number): void => {
      const { table, active, setActive } = now.current;
      if (index === active) return;
      setActive(index);
      if (table.isPeeking) table.onPeek(deviceAt(index));
    };
    const acts: RowActs = { select, activate, open: (id) => now.current.table.onOpen(id) };
    const onKeyDown = onRowKey({
      move(to) {
        const { table, active, virtualizer } = now.current;
        const index = Math.min(table.total - 1, Math.max(0, to(active)));
        isMoving.current = true;
        virtualizer.scrollToIndex(index);
        activate(index);
      },
      select: (isRange) => select(now.current.active, isRange),
      peek() {
        const { table, active } = now.current;
        table.onPeek(table.isPeeking ? null : deviceAt(active));
      },
      open() {
        const device = deviceAt(now.current.active);
        if (device !== null) now.current.table.onOpen(device.id);
      },
      close: () => now.current.table.onPeek(null),
    });
    return { acts, onKeyDown };
  }, [client]);
}
