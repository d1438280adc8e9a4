import type { StoreAdapter, StoreLocation } from '../../store/ports/adapter.ts';
import { createSqliteAdapter } from '../../store/sqlite/adapter.ts';
import type { DataLayout } from './layout.ts';

/** The adapter of a location. This is the only place that chooses an adapter. */
export function storeAdapter(location: StoreLocation): StoreAdapter {
  return createSqliteAdapter(location);
}

/** The store of a data folder. */
export function folderStore({ database }: Pick<DataLayout, 'database'>): StoreAdapter {
  return storeAdapter({ kind: 'sqlite', path: database });
}
