import type { WorkerDependencies } from './worker.ts';

/** The filter's parts; loaded before the link, so that a worker that starts again answers names first. */
export const loadFilterParts: WorkerDependencies['loadParts'] = async () =>
  (await import('./compose-parts.ts')).createFilterParts;

export const loadWorkerLink: WorkerDependencies['loadLink'] = async () =>
  (await import('./worker-link.ts')).createWorkerLink;
