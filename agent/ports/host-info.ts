/** What Node knows about the computer on all platforms, without starting a program. */
export interface HostInfo {
  hostname(): string;
  /** Addresses of the interfaces that are up, as the system gives them. */
  interfaces(): readonly HostAddress[];
}

export interface HostAddress {
  readonly interface: string;
  readonly address: string;
  /** Length of the network part in bits; null when the system does not say. */
  readonly prefix: number | null;
  readonly family: 4 | 6;
  /** Loopback and the like: reaches nothing outside. */
  readonly internal: boolean;
}
