import { useCallback, useState } from 'react';
import { COLUMNS, type Column, type ColumnKey } from './columns.tsx';

/** How a person has the table, kept in this browser. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly isCompact: boolean;
  readonly isShown: (key: ColumnKey) => boolean;
  readonly toggle: (key: ColumnKey) => void;
  readonly setCompact: (isCompact: boolean) => void;
}

interface Kept {
  /** The columns whose showing differs from the usual. */
  readonly changed: readonly string[];
  readonly isCompact: boolean;
}

const PLACE = 'schoolgate.devices.table';

export function useLayout(): Layout {
  const [kept, setKept] = useState(readKept);
  const change = useCallback((next: Kept) => {
    setKept(next);
    keep(next);
  }, []);
  const isShown = (key: ColumnKey): boolean => {
    const isUsual = COLUMNS.find((column) => column.key === key)?.isHidden !== true;
    return kept.changed.includes(key) ? !isUsual : isUsual;
  };
  return {
    columns: COLUMNS.filter(({ key }) => isShown(key)),
    isCompact: kept.isCompact,
    isShown,
    toggle: (key) =>
      change({
        ...kept,
        changed: kept.changed.includes(key)
          ? kept.changed.filter((one) => one !== key)
          : [...kept.changed, key],
      }),
    setCompact: (isCompact) => change({ ...kept, isCompact }),
  };
}

/** A browser may refuse its storage, and what is there may be from elsewhere. */
function readKept(): Kept {
  try {
    const { changed, isCompact } = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>;
    return { changed: Array.isArray(changed) ? changed.map(String) : [], isCompact: isCompact === true };
  } catch {
    return { changed: [], isCompact: false };
  }
}

function keep(layout: Kept): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(layout));
  } catch {
    // Without storage it lasts until the page is left.
  }
}
