/**
 * Where a device is. The device judges by evidence; the server corrects it by the address that it sees. The weight of each piece of
 * evidence follows the enforcement design, section 14.
 */
export type CampusState = 'on-campus' | 'off-campus' | 'unknown';

/** A campus in the form that devices receive. MAC addresses and BSSIDs are lower case with colons. */
export interface CampusDefinition {
  readonly id: string;
  readonly name: string;
  /** Networks in CIDR notation, IPv4 or IPv6. */
  readonly cidrs: readonly string[];
  readonly gatewayMacs: readonly string[];
  readonly bssids: readonly string[];
  readonly ssids: readonly string[];
}

/** Evidence that a device has of its place. Only values that a campus lists leave the device. */
export interface CampusEvidence {
  readonly connected: boolean;
  readonly addresses: readonly string[];
  readonly gatewayMacs: readonly string[];
  readonly bssid: string | null;
  readonly ssid: string | null;
}

export interface CampusJudgement {
  readonly state: CampusState;
  readonly campusId: string | null;
}

/** Whether an address lies in a network. The caller supplies it, because parsing addresses needs a library of its platform. */
export type AddressMatcher = (address: string, cidr: string) => boolean;

/**
 * The device's own judgement. A listed gateway MAC, or a listed BSSID, decides. A local address in a campus network and the SSID count only
 * together, because homes use the same private networks and anybody can name a hotspot. Without a network the result is unknown.
 */
export function judgeOnDevice(
  evidence: CampusEvidence,
  campuses: readonly CampusDefinition[],
  matches: AddressMatcher,
): CampusJudgement {
  if (!evidence.connected || campuses.length === 0) return { state: 'unknown', campusId: null };
  for (const campus of campuses) {
    const gateway = evidence.gatewayMacs.some((mac) => campus.gatewayMacs.includes(mac));
    const accessPoint = evidence.bssid !== null && campus.bssids.includes(evidence.bssid);
    const network = evidence.ssid !== null && campus.ssids.includes(evidence.ssid);
    const address = evidence.addresses.some((own) => campus.cidrs.some((cidr) => matches(own, cidr)));
    if (gateway || accessPoint || (network && address)) return { state: 'on-campus', campusId: campus.id };
  }
  return { state: 'off-campus', campusId: null };
}

/**
 * The server's judgement. The address that the server sees decides alone when it lies in a network of a campus. From any other address a
 * device may claim only a campus that lists no networks.
 */
export function judgeOnServer(
  claim: CampusJudgement,
  seenAddress: string | null,
  campuses: readonly CampusDefinition[],
  matches: AddressMatcher,
): CampusJudgement {
  if (seenAddress !== null) {
    const seen = campuses.find((campus) => campus.cidrs.some((cidr) => matches(seenAddress, cidr)));
    if (seen !== undefined) return { state: 'on-campus', campusId: seen.id };
  }
  if (claim.state !== 'on-campus') return { state: claim.state, campusId: null };
  const claimed = campuses.find((campus) => campus.id === claim.campusId);
  if (claimed === undefined) return { state: 'unknown', campusId: null };
  if (claimed.cidrs.length > 0 && seenAddress !== null) return { state: 'off-campus', campusId: null };
  return { state: 'on-campus', campusId: claimed.id };
}
