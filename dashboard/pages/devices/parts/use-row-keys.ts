import type { KeyboardEvent } from 'react';

/** What the keys of the list do. */
export interface RowKeyActs {
  readonly move: (to: (index: number) => number) => void;
  readonly select: (isRange: boolean) => void;
  readonly peek: () => void;
  readonly open: () => void;
  readonly close: () => void;
}

/** Rows that Page Up and Page Down pass. */
const LEAP = 10;

const MOVES: Readonly<Record<string, (index: number) => number>> = {
  j: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  k: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + LEAP,
  PageUp: (index) => index - LEAP,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
};

/** The keys of the list, while a row has the focus. */
export function onRowKey(acts: RowKeyActs): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (actOf(event, acts)) event.preventDefault();
  };
}

/** @returns whether the key meant something */
function actOf({ key, shiftKey }: KeyboardEvent, acts: RowKeyActs): boolean {
  const move = MOVES[key.length === 1 ? key.toLowerCase() : key];
  if (move !== undefined) acts.move(move);
  else if (key === 'x' || key === 'X') acts.select(shiftKey);
  else if (key === ' ') acts.peek();
  else if (key === 'Enter') acts.open();
  else if (key === 'Escape') acts.close();
  else return false;
  return true;
}
