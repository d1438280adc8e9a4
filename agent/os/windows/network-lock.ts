import type { CommandRunner } from '../../ports/command-runner.ts';
import type { LockedNetwork, NetworkLock, NetworkLockState, Step } from '../../ports/network-lock.ts';
import { done, failed } from '../../ports/outcome.ts';
import { failureOf } from '../command-failure.ts';
import {
  type AddressRange,
  ALL_V4,
  ALL_V6,
  addressesByFamily,
  complement,
  rangeOf,
  rangeText,
} from '../ip-addresses.ts';
import { listField, powershell, readJson, textField } from './powershell.ts';

const GROUP = 'Schoolgate-Lock';

/**
 * Windows Defender Firewall, the rules of the group `Schoolgate-Lock`. Block rules beat allow rules, so what stays reachable is left out of
 * their ranges, and stays reachable for every program. Loopback is not filtered. The rules survive a restart: removal is by group.
 * A captive portal stays open by TCP; crisis help stays shut, for a rule that lets the worker out lets all out. Look-ups at 127.0.0.1 reach the worker.
 * Plans and parsing tested on recorded output only; not yet run on Windows. From documentation: group policy may forbid local rules, and
 * another product may have turned the firewall off: `state` shows both as damaged, and nothing of that is changed; flows that were there before may live on.
 */
export function createNetworkLock({ run }: { readonly run: CommandRunner }): NetworkLock {
  const state = async (): Promise<NetworkLockState> => judge(await readJson(run, STATE_SCRIPT));
  return {
    async engage(network) {
      const { cmd, what } = planEngage(network);
      const result = await run.run(cmd);
      if (result.code !== 0) return failed(`${what}: ${failureOf(result)}`);
      const inForce = (await state()) === 'engaged';
      return inForce
        ? done('only the server is reachable')
        : failed('the rules were added but are not all in force: is Windows Firewall on?');
    },
    async release() {
      const { cmd, what } = planRelease();
      const result = await run.run(cmd);
      if (result.code !== 0) return failed(`${what}: ${failureOf(result)}`);
      return done('the network lock is removed');
    },
    state,
  };
}

/** One rule: what differs from the others. `to`: the ranges that it blocks. */
interface BlockRule {
  readonly name: string;
  readonly protocol: string;
  readonly ports?: string;
  readonly to: 'all' | 'tcp' | 'dns' | 'dhcp';
}

/** DHCP's destinations: the local network's server, or everybody on the link (RFC 2131 section 4.4, RFC 9915 section 7.1). */
const DHCP_PLACES = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '255.255.255.255',
  'fe80::/10',
  'ff02::1:2',
];

/** Tunnels without ports: IPv4 and IPv6 in IP, GRE, ESP, AH, SCTP. */
const OTHER_PROTOCOLS = ['4', '41', '47', '50', '51', '132'];

/** Ports are those of the other side going out, our own coming in. */
const OUTBOUND: readonly BlockRule[] = [
  { name: 'TCP', protocol: 'TCP', ports: '1-52,54-65535', to: 'tcp' },
  { name: 'TCP-DNS', protocol: 'TCP', ports: '53', to: 'dns' },
  { name: 'UDP', protocol: 'UDP', ports: '1-52,54-66,68-546,548-65535', to: 'all' },
  { name: 'UDP-DNS', protocol: 'UDP', ports: '53', to: 'dns' },
  { name: 'UDP-DHCP', protocol: 'UDP', ports: '67,547', to: 'dhcp' },
  { name: 'ICMP4', protocol: 'ICMPv4', to: 'all' },
  // Echo only: neighbour discovery is ICMPv6 too (RFC 4861).
  { name: 'ICMP6', protocol: 'ICMPv6 -IcmpType 128', to: 'all' },
  ...OTHER_PROTOCOLS.map((protocol): BlockRule => ({ name: `IP${protocol}`, protocol, to: 'all' })),
];
const INBOUND: readonly BlockRule[] = [
  { name: 'TCP-In', protocol: 'TCP', to: 'tcp' },
  { name: 'UDP-In', protocol: 'UDP', ports: '1-67,69-545,547-65535', to: 'all' },
];
const RULE_COUNT = OUTBOUND.length + INBOUND.length;

/**
 * All that engaging does. Pure. New rules come before old ones go, so that there is no moment without, and they go again when one of
 * them is refused; the number in their names tells them apart.
 */
export function planEngage(network: LockedNetwork): Step {
  const add = [
    ...OUTBOUND.map((rule) => newRule(rule, 'Outbound', 'RemotePort')),
    ...INBOUND.map((rule) => newRule(rule, 'Inbound', 'LocalPort')),
  ];
  const script = [
    `$old=@(Get-NetFirewallRule -Group '${GROUP}' -ErrorAction SilentlyContinue)`,
    ...rangeVariables(network),
    '$n=[DateTime]::UtcNow.Ticks',
    '$new=@()',
    `try { ${add.join('; ')} } catch { $new | Remove-NetFirewallRule; throw }`,
    '$old | Remove-NetFirewallRule',
  ];
  return { what: 'replace the rules of the lock', cmd: powershell(script.join('; ')) };
}

function newRule({ name, protocol, ports, to }: BlockRule, direction: string, portName: string): string {
  const port = ports === undefined ? '' : ` -${portName} ${ports}`;
  const names = `-Name ('${GROUP}-${name}-'+$n) -DisplayName '${GROUP}-${name}' -Group '${GROUP}'`;
  return `$new+=New-NetFirewallRule ${names} -Direction ${direction} -Action Block -Profile Any -Protocol ${protocol}${port} -RemoteAddress $${to}`;
}

function rangeVariables(network: LockedNetwork): readonly string[] {
  const servers = ranges(network.servers);
  return [
    `$all=${addresses(servers)}`,
    `$tcp=${addresses([...servers, ...ranges(network.portalAddresses ?? [])])}`,
    `$dns=${addresses([...servers, ...ranges(network.resolvers)])}`,
    `$dhcp=${addresses([...servers, ...DHCP_PLACES.map(rangeOf)])}`,
  ];
}

/** All that releasing does. Pure. */
export function planRelease(): Step {
  const script = `@(Get-NetFirewallRule -Group '${GROUP}' -ErrorAction SilentlyContinue) | Remove-NetFirewallRule`;
  return { what: 'remove the rules of the lock', cmd: powershell(script) };
}

function ranges(list: readonly string[]): readonly AddressRange[] {
  const { v4, v6 } = addressesByFamily(list);
  return [...v4, ...v6].map(rangeOf);
}

/** Everything without these, as PowerShell's list of ranges. */
function addresses(without: readonly AddressRange[]): string {
  const left = [...complement(ALL_V4, without), ...complement(ALL_V6, without)];
  return left.map((range) => `'${rangeText(range)}'`).join(',');
}

/** `PrimaryStatus` tells whether a rule is in force; `Enabled` only that somebody wants it. */
const STATE_SCRIPT = `[pscustomobject]@{
  rules=@(Get-NetFirewallRule -Group '${GROUP}' -PolicyStore ActiveStore -ErrorAction SilentlyContinue |
    Select-Object DisplayName,@{n='Enabled';e={[string]$_.Enabled}},@{n='Action';e={[string]$_.Action}},@{n='Status';e={[string]$_.PrimaryStatus}});
  profiles=@(Get-NetFirewallProfile -PolicyStore ActiveStore | Select-Object Name,@{n='Enabled';e={[string]$_.Enabled}})
} | ConvertTo-Json -Depth 3 -Compress`;

function judge(answer: unknown): NetworkLockState {
  if (answer === null) return 'damaged';
  const rules = listField(answer, 'rules');
  if (rules.length === 0) return 'released';
  const inForce = new Set(
    rules.flatMap((rule) => {
      const whole =
        textField(rule, 'Enabled') === 'True' &&
        textField(rule, 'Action') === 'Block' &&
        textField(rule, 'Status') === 'OK';
      return whole ? [textField(rule, 'DisplayName')] : [];
    }),
  );
  const profiles = listField(answer, 'profiles');
  const on = profiles.length === 3 && profiles.every((profile) => textField(profile, 'Enabled') === 'True');
  return on && inForce.size === RULE_COUNT ? 'engaged' : 'damaged';
}
