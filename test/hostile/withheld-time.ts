import { readFileSync } from 'node:fs';

/** Oftener than the scheduler's own slices would need: a look takes 20 µs. */
const LOOK_MS = 5;
/** How far a wait may be off, and how long what came in one wake-up takes to be handled. */
const SLACK_MS = 2 * LOOK_MS;

interface Segment {
  readonly from: number;
  readonly until: number;
}

interface Thread {
  readonly path: string;
  known: number;
  /** In the order of their ends, apart from one another. */
  waits: Segment[];
}

/** Milliseconds of an exchange between two moments (`performance.now()`) in which the machine kept it waiting for a processor. */
export type Withheld = (sentAt: number, answeredAt: number) => number;

/** When the kernel had no processor for the main threads of a server and of this process, which asks it. */
export interface WithheldTime {
  /** What is known by now of the time since a moment. What was before is forgotten. */
  since(from: number): Withheld;
}

/**
 * The kernel counts how long a thread was able to run and had no processor (`run_delay`, the second number of `/proc/<pid>/task/<tid>/schedstat`;
 * Documentation/scheduler/sched-stats.rst). It adds a wait when that ends, so that what is new at a look lies right before it.
 *
 * All waits of the server count. Of our own, those at the two ends of an exchange: before the question went out, and when the answer may have been there already. In
 * between, a wait of ours keeps nobody waiting, and what the server does meanwhile is its own.
 */
export function watchWithheldTime(serverPid: number): WithheldTime {
  const [server, own] = [threadOf(serverPid), threadOf(process.pid)];
  const lookAtBoth = (): void => {
    look(server);
    look(own);
  };
  setInterval(lookAtBoth, LOOK_MS).unref();
  return {
    since(from) {
      lookAtBoth();
      for (const thread of [server, own]) thread.waits = thread.waits.filter(({ until }) => until > from);
      return (sentAt, answeredAt) => {
        const met = (one: Segment): boolean => one.until > sentAt && one.from < answeredAt;
        const atEnd = ({ from: begin, until }: Segment): boolean =>
          begin <= sentAt + SLACK_MS || until >= answeredAt - SLACK_MS;
        const all = [...server.waits.filter(met), ...own.waits.filter((one) => met(one) && atEnd(one))];
        return lengthOf(all, { from: sentAt, until: answeredAt });
      };
    },
  };
}

function threadOf(pid: number): Thread {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  return { path, known: waitedMs(path), waits: [] };
}

function look(thread: Thread): void {
  const until = performance.now();
  const waited = waitedMs(thread.path);
  if (waited > thread.known) thread.waits.push({ from: until - (waited - thread.known), until });
  thread.known = waited;
}

function waitedMs(path: string): number {
  return Number(readFileSync(path, 'latin1').split(' ')[1]) / 1e6;
}

/** What segments cover of a span, once where they overlap. */
function lengthOf(segments: readonly Segment[], span: Segment): number {
  let length = 0;
  let reached = span.from;
  for (const { from, until } of segments.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(until, span.until);
    length += Math.max(0, end - Math.max(from, reached));
    reached = Math.max(reached, end);
  }
  return length;
}
