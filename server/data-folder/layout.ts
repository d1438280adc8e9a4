import { join } from 'node:path';

/** The paths in the data folder. */
export interface DataLayout {
  readonly root: string;
  readonly database: string;
  /** Held by the one server that runs on this folder. */
  readonly lock: string;
  /** Facts of the running server for other processes. */
  readonly running: string;
  readonly certificates: string;
  readonly secrets: string;
  readonly demo: string;
  /** Backups that the server makes by itself: the school before an upgrade. */
  readonly backups: string;
  /** Category indexes, and the lists that they are made of: all of it can be fetched or made again. */
  readonly categories: string;
}

export function dataLayout(root: string): DataLayout {
  return {
    root,
    database: join(root, 'schoolgate.db'),
    lock: join(root, 'server.lock'),
    running: join(root, 'running.json'),
    certificates: join(root, 'certificates'),
    secrets: join(root, 'secrets'),
    demo: join(root, 'demo'),
    backups: join(root, 'backups'),
    categories: join(root, 'categories'),
  };
}
