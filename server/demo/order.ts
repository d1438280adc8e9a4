/** The message of the server's process to the simulation's process; sent once, first. It contains no more than a device may know. */
export interface DemoOrder {
  /** HTTP address by which this machine reaches the server. */
  readonly server: string;
  /** Where devices connect now: ports may have changed since their enrollment. */
  readonly mqttUrl: string;
  readonly certificateAuthority: string;
  /** An enrollment token for each organisational unit. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Campus ids by name. */
  readonly campusIds: Readonly<Record<string, string>>;
  readonly devices: number;
  /** File that keeps the identities of the simulated devices. */
  readonly identityFile: string;
}

/** A message of the simulation to the server's process. */
export type DemoNews =
  /** Every device is enrolled; the tokens are needed no more. */
  | { readonly kind: 'enrolled'; readonly made: number }
  /** All devices are online that should be. */
  | { readonly kind: 'living'; readonly online: number }
  | { readonly kind: 'trouble'; readonly message: string };
