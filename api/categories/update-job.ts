import type { Log } from '../../kit/log.ts';
import type { Job } from '../scheduler/job.ts';
import { nextOccurrence } from '../scheduler/recurrence.ts';
import type { CategoryUpdater } from './update.ts';

const HOUR_MS = 3_600_000;
/** Enough for several archives over a slow line. Each source has a time-out of its own. */
const TIMEOUT_MS = 2 * HOUR_MS;

/** Every night, reads the sources of categories and puts the new index into use. */
export function createCategoryUpdateJob({
  updater,
  organisationId,
  log,
}: {
  readonly updater: Pick<CategoryUpdater, 'update'>;
  readonly organisationId: number;
  readonly log: Log;
}): Job {
  return {
    name: 'categories.update',
    next: (after) => nextOccurrence({ hour: 2, minute: 40, timezone: 'UTC' }, after),
    timeoutMs: TIMEOUT_MS,
    async run(signal) {
      const { index, changed, sources } = await updater.update({ organisationId, sources: null, signal });
      const failed = sources.filter(({ state }) => state === 'failed').map(({ id }) => id);
      if (changed)
        log.info({ version: index.version, names: index.names, failed }, 'the category index is a new one');
    },
    retryMs: () => HOUR_MS,
  };
}
