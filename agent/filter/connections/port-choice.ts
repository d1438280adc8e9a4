/** Neighbours that are tried where a port is taken, before any free one: a program seldom takes more than its own. */
const NEIGHBOURS = 9;
/** A port that the system picks may be free by one protocol or family alone; then another is picked. */
const ANY_ATTEMPTS = 10;
const LAST_PORT = 65_535;

/** Another program has it, or the system keeps it to itself. */
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
 * Opens at the first port that is free. What `open` opened before it failed must be closed when it rejects.
 * @throws what the system said of the wanted port, when none is free; at once what is no matter of the port
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
