// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, and a block that has no role is no row
import type { ReactNode } from 'react';
import { common } from '../app/words/common.ts';
import { Empty } from './empty.tsx';
import './table.css';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Such as `120px`, `30%`. */
  readonly width?: string;
  readonly align?: 'end';
  /** Left out on a phone. */
  readonly narrow?: 'hide';
}

/** Styles that turn rows into cards take the meaning of a table away in some browsers; these keep it. */
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Opens a row: the first cell becomes a button, and the whole row takes a click. */
  readonly onOpen?: (row: Row) => void;
  /** A link around the words of the first cell, in its place; the whole row takes a click. */
  readonly link?: (row: Row) => ReactNode;
  readonly empty?: ReactNode;
}

/** A table of up to some 200 rows. On a phone each row is a card that names its cells. */
export function DataTable<Row>({ label, columns, rows, rowKey, empty, ...opening }: DataTableProps<Row>) {
  if (rows.length === 0) return empty ?? <Empty title={common.read().noRows} />;
  return (
    <div className="data-table-frame">
      <table {...AS.table} className="data-table" aria-label={label}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            {columns.map((column) => (
              <th
                key={column.key}
                {...AS.head}
                scope="col"
                className={cellClass(column)}
                style={{ width: column.width }}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...AS.row} className={opens(opening) ? 'data-table-opens' : undefined}>
              {columns.map((column, index) => (
                <td key={column.key} {...AS.cell} className={cellClass(column)} data-head={column.head}>
                  {index === 0 ? <FirstCell row={row} column={column} {...opening} /> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Opening<Row> = Pick<DataTableProps<Row>, 'onOpen' | 'link'>;

function FirstCell<Row>(props: Opening<Row> & { readonly row: Row; readonly column: Column<Row> }) {
  const { row, column, onOpen, link } = props;
  if (link !== undefined) return <span className="data-table-whole">{link(row)}</span>;
  if (onOpen === undefined) return column.cell(row);
  return (
    <span className="data-table-whole">
      <button type="button" className="data-table-open" onClick={() => onOpen(row)}>
        {column.cell(row)}
      </button>
    </span>
  );
}

function opens<Row>({ onOpen, link }: Opening<Row>): boolean {
  return onOpen !== undefined || link !== undefined;
}

function cellClass<Row>({ align, narrow }: Column<Row>): string | undefined {
  const names = [align === 'end' ? 'data-table-end' : '', narrow === 'hide' ? 'data-table-wide-only' : ''];
  return names.filter((name) => name !== '').join(' ') || undefined;
}
