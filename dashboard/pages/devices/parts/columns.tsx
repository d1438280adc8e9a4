import type { ReactNode } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { percent } from '../../../app/words/numbers.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Connection, Lock, Protection } from '../../../ui/status.tsx';
import { devicesWords } from '../words.ts';

export type ColumnKey =
  | 'name'
  | 'connection'
  | 'protection'
  | 'lock'
  | 'user'
  | 'ou'
  | 'place'
  | 'battery'
  | 'lastSeen'
  | 'agent'
  | 'serial'
  | 'assetTag'
  | 'tags'
  | 'os';

export interface Column {
  readonly key: ColumnKey;
  /** Its least width in pixels. */
  readonly least: number;
  /** Its part of the space that is left. */
  readonly share: number;
  /** The field by which the API sorts. */
  readonly sort?: string;
  readonly isHidden?: true;
  /** Shown on a phone, too. */
  readonly isOnPhone?: true;
  readonly cell: (device: Device) => ReactNode;
}

/** Every column, in order. The name is always shown, and its cell is drawn by the row. */
export const COLUMNS: readonly Column[] = [
  { key: 'name', least: 140, share: 1.3, sort: 'name', isOnPhone: true, cell: ({ name }) => name },
  {
    key: 'connection',
    least: 145,
    share: 0.9,
    sort: 'status',
    isOnPhone: true,
    cell: (device) => <Connection device={device} />,
  },
  {
    key: 'protection',
    least: 150,
    share: 1.2,
    sort: 'protection',
    isOnPhone: true,
    cell: (device) => <Protection device={device} />,
  },
  {
    key: 'lock',
    least: 185,
    share: 1.2,
    sort: 'lock',
    isOnPhone: true,
    cell: ({ lock }) => <Lock lock={lock} />,
  },
  { key: 'user', least: 110, share: 1, sort: 'user', cell: ({ user }) => user },
  {
    key: 'ou',
    least: 110,
    share: 1,
    sort: 'ou',
    cell: ({ ou }) => <span title={ou}>{unitName(ou)}</span>,
  },
  { key: 'place', least: 105, share: 0.7, cell: ({ campus }) => placeName(campus) },
  {
    key: 'battery',
    least: 76,
    share: 0.4,
    sort: 'battery',
    cell: ({ battery }) => (battery === null ? null : percent(battery / 100)),
  },
  {
    key: 'lastSeen',
    least: 110,
    share: 0.8,
    sort: 'lastSeen',
    isHidden: true,
    cell: ({ lastSeen }) => <Moment at={lastSeen} show="ago" />,
  },
  { key: 'agent', least: 90, share: 0.4, isHidden: true, cell: ({ agentVersion }) => agentVersion },
  { key: 'serial', least: 110, share: 1, isHidden: true, cell: ({ serial }) => serial },
  { key: 'assetTag', least: 100, share: 0.8, isHidden: true, cell: ({ assetTag }) => assetTag },
  { key: 'tags', least: 110, share: 1, isHidden: true, cell: ({ tags }) => tags.join(', ') },
  { key: 'os', least: 120, share: 1, isHidden: true, cell: ({ osVersion }) => osVersion },
];

/** The tracks of the grid of every row, and the width below which the table scrolls. */
export function tracksOf(columns: readonly Column[]): { readonly tracks: string; readonly least: number } {
  return {
    tracks: [`${CHECK_PX}px`, ...columns.map(({ least, share }) => `minmax(${least}px, ${share}fr)`)].join(
      ' ',
    ),
    least: columns.reduce((sum, { least }) => sum + least, CHECK_PX),
  };
}

const CHECK_PX = 40;

/** The last part of a unit's path; the whole school by its word. */
export function unitName(path: string): string {
  return path.split('/').at(-1) || devicesWords.read().wholeSchool;
}

export function placeName(campus: string): string {
  const { campuses } = devicesWords.read();
  return campuses[campus as keyof typeof campuses] ?? campus;
}
