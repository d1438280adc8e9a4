import type { SystemFacts } from '../../ports/system-facts.ts';
import { readHardware } from './hardware.ts';
import { type NetworkDependencies, readNetwork } from './network.ts';
import { readPower } from './power.ts';
import { readSessions } from './seat.ts';

/** Linux, from /sys, /proc and /etc; logind for the session. Run on real machines. */
export function createSystemFacts(dependencies: NetworkDependencies): SystemFacts {
  return {
    hardware: () => readHardware(dependencies),
    power: () => readPower(dependencies),
    session: async () => {
      const { seat, accounts } = await readSessions(dependencies);
      const atScreen = { user: seat?.user ?? null, sessionId: seat?.sessionId ?? null };
      return accounts === null ? atScreen : { ...atScreen, accounts };
    },
    network: () => readNetwork(dependencies),
  };
}
