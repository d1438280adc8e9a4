/**
 * Facts about this computer and its network. Reading them changes nothing. Every method resolves within some seconds and never rejects. What the
 * system does not tell, or tells in an unknown form, is null or an empty list, never a guess and never NaN.
 */
export interface SystemFacts {
  /** Changes only when the computer or its system is replaced: ask once a start. */
  hardware(): Promise<Hardware>;
  power(): Promise<Power>;
  session(): Promise<Session>;
  network(): Promise<Network>;
}

export type PlatformName = 'linux' | 'macos' | 'windows';

export interface Hardware {
  /**
   * The id of the installation (Linux /etc/machine-id, macOS IOPlatformUUID, Windows MachineGuid). Copied disks share it, so that it must be used
   * together with the serial number.
   */
  readonly machineId: string | null;
  /** The maker's serial number; null when absent or a known filler such as "To be filled by O.E.M.". */
  readonly serial: string | null;
  readonly model: string | null;
  readonly manufacturer: string | null;
  readonly hostname: string;
  readonly platform: PlatformName;
  /** As people call it: "Debian GNU/Linux 12 (bookworm)", "macOS 15.6.1", "Microsoft Windows 11 Education 10.0.26100". */
  readonly osVersion: string | null;
}

export interface Power {
  /** Whole number 0-100; several batteries weighted by their capacity; null = no battery (mice and keyboards do not count). */
  readonly batteryPercent: number | null;
  /** True while a battery fills. A full one on mains is not charging. Null = no battery, or the system does not say. */
  readonly charging: boolean | null;
}

/** Who sits at the computer: the active session at its own screen, not a remote one and not the sign-in screen. */
export interface Session {
  /** The account's name as the system writes it (Windows: DOMAIN\name). Null = nobody is signed in. */
  readonly user: string | null;
  /** For the system's own commands: logind session, macOS user id, Windows session number. */
  readonly sessionId: string | null;
  /** Everyone with a session, also one that is switched away or remote; each user id once. Absent = the system does not tell. */
  readonly accounts?: readonly SessionAccount[];
}

export interface SessionAccount {
  readonly uid: number;
  /** The account's name as the system writes it. */
  readonly user: string;
}

export interface Network {
  /** Without loopback and link-local addresses, which say nothing about the place. */
  readonly addresses: readonly NetworkAddress[];
  /** Preferred ones first. */
  readonly defaultGateways: readonly Gateway[];
  /** Null = no Wi-Fi, or not connected. */
  readonly wifi: Wifi | null;
}

export interface NetworkAddress {
  readonly interface: string;
  readonly address: string;
  readonly prefix: number | null;
  readonly family: 4 | 6;
}

export interface Gateway {
  readonly address: string;
  readonly interface: string;
  /** Lower case with colons; null until the system has learnt it. */
  readonly mac: string | null;
}

export interface Wifi {
  /** Null = the system hides it (macOS since 14, Windows since 11 24H2 without the location right). */
  readonly ssid: string | null;
  readonly bssid: string | null;
}
