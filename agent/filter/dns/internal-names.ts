import { isWithinDomain, normaliseHost } from '../../../contracts/policy/host.ts';
import type { FilterSettings, InternalName } from '../../../contracts/policy/settings.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import { AnswerCache } from './answer-cache.ts';
import { Forwarder } from './forwarder.ts';
import { createPlace, type PlaceFacts } from './place.ts';
import { UpstreamSet } from './upstream-set.ts';

/** Names that only the school's own resolvers know (split DNS). */
export interface InternalNames {
  /** Who is to be asked for a name; null = the same as for any other. */
  forwarderFor(name: string): Pick<Forwarder, 'ask'> | null;
  close(): Promise<void>;
}

interface Zone {
  readonly upstreams: UpstreamSet;
  readonly forwarder: Forwarder;
}

/** Whether a name is one of the school's own, by the settings in force. */
export function isInternalName(
  name: string,
  { internalNames }: Pick<FilterSettings, 'internalNames'>,
): boolean {
  return nearest(name, internalNames) !== null;
}

/** The most specific entry for a name: `lab.school.example` before `school.example`. */
function nearest(name: string, entries: readonly InternalName[]): InternalName | null {
  let best: InternalName | null = null;
  for (const entry of entries) {
    const domain = normaliseHost(entry.domain);
    if (domain === null || !isWithinDomain(name, domain)) continue;
    if (best === null || domain.length > best.domain.length) best = entry;
  }
  return best;
}

/** Each set of resolvers has its own cache, because their answers hold only inside the school. */
export function createInternalNames({
  settings,
  clock,
  random,
  log,
  network,
  isOwn,
}: {
  readonly settings: () => Pick<FilterSettings, 'internalNames'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: () => PlaceFacts;
  readonly isOwn: (address: string, port: number) => boolean;
}): InternalNames {
  let zones = new Map<string, Zone>();
  let of: readonly InternalName[] = [];

  const zoneOf = (resolvers: readonly string[]): Zone => {
    const key = resolvers.join();
    const known = zones.get(key);
    if (known !== undefined) return known;
    const place = createPlace({ facts: network, upstreams: () => resolvers });
    const upstreams = new UpstreamSet({ upstreams: () => resolvers, clock, random, ca: [], place, isOwn });
    const cache = new AnswerCache();
    const zone = { upstreams, forwarder: new Forwarder({ upstreams, cache, place, clock, log }) };
    zones.set(key, zone);
    return zone;
  };
  const closeAll = async (): Promise<void> => {
    const closing = [...zones.values()];
    zones = new Map();
    await Promise.all(closing.map(({ upstreams }) => upstreams.close()));
  };
  return {
    forwarderFor(name) {
      const { internalNames } = settings();
      if (internalNames !== of) {
        of = internalNames;
        closeAll().catch((error: unknown) => log.warn({ error: String(error) }, 'a resolver was not left'));
      }
      const entry = nearest(name, internalNames);
      return entry === null ? null : zoneOf(entry.resolvers).forwarder;
    },
    close: closeAll,
  };
}
