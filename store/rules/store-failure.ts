import { Fault } from '../../kit/fault.ts';

/**
 * Whether an error is a failure of the store itself (disk full or broken, locked, not running), so that the same work may succeed later. Any other error is the
 * work's own and comes again at each try.
 */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof Fault && error.code === 'unavailable';
}
