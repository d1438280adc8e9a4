/** Regularly reports to the service manager that the agent's event loop is alive. Without these reports the manager restarts the agent. */
export interface ServiceWatchdog {
  /** Does nothing where the service manager wants no reports. */
  start(): void;
  stop(): Promise<void>;
}
