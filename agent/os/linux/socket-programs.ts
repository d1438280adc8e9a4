import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, delay } from '../../../kit/clock.ts';
import { TokenBucket } from '../../../kit/token-bucket.ts';
import type { SocketPrograms } from '../../ports/socket-programs.ts';
import { programFileOf } from './process-files.ts';
import { createSocketSearch } from './socket-search.ts';

/**
 * How much of each second may be used (milliseconds), so that a student's connections do not keep the agent busy. A browser's take less than one
 * millisecond each.
 */
const SHARE_MS = 250;
/** When to search again after a search without a result (milliseconds): a program may have passed its socket to one that was searched before. */
const AGAIN_AFTER_MS = 100;
/** How long a result is remembered (milliseconds). A socket keeps its program, but its number is used again some time after it is closed. */
const KNOWN_MS = 5_000;
const MAX_KNOWN = 256;
/** Twice as many as an honest worker asks for at once (filter/relay/linux-programs.ts). */
const MAX_WAITING = 256;

export interface SocketProgramsOptions {
  readonly clock: Clock;
  readonly root?: string;
}

interface Waiter {
  readonly uid: number;
  readonly answer: Promise<string | null>;
  readonly settle: (program: string | null) => void;
}

/**
 * Searches the open files of all processes in /proc, for all wanted sockets at once, so that many cost no more than one. Other users' processes are
 * seen only with CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH: without, the answer is null. A quarter of the time goes into it at most, in pieces of 2 ms.
 */
export function createSocketPrograms({ clock, root = '/proc' }: SocketProgramsOptions): SocketPrograms {
  const waiting = new Map<string, Waiter>();
  const known = new Map<string, { readonly program: string; readonly until: number }>();
  const share = new TokenBucket(clock, { perSecond: SHARE_MS, burst: SHARE_MS });
  let searching = false;
  let isNew = false;
  let wake: () => void = () => undefined;

  const keep = (link: string, program: string): void => {
    known.delete(link);
    known.set(link, { program, until: clock.monotonic() + KNOWN_MS });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };
  const files = createSocketSearch({
    root,
    clock,
    onLink(pid, link) {
      const waiter = waiting.get(link);
      if (waiter === undefined) return;
      const program = programFileOf(root, pid);
      if (program === null) return;
      files.found(pid);
      keep(link, program);
      waiter.settle(program);
    },
  });
  const turn = (): boolean => {
    if (isNew) files.renew(new Set([...waiting.values()].map(({ uid }) => uid)));
    isNew = false;
    return files.turn(() => waiting.size === 0);
  };
  /** Until something new is asked for, or this much has passed. */
  const pause = async (): Promise<void> => {
    const aborter = new AbortController();
    wake = () => aborter.abort();
    await delay(clock, AGAIN_AFTER_MS, aborter.signal);
    isNew = true;
  };
  const search = async (): Promise<void> => {
    while (waiting.size > 0) {
      const begun = clock.monotonic();
      const isMore = turn();
      const restMs = share.take(clock.monotonic() - begun);
      if (waiting.size === 0) break;
      if (restMs > 0) await delay(clock, restMs);
      if (isMore || isNew) await nextTurn();
      else await pause();
    }
    files.rest();
    searching = false;
  };
  const begin = (link: string, uid: number, withinMs: number): Waiter => {
    let settle: Waiter['settle'] = () => undefined;
    const answer = new Promise<string | null>((resolve) => {
      const timer = clock.setTimeout(() => settle(null), withinMs);
      settle = (program) => {
        timer.cancel();
        waiting.delete(link);
        resolve(program);
      };
    });
    return { uid, answer, settle: (program) => settle(program) };
  };

  return {
    programOf({ inode, uid }, withinMs) {
      if (!(inode > 0)) return Promise.resolve(null);
      const link = `socket:[${inode}]`;
      const remembered = known.get(link);
      if (remembered !== undefined && remembered.until > clock.monotonic())
        return Promise.resolve(remembered.program);
      const begun = waiting.get(link);
      if (begun !== undefined) return begun.answer;
      if (waiting.size >= MAX_WAITING) return Promise.resolve(null);
      const waiter = begin(link, uid, withinMs);
      waiting.set(link, waiter);
      isNew = true;
      wake();
      if (!searching) {
        searching = true;
        void search();
      }
      return waiter.answer;
    },
  };
}
