/** Runs other programs to their end. Every command of the agent goes through this port, so that tests can answer it. */
export interface CommandRunner {
  /**
   * Runs a program without a shell: each argument arrives as it stands. Never rejects, whatever the program does:
   * - its own exit code, also when not 0;
   * - `CANNOT_RUN` when there is no such program, or it may not be run;
   * - `STOPPED` when it ran past its time or output limit, was killed, or the signal aborted. It has ended when this resolves.
   * Output is UTF-8 in the C locale, cut off at the adapter's limit.
   */
  run(cmd: readonly string[], options?: RunOptions): Promise<CommandResult>;
}

export interface RunOptions {
  /** Text for its standard input; absent: standard input is empty. */
  readonly stdin?: string;
  /** Absent: the adapter's own limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** There is no such program, as a shell reports it. */
export const CANNOT_RUN = 127;

/** Ended from outside, as timeout(1) reports it. */
export const STOPPED = 124;
