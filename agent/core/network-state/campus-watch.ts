import type {
  AddressMatcher,
  CampusDefinition,
  CampusEvidence,
  CampusJudgement,
} from '../../../contracts/device/campus.ts';
import { judgeOnDevice } from '../../../contracts/device/campus.ts';
import type { Network } from '../../ports/system-facts.ts';

/** A change of place counts when it is seen twice, this far apart: a laptop carried past an access point has not moved. */
const OBSERVATION_MS = 20_000;

const UNKNOWN: CampusJudgement = { state: 'unknown', campusId: null };

/** Where the device is, as far as it can tell. */
export interface CampusWatch {
  /** Takes one look in. A look within 20 s of the one before counts as the same look. @returns whether the judgement changed */
  observe(network: Network, campuses: readonly CampusDefinition[], atMs: number): boolean;
  current(): CampusJudgement;
}

/** The first look after a start is believed at once: nothing is known that it could contradict. */
export function createCampusWatch(matches: AddressMatcher): CampusWatch {
  let current: CampusJudgement | null = null;
  let candidate: { readonly judgement: CampusJudgement; readonly since: number } | null = null;
  return {
    current: () => current ?? UNKNOWN,
    observe(network, campuses, atMs) {
      const seen = judgeOnDevice(evidenceOf(network), campuses, matches);
      if (current === null || (campuses.length === 0 && !equal(seen, current))) {
        current = seen;
        candidate = null;
        return true;
      }
      if (equal(seen, current)) {
        candidate = null;
        return false;
      }
      if (candidate === null || !equal(seen, candidate.judgement)) {
        candidate = { judgement: seen, since: atMs };
        return false;
      }
      if (atMs - candidate.since < OBSERVATION_MS) return false;
      current = seen;
      candidate = null;
      return true;
    },
  };
}

function equal(a: CampusJudgement, b: CampusJudgement): boolean {
  return a.state === b.state && a.campusId === b.campusId;
}

function evidenceOf({ addresses, defaultGateways, wifi }: Network): CampusEvidence {
  return {
    connected: addresses.length > 0,
    addresses: addresses.map(({ address }) => address),
    gatewayMacs: defaultGateways.flatMap(({ mac }) => (mac === null ? [] : [mac])),
    bssid: wifi?.bssid ?? null,
    ssid: wifi?.ssid ?? null,
  };
}

/**
 * The part of the evidence that a campus definition lists, so that the school knows it already. All other evidence, such as the name of a home
 * network, stays on the device.
 */
export function listedEvidence(
  network: Network,
  campuses: readonly CampusDefinition[],
  matches: AddressMatcher,
): Record<string, unknown> {
  const { addresses, gatewayMacs, bssid, ssid } = evidenceOf(network);
  const listed = (
    pick: (campus: CampusDefinition) => readonly string[],
    value: string | null,
  ): string | null =>
    value !== null && campuses.some((campus) => pick(campus).includes(value)) ? value : null;
  return {
    addresses: addresses.filter((own) =>
      campuses.some(({ cidrs }) => cidrs.some((cidr) => matches(own, cidr))),
    ),
    gatewayMacs: gatewayMacs.filter((mac) => listed((campus) => campus.gatewayMacs, mac) !== null),
    bssid: listed((campus) => campus.bssids, bssid),
    ssid: listed((campus) => campus.ssids, ssid),
  };
}
