import type { CommandBatch } from '../../../../sdk/node/index.ts';
import { devicesWords } from '../words.ts';

export type GroupKey = 'failed' | 'waiting' | 'sent' | 'done' | 'ended';

interface Group {
  readonly key: GroupKey;
  readonly statuses: readonly (keyof CommandBatch['counts'])[];
  readonly tone: 'bad' | 'wait' | 'good' | 'quiet';
}

/** The states of commands as a person asks for them, in the order in which they are shown. */
export const GROUPS: readonly Group[] = [
  { key: 'failed', statuses: ['failed', 'expired'], tone: 'bad' },
  { key: 'waiting', statuses: ['queued'], tone: 'wait' },
  { key: 'sent', statuses: ['sent', 'acknowledged'], tone: 'wait' },
  { key: 'done', statuses: ['succeeded'], tone: 'good' },
  { key: 'ended', statuses: ['cancelled', 'superseded'], tone: 'quiet' },
];

export function statusesOf(key: GroupKey): Group['statuses'] {
  return GROUPS.find((group) => group.key === key)?.statuses ?? [];
}

export function countIn({ counts }: CommandBatch, key: GroupKey): number {
  return statusesOf(key).reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

/** "Lock 37 laptops". */
export function orderTitle({ type, total, waiting, skipped, rejectedCount }: CommandBatch): string {
  const w = devicesWords.read();
  const count = total + waiting + skipped + rejectedCount;
  return w.orders[type as keyof typeof w.orders]?.title(count) ?? w.otherOrder(count);
}
