import { useSyncExternalStore } from 'react';

const ROW_PX = 40;
const COMPACT_PX = 32;
/** A row on a phone has two lines. */
const PHONE_PX = 56;

const phone = (): MediaQueryList => window.matchMedia('(max-width: 700px)');

function listen(heard: () => void): () => void {
  const query = phone();
  query.addEventListener('change', heard);
  return () => query.removeEventListener('change', heard);
}

/** The height of every row, in pixels. */
export function useRowHeight(isCompact: boolean): number {
  const isPhone = useSyncExternalStore(listen, () => phone().matches);
  if (isPhone) return PHONE_PX;
  return isCompact ? COMPACT_PX : ROW_PX;
}
