import type { GatewayLimits } from '../limits.ts';

/** A place that one socket takes, from its acceptance to its close. */
export interface Admission {
  /** The network address that the server sees. */
  readonly address: string;
  /** The peer has logged in and no longer counts as a stranger. */
  proven(): void;
  /** The socket has closed. Harmless when called again. */
  leave(): void;
}

/** Counts open sockets in all and by address. */
export interface Admissions {
  /** Takes a place; null when the address, or the gateway, has too many. */
  admit(address: string): Admission | null;
  readonly count: number;
}

export function createAdmissions(limits: GatewayLimits): Admissions {
  const addresses = new Map<string, { open: number; strangers: number }>();
  let count = 0;

  const admission = (address: string, here: { open: number; strangers: number }): Admission => {
    let stranger = true;
    let present = true;
    const proven = (): void => {
      if (stranger) here.strangers -= 1;
      stranger = false;
    };
    return {
      address,
      proven,
      leave() {
        if (!present) return;
        present = false;
        proven();
        here.open -= 1;
        count -= 1;
        if (here.open === 0) addresses.delete(address);
      },
    };
  };

  return {
    admit(address) {
      const here = addresses.get(address) ?? { open: 0, strangers: 0 };
      if (count >= limits.connections || here.open >= limits.connectionsPerAddress) return null;
      if (here.strangers >= limits.strangersPerAddress) return null;
      here.open += 1;
      here.strangers += 1;
      count += 1;
      addresses.set(address, here);
      return admission(address, here);
    },
    get count() {
      return count;
    },
  };
}
