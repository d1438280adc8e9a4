import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Hardware, Network, Power, Session, SystemFacts } from '../ports/system-facts.ts';

/** How soon a sign-in or a pulled plug is noticed (milliseconds). On some platforms each look starts several programs. */
const POLL_MS = 10_000;

/** The last look at the computer, so that a heartbeat waits for nothing. */
export interface FactsWatch extends Service {
  /** Looks now; a look that fails keeps what was known before. */
  look(): Promise<void>;
  /** Whether it has looked at all. */
  looked(): boolean;
  hardware(): Hardware | null;
  power(): Power;
  session(): Session;
  network(): Network;
}

export interface FactsWatchDependencies {
  readonly facts: SystemFacts;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each look. @param changed whether the user, or the source of power, has changed, so that a heartbeat is due */
  readonly onLook: (changed: boolean) => void;
}

export function createFactsWatch({ facts, clock, log, onLook }: FactsWatchDependencies): FactsWatch {
  let hardware: Hardware | null = null;
  let power: Power = { batteryPercent: null, charging: null };
  let session: Session = { user: null, sessionId: null };
  let network: Network = { addresses: [], defaultGateways: [], wifi: null };
  let seen = '';
  let running: ReturnType<typeof every> | null = null;

  const keep = async <T>(what: string, ask: () => Promise<T>, before: T): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      log.warn({ what, error: messageOf(error) }, 'cannot read a fact of this computer');
      return before;
    }
  };

  const look = async (): Promise<void> => {
    hardware ??= await keep('hardware', () => facts.hardware(), hardware);
    [power, session, network] = await Promise.all([
      keep('power', () => facts.power(), power),
      keep('session', () => facts.session(), session),
      keep('network', () => facts.network(), network),
    ]);
    const now = JSON.stringify([session.user, power.charging]);
    const changed = now !== seen;
    seen = now;
    onLook(changed);
  };

  return {
    look,
    async start() {
      if (running !== null) return;
      running = every(clock, POLL_MS, look, (error) =>
        log.warn({ error: messageOf(error) }, 'a look at the computer failed'),
      );
      await look();
    },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
    },
    looked: () => seen !== '',
    hardware: () => hardware,
    power: () => power,
    session: () => session,
    network: () => network,
  };
}
