/** Starts programs that live on beside the agent. */
export interface ProcessStarter {
  /**
   * Starts a program without a shell. Always gives a process: one that could not be started has ended with a reason.
   * It does not outlive a call of `stop`, and its output is thrown away.
   */
  start(cmd: readonly string[]): StartedProcess;
}

export interface StartedProcess {
  /** Null when it could not be started, or is not known yet. */
  readonly pid: number | null;
  /** Resolves once it has ended, whoever ended it; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends it and what it has started: asks first, kills after a moment. Harmless when it has ended. */
  stop(): Promise<void>;
}

export interface ProcessEnd {
  /** In words, for a log: "exit code 1", "killed by SIGKILL", "no such program". */
  readonly reason: string;
}
