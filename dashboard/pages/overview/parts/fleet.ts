import type { DeviceSummary, DeviceSummaryCell } from '../../../../sdk/node/index.ts';
import type { Place } from './places.ts';

type Fits = (cell: DeviceSummaryCell) => boolean;

/** How many laptops of a summary fit. Those of rare combinations (`others`) are not told apart. */
export function countOf({ cells }: DeviceSummary, fits: Fits): number {
  return cells.reduce((sum, cell) => sum + (fits(cell) ? cell.count : 0), 0);
}

export type WhyNot =
  | 'unprotected'
  | 'unknown'
  | 'staleOnline'
  | 'staleOffline'
  | 'olderOnline'
  | 'olderOffline';

/** Why some laptops do not enforce the present version, with the list of exactly those. */
export interface Reason {
  readonly why: WhyNot;
  readonly count: number;
  readonly place: Place;
}

/** The reasons that there are, the gravest first. Each laptop that does not enforce the version has one of them. */
export function reasonsAgainst(summary: DeviceSummary, version: number): readonly Reason[] {
  const older = (cell: DeviceSummaryCell) => cell.policyVersion !== null && cell.policyVersion < version;
  const enforces = (cell: DeviceSummaryCell) => cell.protection === 'enforcing';
  const before = { maxPolicyVersion: version - 1 };
  const all: readonly (readonly [WhyNot, Fits, Readonly<Record<string, unknown>>])[] = [
    ['unprotected', (cell) => cell.protection === 'unprotected', { protection: ['unprotected'] }],
    [
      'staleOnline',
      (cell) => cell.protection === 'stale' && cell.status === 'online',
      { protection: ['stale'], status: ['online'] },
    ],
    [
      'olderOnline',
      (cell) => enforces(cell) && older(cell) && cell.status === 'online',
      { protection: ['enforcing'], status: ['online'], ...before },
    ],
    [
      'staleOffline',
      (cell) => cell.protection === 'stale' && cell.status !== 'online',
      { protection: ['stale'], status: ['offline'] },
    ],
    [
      'olderOffline',
      (cell) => enforces(cell) && older(cell) && cell.status !== 'online',
      { protection: ['enforcing'], status: ['offline'], ...before },
    ],
    ['unknown', (cell) => cell.protection === 'unknown', { protection: ['unknown'] }],
  ];
  return all
    .map(([why, fits, search]) => ({ why, count: countOf(summary, fits), place: { to: '/devices', search } }))
    .filter(({ count }) => count > 0);
}
