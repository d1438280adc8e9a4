import { sha256 } from '../../../../kit/signing.ts';
import type { FilterGoal } from '../../../ports/filter-control.ts';
import { ENCRYPTED_DNS_PORTS, QUIC_PORTS, VPN_TCP_PORTS, VPN_UDP_PORTS } from '../../filter-ports.ts';
import { addressesByFamily, complement, networkRanges, rangeNetworks, rangeOf } from '../../ip-addresses.ts';

/** Lies below com.apple/, because the system's own rules call the anchors there and an update may overwrite /etc/pf.conf. The lock's anchor is 251. */
export const FILTER_ANCHOR = 'com.apple/250.schoolgate';

/** The rules of the anchor, and the labels by which they are compared with those of another goal. */
export interface PfAnchor {
  readonly text: string;
  /** One a rule: pf shows them whatever it makes of the rest. */
  readonly labels: readonly string[];
}

/**
 * The filter's anchor, for IPv4 and IPv6. Pure. Only blocks, no `pass quick`: that would end pf's search before the lock's anchor. So nothing of ours keeps a
 * state either, and a new rule holds for running connections. `user` works with tcp and udp only. pf cannot redirect by user (`rdr`): no relay here. The first two
 * rules keep others from answering on our ports while the worker is down; a reset may go out, so that nobody waits.
 */
export function renderAnchor(goal: FilterGoal): PfAnchor {
  const { workerUid, ports } = goal;
  const portal = addressesByFamily(goal.mode === 'portal' ? goal.portalAddresses : []);
  const open = [...portal.v4, ...portal.v6].map(rangeOf);
  const doh = networkRanges(goal.dohAddresses)
    .flatMap((range) => complement(range, open))
    .flatMap(rangeNetworks);
  const vpn = networkRanges(goal.vpnServers ?? []).flatMap(rangeNetworks);
  const toOthers = vpn.length === 0 ? 'any' : '! <schoolgate_vpn>';
  const ours = `from any port { ${ports.dns}, ${ports.proxy} } to any user != ${workerUid}`;
  const outward = 'block return out quick on ! lo0';
  const elsewhere = `from any to ! <schoolgate_portal> port`;
  const rules = [
    `block drop out quick on lo0 proto udp ${ours}`,
    `block drop out quick on lo0 proto tcp ${ours} flags SA/SA`,
    `${outward} proto { tcp, udp } ${elsewhere} { ${[53, ...ENCRYPTED_DNS_PORTS].join(', ')} } user != ${workerUid}`,
    `${outward} proto udp ${elsewhere} { ${QUIC_PORTS.join(', ')} } user != ${workerUid}`,
    `${outward} proto udp from any to ${toOthers} port { ${VPN_UDP_PORTS.join(', ')} } user != ${workerUid}`,
    `${outward} proto tcp from any to ${toOthers} port { ${VPN_TCP_PORTS.join(', ')} } user != ${workerUid}`,
    `${outward} proto { tcp, udp } from any to <schoolgate_doh> user != ${workerUid}`,
  ];
  const tables = [
    table('schoolgate_doh', doh),
    table('schoolgate_portal', [...portal.v4, ...portal.v6]),
    ...(vpn.length === 0 ? [] : [table('schoolgate_vpn', vpn)]),
  ];
  const digest = sha256([...tables, ...rules].join('\n')).slice(0, 16);
  const labels = rules.map((_, index) => `schoolgate-${index + 1}-${digest}`);
  const labelled = rules.map((rule, index) => `${rule} label "${labels[index] ?? ''}"`);
  return { text: `${[...tables, ...labelled].join('\n')}\n`, labels };
}

function table(name: string, elements: readonly string[]): string {
  return elements.length === 0
    ? `table <${name}> persist`
    : `table <${name}> persist { ${elements.join(', ')} }`;
}

/** The labels of ours in what `pfctl -s rules` prints. */
export function parseLabels(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/label "(schoolgate-\d{1,3}-[\w-]{1,32})"/g)].flatMap(([, label]) => label ?? []),
  );
}
