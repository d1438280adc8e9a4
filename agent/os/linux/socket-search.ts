import type { Clock } from '../../../kit/clock.ts';
import { type FileReading, openFilesOf } from './process-files.ts';
import { createProcessRota } from './process-rota.ts';

/** The agent has other things to do: after so much reading it lets them. */
const TURN_MS = 2;
/** Files between two looks at the clock. */
const PIECE = 64;
/** Of one process before it is another's turn: as many as a program may open that does not ask for more (the soft limit of RLIMIT_NOFILE). */
const FILES_A_GO = 1_024;
/** Processes with more files whose rest is read when the others have had their turn. Each costs an open folder. */
const MAX_SET_ASIDE = 32;
/** A rest is read now and then also while others are due (one go in). */
const REST_EVERY = 4;

/** Goes through the open files of all processes. */
export interface SocketSearch {
  /** Something new is looked for: whatever was passed is looked at again. */
  renew(accounts: ReadonlySet<number>): void;
  /** Looks for about 2 ms. @param isOver asked after each piece; true ends the turn @returns false = all was looked at since it was renewed */
  turn(isOver: () => boolean): boolean;
  /** It holds what was looked for. */
  found(pid: string): void;
  /** Lets go of what it holds open. */
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
