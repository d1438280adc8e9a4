import type { Clock } from '../../../kit/clock.ts';
import { type FileReading, openFilesOf } from './process-files.ts';
import { createProcessRota } from './process-rota.ts';

/** How long one turn of reading may take (milliseconds), so that the agent can do other work between turns. */
const TURN_MS = 2;
/** Files between two looks at the clock. */
const PIECE = 64;
/** Files of one process before another has its turn: the usual soft limit of RLIMIT_NOFILE. */
const FILES_A_GO = 1_024;
/** Processes with more files that are kept open to read the rest later. Each costs an open folder. */
const MAX_SET_ASIDE = 32;
/** One turn in this many reads such a rest, even while other processes are due. */
const REST_EVERY = 4;

/** Goes through the open files of all processes. */
export interface SocketSearch {
  /** Something new is wanted: processes that were searched before are searched again. */
  renew(accounts: ReadonlySet<number>): void;
  /** Searches for about 2 ms. @param isOver called after each piece; true ends the turn @returns false = every process was searched since `renew` */
  turn(isOver: () => boolean): boolean;
  /** A process had what was looked for. */
  found(pid: string): void;
  /** Closes what it has open. */
  rest(): void;
}

export function createSocketSearch({
  root,
  clock,
  onLink,
}: {
  readonly root: string;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onLink: (pid: string, link: string) => void;
}): SocketSearch {
  const rota = createProcessRota(root, clock);
  let aside: FileReading[] = [];
  let go: { readonly reading: FileReading; left: number } | null = null;
  let goes = 0;

  const nextReading = (): FileReading | null => {
    goes += 1;
    if (goes % REST_EVERY === 0 && aside.length > 0) return aside.shift() ?? null;
    for (let pid = rota.next(); pid !== null; pid = rota.next()) {
      const reading = openFilesOf(root, pid);
      if (reading !== null) return reading;
    }
    return aside.shift() ?? null;
  };
  const setAside = (reading: FileReading): void => {
    const isThere = aside.some(({ pid }) => pid === reading.pid);
    if (isThere || aside.length >= MAX_SET_ASIDE) reading.close();
    else aside.push(reading);
  };
  const readPiece = ({ reading, left }: NonNullable<typeof go>): typeof go => {
    if (!reading.read(PIECE, (link) => onLink(reading.pid, link))) return null;
    if (left > PIECE) return { reading, left: left - PIECE };
    setAside(reading);
    return null;
  };

  return {
    renew: rota.renew,
    found: rota.found,
    turn(isOver) {
      const ends = clock.monotonic() + TURN_MS;
      do {
        const reading = go === null ? nextReading() : null;
        if (reading !== null) go = { reading, left: FILES_A_GO };
        if (go === null) return false;
        go = readPiece(go);
      } while (!isOver() && clock.monotonic() < ends);
      return true;
    },
    rest() {
      go?.reading.close();
      for (const reading of aside) reading.close();
      go = null;
      aside = [];
    },
  };
}
