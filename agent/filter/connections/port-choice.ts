/** How many following ports are tried where a port is taken, before the system picks one. A program seldom takes several ports in a row. */
const NEIGHBOURS = 9;
/** A port that the system picks may be free by one protocol or family alone; then another is picked. */
const ANY_ATTEMPTS = 10;
const LAST_PORT = 65_535;

/** Another program has the port, or the system reserves it. */
const TAKEN: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES']);

/** The ports to try, in order; 0 = whichever the system picks. @param mayMove whether another port than the wanted one serves */
export function portsToTry(wanted: number, mayMove: boolean): readonly number[] {
  const any = new Array<number>(ANY_ATTEMPTS).fill(0);
  if (wanted === 0) return any;
  if (!mayMove) return [wanted];
  const near = Array.from({ length: NEIGHBOURS }, (_, index) => wanted + 1 + index);
  return [wanted, ...near.filter((port) => port <= LAST_PORT), ...any];
}

/**
 * Opens at the first port that is free. When `open` rejects, it must have closed what it had opened. @throws the system's error for the wanted port
 * when none is free; any error that is not about the port, at once
 */
export async function openAtFreePort(
  ports: readonly number[],
  open: (port: number) => Promise<void>,
): Promise<void> {
  let first: unknown = null;
  for (const port of ports) {
    try {
      return await open(port);
    } catch (error) {
      first ??= error;
      if (!TAKEN.has(codeOf(error))) throw error;
    }
  }
  throw first;
}

/** The system's code of an error; empty = it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
