import { createHash } from 'node:crypto';
import type { InputOf, OutputOf } from '../../channel/calls.ts';
import { type AddressesByFamily, networkRanges, rangeNetworks } from '../ip-addresses.ts';
import type { HostTakes } from './host/protocol.ts';

/** A filter of the Windows filtering engine (WFP), as the native host takes it. */
export type HostFilter = InputOf<HostTakes, 'wfp.replace'>['filters'][number];
/** What the engine holds of a set. */
export type HeldSet = OutputOf<HostTakes, 'wfp.held'>;
export type SetName = InputOf<HostTakes, 'wfp.held'>['set'];

/** Whose sockets are the worker's: a program by its full path with the drive, run by this account. */
export interface WorkerIdentity {
  readonly program: string;
  readonly sid: string;
}

/** https://www.iana.org/assignments/protocol-numbers */
export const TCP = 6;
export const UDP = 17;
export const ICMPV6 = 58;

/** In force while the engine runs; and from the start of the network until then, for which it wants another filter. */
export const PERSISTENT = ['persistent'] as const;
export const PERSISTENT_AND_BOOT = ['persistent', 'boot'] as const;
export const SESSION = ['session'] as const;

/** One rule, before it is written out by layer, family, life and length of its list. What is absent holds for all. */
export interface EngineRule {
  readonly name: string;
  /** 0-15; within a set the first match by weight decides. */
  readonly weight: number;
  readonly action: HostFilter['action'];
  /** Opening a connection or sending; taking one in or receiving; taking a port. */
  readonly layers: readonly ('connect' | 'accept' | 'bind')[];
  readonly lives: readonly HostFilter['life'][];
  readonly families?: readonly Family[];
  readonly protocols?: readonly number[];
  /** Of ICMP: its types. */
  readonly localPorts?: readonly number[];
  readonly remotePorts?: readonly number[];
  /** Addresses and networks of the other side. A family without any gets no filter. */
  readonly remote?: AddressesByFamily;
  readonly program?: string;
  readonly sid?: string;
  readonly loopback?: true;
}

type Family = 4 | 6;
type Condition = HostFilter['conditions'][number];

const FAMILIES: readonly Family[] = [4, 6];
const LAYERS = {
  connect: { 4: 'connect4', 6: 'connect6' },
  accept: { 4: 'accept4', 6: 'accept6' },
  bind: { 4: 'bind4', 6: 'bind6' },
} as const;

/** What stays on this computer; its layers are still to be said. */
export const LOOPBACK = {
  name: 'loopback',
  weight: 15,
  action: 'permit',
  lives: PERSISTENT_AND_BOOT,
  loopback: true,
} as const;

/** Addresses in one filter, which takes 256 conditions. */
const ADDRESSES_PER_FILTER = 250;

/** The filters of rules, in their order. Pure. */
export function filtersOf(rules: readonly EngineRule[]): HostFilter[] {
  return rules.flatMap((rule) =>
    rule.layers.flatMap((layer) =>
      (rule.families ?? FAMILIES).flatMap((family) =>
        remoteParts(rule, family).flatMap(({ name, remote }) =>
          rule.lives.map(
            (life): HostFilter => ({
              name,
              layer: LAYERS[layer][family],
              life,
              action: rule.action,
              weight: rule.weight,
              conditions: [...conditionsOf(rule), ...remote],
            }),
          ),
        ),
      ),
    ),
  );
}

/** A long list of addresses becomes several filters with a number in their names. */
function remoteParts(
  { name, remote }: EngineRule,
  family: Family,
): readonly { readonly name: string; readonly remote: readonly Condition[] }[] {
  if (remote === undefined) return [{ name, remote: [] }];
  const all = family === 4 ? remote.v4 : remote.v6;
  return Array.from({ length: Math.ceil(all.length / ADDRESSES_PER_FILTER) }, (_, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    remote: all
      .slice(index * ADDRESSES_PER_FILTER, (index + 1) * ADDRESSES_PER_FILTER)
      .map((is): Condition => ({ field: 'remote', is })),
  }));
}

/** The protocol comes before the ports, because the host refuses ports without a protocol. */
function conditionsOf(rule: EngineRule): readonly Condition[] {
  const each = (field: Condition['field'], values: readonly number[] = []): readonly Condition[] =>
    values.map((is) => ({ field, is }));
  return [
    ...(rule.loopback === true ? [{ field: 'loopback', is: true } as const] : []),
    ...(rule.program === undefined ? [] : [{ field: 'program', is: rule.program } as const]),
    ...(rule.sid === undefined ? [] : [{ field: 'user', is: rule.sid } as const]),
    ...each('protocol', rule.protocols),
    ...each('localPort', rule.localPorts),
    ...each('remotePort', rule.remotePorts),
  ];
}

/** Addresses and networks of a list, as few as say the same; what is neither is left out, so that nothing else reaches a filter. */
export function networksByFamily(texts: readonly string[]): AddressesByFamily {
  const ranges = networkRanges(texts);
  const of = (family: Family): readonly string[] =>
    ranges.filter((range) => range.family === family).flatMap(rangeNetworks);
  return { v4: of(4), v6: of(6) };
}

/** Says which filters a set is to hold, in 64 hexadecimal digits: the host keeps it with each of them. */
export function digestOf(set: SetName, filters: readonly HostFilter[]): string {
  return createHash('sha256')
    .update(JSON.stringify([set, filters]))
    .digest('hex');
}

/** Whether the engine holds exactly these filters, all in force. */
export function isHeld(held: HeldSet, set: SetName, filters: readonly HostFilter[]): boolean {
  return (
    held.filters === filters.length &&
    held.disabled === 0 &&
    (filters.length === 0 || held.digest === digestOf(set, filters))
  );
}
