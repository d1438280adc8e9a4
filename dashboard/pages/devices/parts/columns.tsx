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
  /** A track of a CSS grid. */
  readonly width: string;
  /** The field by which the API sorts. */
  readonly sort?: string;
  readonly isHidden?: true;
  /** Shown on a phone, too. */
  readonly isOnPhone?: true;
  readonly cell: (device: Device) => ReactNode;
}

/** Every column, in order. The name is always shown, and its cell is drawn by the row. */
export const COLUMNS: readonly Column[] = [
  { key: 'name', width: 'minmax(140px, 1.3fr)', sort: 'name', isOnPhone: true, cell: ({ name }) => name },
  {
    key: 'connection',
    width: 'minmax(120px, 0.9fr)',
    sort: 'status',
    isOnPhone: true,
    cell: (device) => <Connection device={device} />,
  },
  {
    key: 'protection',
    width: 'minmax(150px, 1.2fr)',
    sort: 'protection',
    isOnPhone: true,
    cell: (device) => <Protection device={device} />,
  },
  {
    key: 'lock',
    width: 'minmax(150px, 1.2fr)',
    sort: 'lock',
    isOnPhone: true,
    cell: ({ lock }) => <Lock lock={lock} />,
  },
  { key: 'user', width: 'minmax(110px, 1fr)', sort: 'user', cell: ({ user }) => user },
  {
    key: 'ou',
    width: 'minmax(110px, 1fr)',
    sort: 'ou',
    cell: ({ ou }) => <span title={ou}>{unitName(ou)}</span>,
  },
  { key: 'place', width: 'minmax(90px, 0.7fr)', cell: ({ campus }) => placeName(campus) },
  {
    key: 'battery',
    width: '76px',
    sort: 'battery',
    cell: ({ battery }) => (battery === null ? null : percent(battery / 100)),
  },
  {
    key: 'lastSeen',
    width: 'minmax(110px, 0.8fr)',
    sort: 'lastSeen',
    isHidden: true,
    cell: ({ lastSeen }) => <Moment at={lastSeen} />,
  },
  { key: 'agent', width: '90px', isHidden: true, cell: ({ agentVersion }) => agentVersion },
  { key: 'serial', width: 'minmax(110px, 1fr)', isHidden: true, cell: ({ serial }) => serial },
  { key: 'assetTag', width: 'minmax(100px, 0.8fr)', isHidden: true, cell: ({ assetTag }) => assetTag },
  { key: 'tags', width: 'minmax(110px, 1fr)', isHidden: true, cell: ({ tags }) => tags.join(', ') },
  { key: 'os', width: 'minmax(120px, 1fr)', isHidden: true, cell: ({ osVersion }) => osVersion },
];

/** The last part of a unit's path; the whole school by its word. */
export function unitName(path: string): string {
  return path.split('/').at(-1) || devicesWords.read().wholeSchool;
}

export function placeName(campus: string): string {
  const { campuses } = devicesWords.read();
  return campuses[campus as keyof typeof campuses] ?? campus;
}
