import { useCallback, useState } from 'react';

/** Most laptops that one order names one by one: `POST /v1/commands/batch`. */
export const MOST_NAMED = 500;

/** Named laptops, or all that fit the filter. */
export interface Selected {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

export const NONE: Selected = { isAll: false, ids: new Set() };

export interface Selection extends Selected {
  /** Whether somebody wanted more than can be named. */
  readonly isFull: boolean;
  readonly toggle: (id: string) => void;
  readonly add: (ids: readonly string[]) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

export function useSelection(before: Selected): Selection {
  const [selected, setSelected] = useState(before);
  const [isFull, setFull] = useState(false);
  const add = useCallback((ids: readonly string[]) => {
    setSelected((now) => {
      const next = new Set([...now.ids, ...ids]);
      setFull(next.size > MOST_NAMED);
      return now.isAll ? now : { isAll: false, ids: new Set([...next].slice(0, MOST_NAMED)) };
    });
  }, []);
  const toggle = useCallback((id: string) => {
    setSelected((now) => {
      if (now.isAll) return now;
      const ids = new Set(now.ids);
      const isNew = !ids.delete(id);
      setFull(isNew && ids.size >= MOST_NAMED);
      if (isNew && ids.size < MOST_NAMED) ids.add(id);
      return { isAll: false, ids };
    });
  }, []);
  const selectAll = useCallback(() => {
    setFull(false);
    setSelected({ isAll: true, ids: new Set() });
  }, []);
  const clear = useCallback(() => {
    setFull(false);
    setSelected(NONE);
  }, []);
  return { ...selected, isFull, toggle, add, selectAll, clear };
}
