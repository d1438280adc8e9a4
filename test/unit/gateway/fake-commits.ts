import type { GroupCommit, Job } from '../../../gateway/writing/group-commit.ts';
import { nextTurn } from '../../../kit/turns.ts';
import type { Transaction } from '../../../store/ports/store.ts';

export interface FakeCommits extends GroupCommit {
  /** Activity that was submitted. */
  readonly activity: Extract<Job, { kind: 'activity' }>['records'][number][];
  /** How many jobs were submitted. */
  readonly submitted: number;
  /** From now on jobs fail before they are run with this; null ends it. */
  fail(error: Error | null): void;
  /** Jobs wait from now on. @returns lets them run */
  hold(): () => void;
}

/** A group commit that runs the jobs one after the other, each in a turn of the event loop, over one transaction; of activity it takes note. */
export function createFakeCommits(tx: Transaction): FakeCommits {
  const activity: FakeCommits['activity'][number][] = [];
  let submitted = 0;
  let failure: Error | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const run = async (job: Job): Promise<unknown> => {
    await nextTurn();
    if (failure !== null) throw failure;
    if (job.kind === 'work') return await job.run(tx);
    activity.push(...job.records);
    return undefined;
  };

  return {
    activity,
    get submitted() {
      return submitted;
    },
    fail(error) {
      failure = error;
    },
    hold() {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      last = last.then(() => released);
      return () => release();
    },
    submit<T>(job: Job<T>): Promise<T> {
      submitted += 1;
      const done = last.then(() => run(job));
      last = done.then(
        () => undefined,
        () => undefined,
      );
      return done as Promise<T>;
    },
    async drain() {
      await last;
    },
  };
}
