import ipaddr from 'ipaddr.js';

/** How long a program may use an address behind its TTL: most forget it within minutes, some hold it while they run. */
const GRACE_MS = 3_600_000;
/** After the start programs still hold answers of before, which nobody here knows; browsers and systems hold them for a minute. */
const SETTLE_MS = 60_000;
/** What a laptop's day of browsing asks for in an hour; each name costs some hundred bytes. */
const MAX_NAMES = 2_000;
/** Of a content network in two hours. A name with more cannot be told from a changing one: nothing is said of it any more. */
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

  /** All that another has remembered, as of now. */
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

  /** Whether this address was given out for this name; null = it cannot be told. The address in any form. */
  knows(name: string, address: string, now: number): boolean | null {
    const known = this.#names.get(name);
    if (known === undefined || known.isOverfull || now - this.#since < SETTLE_MS || !ipaddr.isValid(address))
      return null;
    const real = ipaddr.process(address);
    const lately = [...known.until].filter(([, until]) => until > now).map(([text]) => text);
    // An IPv6 address says nothing where only IPv4 ones are known: NAT64 makes them on the computer itself.
    const family = lately.filter((text) => text.includes(':') === (real.kind() === 'ipv6'));
    return family.length === 0 ? null : family.includes(real.toString());
  }

  get size(): number {
    return this.#names.size;
  }
}
