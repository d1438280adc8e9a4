import ipaddr from 'ipaddr.js';

/** How long after its TTL a program may still use an address (milliseconds). Most forget it within minutes, some keep it while they run. */
const GRACE_MS = 3_600_000;
/** After its start the resolver does not know the answers that programs got before. Browsers and systems keep those for a minute (milliseconds). */
const SETTLE_MS = 60_000;
/** More names than a laptop asks for in an hour; each costs some hundred bytes. */
const MAX_NAMES = 2_000;
/** Addresses of one name that are remembered: as many as a content network gives in two hours. For a name with more the answer is unknown. */
const MAX_ADDRESSES = 64;

interface GivenName {
  /** By address as RFC 5952 writes it: until when it may be in use (monotonic milliseconds). */
  readonly until: Map<string, number>;
  isOverfull: boolean;
}

/** Which addresses were given out for which names lately. Bounded: the name that was given out longest ago goes first, as a whole. */
export class GivenAddresses {
  readonly #names = new Map<string, GivenName>();
  readonly #since: number;

  /** @param now monotonic milliseconds, as everywhere here */
  constructor(now: number) {
    this.#since = now;
  }

  /** @param addresses as RFC 5952 writes them */
  remember(name: string, addresses: readonly string[], ttlSeconds: number, now: number): void {
    if (addresses.length === 0) return;
    const until = now + ttlSeconds * 1_000 + GRACE_MS;
    this.#add(name, new Map(addresses.map((address) => [address, until])), now);
  }

  /** Takes over all that another one remembers now. */
  takeOver(other: GivenAddresses, now: number): void {
    for (const [name, { until, isOverfull }] of other.#names) {
      this.#add(name, until, now);
      const known = this.#names.get(name);
      if (isOverfull && known !== undefined) Object.assign(known, { isOverfull }).until.clear();
    }
  }

  #add(name: string, more: ReadonlyMap<string, number>, now: number): void {
    const known = this.#names.get(name) ?? { until: new Map<string, number>(), isOverfull: false };
    // To the end of the line.
    this.#names.delete(name);
    this.#names.set(name, known);
    for (const [address, until] of more)
      known.until.set(address, Math.max(until, known.until.get(address) ?? until));
    if (known.until.size > MAX_ADDRESSES) {
      for (const [address, over] of known.until) if (over <= now) known.until.delete(address);
      known.isOverfull ||= known.until.size > MAX_ADDRESSES;
      if (known.isOverfull) known.until.clear();
    }
    const [oldest] = this.#names.keys();
    if (this.#names.size > MAX_NAMES && oldest !== undefined) this.#names.delete(oldest);
  }

  /** Whether this address was given out for this name; null = not known. The address may have any form. */
  knows(name: string, address: string, now: number): boolean | null {
    const known = this.#names.get(name);
    if (known === undefined || known.isOverfull || now - this.#since < SETTLE_MS || !ipaddr.isValid(address))
      return null;
    const real = ipaddr.process(address);
    const lately = [...known.until].filter(([, until]) => until > now).map(([text]) => text);
    // Where only IPv4 addresses were given out, an IPv6 address may come from NAT64 on the computer itself, so that it proves nothing.
    const family = lately.filter((text) => text.includes(':') === (real.kind() === 'ipv6'));
    return family.length === 0 ? null : family.includes(real.toString());
  }

  get size(): number {
    return this.#names.size;
  }
}
