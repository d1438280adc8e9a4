/**
 * The tries of the self-check, all through the operating system and with the rights of the agent, which the filter does not exempt. Nothing of an answer is believed
 * but what is asked here. None rejects; each ends within some seconds.
 */
export interface SelfCheckProbes {
  /** Asks the system's own resolver. */
  resolve(name: string): Promise<Resolved>;
  /** Opens a TCP connection and closes it again. */
  connect(address: string, port: number): Promise<Connected>;
  /** Sends the first message of a TLS connection with this server name, and looks at the first byte that comes back. */
  greet(target: {
    readonly address: string;
    readonly port: number;
    readonly serverName: string;
  }): Promise<Greeted>;
  /** Whether our PAC file is served at this port of this computer. */
  servesPac(port: number): Promise<boolean>;
}

export type Resolved =
  | { readonly answer: 'addresses'; readonly addresses: readonly string[] }
  /** The name does not exist, or has no address. */
  | { readonly answer: 'nothing' }
  /** No answer came, or the resolver could not find one. */
  | { readonly answer: 'none' };

/** `refused`: at once, by somebody; `silent`: nothing came; `unreachable`: there is no way there. */
export type Connected = 'open' | 'refused' | 'silent' | 'unreachable';

/** `answered`: a TLS server goes on with it. */
export type Greeted = 'answered' | 'refused' | 'silent' | 'unreachable';
