import { Fault } from '../../kit/fault.ts';

/**
 * Whether an error says that the store itself fails (disk full or broken, locked, not running), so that the same work may succeed later.
 * Any other error is the work's own, and comes again however often it is tried.
 */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof Fault && error.code === 'unavailable';
}
