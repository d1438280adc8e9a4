import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { AddressOpener } from '../filter/dns/given-out.ts';
import type { Judge, Judgement } from '../filter/judge.ts';
import { type AgentSide, MAX_OPENED, MAX_OPENED_SECONDS } from './wire.ts';

export interface AddressOpenerDependencies {
  readonly judge: Pick<Judge, 'mode' | 'settings'>;
  readonly openings: Pick<AgentSide, 'allowHelp' | 'giveOut'>;
  readonly clock: Clock;
  readonly log: Log;
}

type Way = 'allowHelp' | 'giveOut';

/** How long an address of crisis help is opened (seconds). A conversation lasts longer than a TTL, and its connection ends when the address is closed. */
const HELP_SECONDS = 3_600;
/**
 * How long an opening is not asked for again (milliseconds): a page asks for its names several times. It must be short, because a lock that is
 * engaged again forgets the openings.
 */
const FRESH_MS = 10_000;
/**
 * How long an answer waits for its opening (milliseconds). Stub resolvers ask again after 5 s, and an answer that comes before its opening only makes
 * a refused connection.
 */
const PATIENCE_MS = 3_000;
/** How many openings are remembered. */
const MAX_FRESH = 512;

/** Asks the agent to open addresses: those of crisis help in a lock, all others where only what was given out is open. */
export function createAddressOpener(deps: AddressOpenerDependencies): AddressOpener {
  const { clock } = deps;
  const recent = new Map<string, { readonly at: number; readonly opening: Promise<boolean> }>();

  const opening = (way: Way, addresses: readonly string[], ttlSeconds: number): Promise<boolean> => {
    const key = `${way} ${[...addresses].sort().join()}`;
    const now = clock.monotonic();
    const known = recent.get(key);
    if (known !== undefined && now - known.at < FRESH_MS) return known.opening;
    if (recent.size >= MAX_FRESH) recent.clear();
    const begun = ask(deps, way, addresses, ttlSeconds).then((isOpen) => {
      // A refused opening may succeed a moment later, because the lock gets new settings within a second.
      if (!isOpen) recent.delete(key);
      return isOpen;
    });
    recent.set(key, { at: now, opening: begun });
    return begun;
  };
  return {
    wants: (judgement) => wayOf(judgement, deps) !== null,
    async open({ judgement, addresses, ttlSeconds }) {
      const way = wayOf(judgement, deps);
      if (way === null) return;
      const seconds = way === 'allowHelp' ? HELP_SECONDS : Math.ceil(ttlSeconds);
      await within(PATIENCE_MS, opening(way, addresses, seconds), clock);
    },
  };
}

/** Null: the addresses need no opening. */
function wayOf({ reason }: Judgement, { judge }: AddressOpenerDependencies): Way | null {
  const mode = judge.mode();
  if (mode === 'locked') return reason === 'crisis_allow' ? 'allowHelp' : null;
  return mode !== 'off' && judge.settings().pinnedEgress ? 'giveOut' : null;
}

async function ask(
  { openings, log }: AddressOpenerDependencies,
  way: Way,
  addresses: readonly string[],
  ttlSeconds: number,
): Promise<boolean> {
  const seconds = Math.min(ttlSeconds, MAX_OPENED_SECONDS);
  try {
    for (let at = 0; at < addresses.length; at += MAX_OPENED)
      if (!(await openings[way]({ addresses: addresses.slice(at, at + MAX_OPENED), ttlSeconds: seconds })))
        return false;
    return true;
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'addresses were not opened');
    return false;
  }
}

/** @param work never rejects */
async function within(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  const patience = new AbortController();
  await Promise.race([work, delay(clock, ms, patience.signal)]);
  patience.abort();
}
