/**
 * The attempts of the self-check. All go through the operating system with the rights of the agent, which the filter does not exempt. Of an answer
 * they use only what their result names. None rejects; each ends within some seconds.
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

/** `refused`: there was a refusal at once; `silent`: no answer came; `unreachable`: there is no route. */
export type Connected = 'open' | 'refused' | 'silent' | 'unreachable';

/** `answered`: a TLS server goes on with it. */
export type Greeted = 'answered' | 'refused' | 'silent' | 'unreachable';
