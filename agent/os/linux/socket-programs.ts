import { opendirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../kit/clock.ts';
import { createSerial } from '../../core/serial.ts';
import type { SocketName, SocketPrograms } from '../../ports/socket-programs.ts';

/** A browser's TLS handshake waits for it. From the asking on, so that a queue does not add up. */
const SEARCH_MS = 20;
/** The agent has other things to do: after so much reading it lets them. */
const TURN_MS = 2;
/** Of each second (milliseconds). A student's connections must not keep the agent busy; a browser's take less than one each. */
const SHARE_MS = 250;
/** Browsers hold some hundreds. A student's program may hold half a million, to keep the agent busy. */
const MAX_FILES = 4_096;
/** Processes that are looked at first: nearly all connections come from a few. */
const REMEMBERED_PROCESSES = 16;
/** A socket keeps its program; its number is given out again some time after it is closed. */
const KNOWN_MS = 5_000;
const MAX_KNOWN = 256;
/** A browser that opens its tabs again asks for some dozens at once. */
const MAX_WAITING = 64;
/** A program that is being replaced shows its file so. */
const DELETED = ' (deleted)';

export interface SocketProgramsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly root?: string;
}

/**
 * Searches the open files of all processes in /proc for a socket, first those of its maker's account. Other users' processes are seen only with CAP_SYS_PTRACE and
 * CAP_DAC_READ_SEARCH: without, the answer is null. Null too after 20 ms of searching, or a quarter of a second in one second.
 */
export function createSocketPrograms({ clock, root = '/proc' }: SocketProgramsOptions): SocketPrograms {
  const serial = createSerial();
  const running = new Map<string, Promise<string | null>>();
  const known = new Map<string, { readonly program: string; readonly until: number }>();
  let recent: readonly string[] = [];
  const rota = createRota();
  let busy = { second: 0, ms: 0 };

  const mayBegin = (now: number): boolean => {
    const second = Math.floor(now / 1_000);
    if (second !== busy.second) busy = { second, ms: 0 };
    return busy.ms < SHARE_MS;
  };

  const ownerOf = async ({ inode, uid }: SocketName, deadline: number): Promise<string | null> => {
    const link = `socket:[${inode}]`;
    let turnEnds = clock.monotonic() + TURN_MS;
    const found = recent.find((pid) => holds(join(root, pid, 'fd'), link));
    if (found !== undefined) return found;
    const all = processesIn(root).filter((pid) => !recent.includes(pid));
    // The youngest first: system services, which ask rarely, are old. A program that hides its memory is shown as root's.
    const others = all.reverse().map((pid) => ({ pid, owner: ownerIn(join(root, pid)) }));
    const order = rota.turns([
      ...others.filter(({ owner }) => owner === uid).map(({ pid }) => pid),
      ...others.filter(({ owner }) => owner !== uid).map(({ pid }) => pid),
    ]);
    for (const [place, pid] of order.entries()) {
      if (holds(join(root, pid, 'fd'), link)) return pid;
      const now = clock.monotonic();
      if (now >= deadline) {
        rota.brokeOff(order, place);
        return null;
      }
      if (now < turnEnds) continue;
      await nextTurn();
      turnEnds = clock.monotonic() + TURN_MS;
    }
    return null;
  };
  const search = async (socket: SocketName, deadline: number): Promise<string | null> => {
    const begun = clock.monotonic();
    if (begun >= deadline || !mayBegin(begun)) return null;
    const pid = await ownerOf(socket, deadline);
    busy = { ...busy, ms: busy.ms + clock.monotonic() - begun };
    if (pid === null) return null;
    recent = [pid, ...recent.filter((other) => other !== pid)].slice(0, REMEMBERED_PROCESSES);
    const file = targetOf(join(root, pid, 'exe'));
    if (file === null) return null;
    return basename(file.endsWith(DELETED) ? file.slice(0, -DELETED.length) : file);
  };
  const keep = (key: string, program: string): void => {
    known.delete(key);
    known.set(key, { program, until: clock.monotonic() + KNOWN_MS });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };
  const begin = async (key: string, socket: SocketName): Promise<string | null> => {
    const deadline = clock.monotonic() + SEARCH_MS;
    try {
      const program = await serial.run(() => search(socket, deadline));
      if (program !== null) keep(key, program);
      return program;
    } finally {
      running.delete(key);
    }
  };

  return {
    programOf(socket) {
      if (!(socket.inode > 0)) return Promise.resolve(null);
      const key = `${socket.uid}/${socket.inode}`;
      const remembered = known.get(key);
      if (remembered !== undefined && remembered.until > clock.monotonic())
        return Promise.resolve(remembered.program);
      const begun = running.get(key);
      if (begun !== undefined) return begun;
      if (running.size >= MAX_WAITING) return Promise.resolve(null);
      const finding = begin(key, socket);
      running.set(key, finding);
      return finding;
    },
  };
}

/** Where a search ran out of time the next one goes on, or one program with many files would hide all that come after it. */
function createRota() {
  let passed: ReadonlySet<string> = new Set();
  return {
    /** Those that searches passed in vain come last. */
    turns: (order: readonly string[]): readonly string[] => [
      ...order.filter((pid) => !passed.has(pid)),
      ...order.filter((pid) => passed.has(pid)),
    ],
    brokeOff(turns: readonly string[], place: number): void {
      const looked = turns.slice(0, place + 1);
      const all = new Set([...looked, ...turns.filter((pid) => passed.has(pid))]);
      passed = all.size < turns.length ? all : new Set(looked);
    },
  };
}

function processesIn(root: string): string[] {
  return namesIn(root, Number.POSITIVE_INFINITY).filter((name) => /^\d+$/.test(name));
}

function holds(folder: string, link: string): boolean {
  return namesIn(folder, MAX_FILES).some((fd) => targetOf(join(folder, fd)) === link);
}

/** At once, not in turns: a thread's hop for each of some thousand files would take ten times as long. */
function namesIn(folder: string, most: number): string[] {
  const names: string[] = [];
  try {
    const open = opendirSync(folder, { bufferSize: 256 });
    try {
      for (let entry = open.readSync(); entry !== null && names.length < most; entry = open.readSync())
        names.push(entry.name);
    } finally {
      open.closeSync();
    }
  } catch {
    return names; // ended meanwhile, or not ours to see
  }
  return names;
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null; // closed meanwhile, or not ours to see
  }
}

function ownerIn(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? null;
}
