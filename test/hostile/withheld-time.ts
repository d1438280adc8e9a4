import { readFileSync } from 'node:fs';

/** Oftener than the scheduler's own slices would need: a look takes 20 µs. */
const LOOK_MS = 5;

interface Segment {
  readonly from: number;
  readonly until: number;
}

/** Milliseconds of a span (`performance.now()`) in which at least one of the threads waited for a processor. */
export type Withheld = (from: number, until: number) => number;

/** When the kernel kept some threads waiting for a processor. */
export interface WithheldTime {
  /** What is known by now of the time since a moment, which is forgotten before it. */
  since(from: number): Withheld;
}

/**
 * Watches the main threads of processes. The kernel counts how long a thread was able to run and had no processor (`run_delay`, the second number of
 * `/proc/<pid>/task/<tid>/schedstat`; Documentation/scheduler/sched-stats.rst). It adds a wait when that ends, so that what is new at a look lies right before it.
 */
export function watchWithheldTime(pids: readonly number[]): WithheldTime {
  let segments: Segment[] = [];
  const threads = pids.map((pid) => ({ path: `/proc/${pid}/task/${pid}/schedstat`, known: 0 }));
  for (const thread of threads) thread.known = waitedMs(thread.path);
  const look = (): void => {
    const until = performance.now();
    for (const thread of threads) {
      const waited = waitedMs(thread.path);
      if (waited > thread.known) segments.push({ from: until - (waited - thread.known), until });
      thread.known = waited;
    }
  };
  setInterval(look, LOOK_MS).unref();
  return {
    since(from) {
      look();
      segments = segments.filter(({ until }) => until > from);
      const apart = merged(segments);
      return (begin, end) =>
        apart.reduce(
          (sum, segment) => sum + Math.max(0, Math.min(segment.until, end) - Math.max(segment.from, begin)),
          0,
        );
    },
  };
}

function waitedMs(path: string): number {
  return Number(readFileSync(path, 'latin1').split(' ')[1]) / 1e6;
}

/** The same, without overlaps: two threads that wait at the same time withhold it once. */
function merged(segments: readonly Segment[]): readonly Segment[] {
  const apart: Segment[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, until } of segments.toSorted((a, b) => a.from - b.from)) {
    if (until > reached) apart.push({ from: Math.max(from, reached), until });
    reached = Math.max(reached, until);
  }
  return apart;
}
