/** Resolves names for proxy and relay, with SafeSearch, guard against DNS rebinding, and cache. They use nothing else. */
export interface HostResolver {
  /**
   * The addresses of a host, preferred ones first; empty when it has none or is blocked. Without `family` both kinds. Rejects when no resolver answered.
   * @param host as `normaliseHost` has it, never an address
   */
  resolve(host: string, family?: 4 | 6): Promise<readonly string[]>;
}
