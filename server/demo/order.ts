/** What the server's process tells the simulation's process; sent once, first. It carries no more than a device may know. */
export interface DemoOrder {
  /** HTTP address by which this machine reaches the server. */
  readonly server: string;
  /** Where devices connect now, whatever their enrollment said: ports may have changed since. */
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

/** What the simulation tells back. */
export type DemoNews =
  /** Every device is enrolled; the tokens are needed no more. */
  | { readonly kind: 'enrolled'; readonly made: number }
  /** All that are to be online are so. */
  | { readonly kind: 'living'; readonly online: number }
  | { readonly kind: 'trouble'; readonly message: string };
