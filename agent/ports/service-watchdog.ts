/** Tells what has started the agent, again and again, that its event loop turns; else it is ended and started anew. */
export interface ServiceWatchdog {
  /** Does nothing where no watchdog waits for us. */
  start(): void;
  stop(): Promise<void>;
}
