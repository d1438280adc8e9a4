import type { InputOf, OutputOf } from '../../../../../../agent/channel/calls.ts';
import type {
  HeldSet,
  HostFilter,
  SetName,
  WorkerIdentity,
} from '../../../../../../agent/os/windows/engine-rules.ts';
import { partsOf } from '../../../../../../agent/os/windows/filter/marks.ts';
import { NRPT_HIVES, NRPT_RULE } from '../../../../../../agent/os/windows/filter/nrpt.ts';
import type { RegistryChange } from '../../../../../../agent/os/windows/filter/registry-change.ts';
import type { HostTakes } from '../../../../../../agent/os/windows/host/protocol.ts';
import type { WindowsHost } from '../../../../../../agent/os/windows/host/windows-host.ts';
import type { WindowsCall } from '../../../../../../agent/os/windows/host-call.ts';
import type { CommandRunner } from '../../../../../../agent/ports/command-runner.ts';
import { checkedCall } from '../planned-calls.ts';

export const WORKER: WorkerIdentity = {
  program: 'C:\\Program Files\\Schoolgate\\schoolgate-agent.exe',
  sid: 'S-1-5-18',
};
export const OUR_RULE_KEY = `${NRPT_HIVES.local}\\${NRPT_RULE}`;

type Value = OutputOf<HostTakes, 'registry.read'>['keys'][number]['values'][number];
type CallName = keyof HostTakes & string;
type Owner = NonNullable<OutputOf<HostTakes, 'owner'>>;
type Network = OutputOf<HostTakes, 'network'>;

/** A Windows computer in memory, behind its native host and its netsh. It stands in for both, it does not test them. */
export interface WindowsComputer extends WindowsHost {
  readonly run: CommandRunner;
  /** By key, in the spelling of its first making. */
  readonly registry: Map<string, Value[]>;
  readonly sets: Map<SetName, { filters: HostFilter[]; disabled: number; digest: string }>;
  readonly openings: Map<string, { digest: string; filters: HostFilter[]; seconds: number }>;
  /** Calls that changed something, in order. */
  readonly changes: WindowsCall[];
  /** Who holds port 53, by `udp4` and the like. */
  readonly owners: Map<string, Owner>;
  readonly network: Network;
  winHttp: string;
  /** What the host refuses from now on, and with which words. */
  readonly refuses: Map<CallName, string>;
}

/** Of those that are asked for, what is there from the first. */
const KEYS_OF_WINDOWS = [
  NRPT_HIVES.local,
  'SOFTWARE\\Policies\\Microsoft\\Windows',
  'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Internet Settings',
];

/** As docs/ and MS-GPNRPT, netsh's documentation say; never taken down on a Windows. */
export function windowsComputer(): WindowsComputer {
  const computer: WindowsComputer = {
    registry: new Map(KEYS_OF_WINDOWS.flatMap(partsOf).map((key) => [key, []])),
    sets: new Map(),
    openings: new Map(),
    changes: [],
    owners: new Map(),
    network: { interfaces: [], wifi: null },
    winHttp:
      'Aktuelle erweiterte WinHTTP-Proxyeinstellungen:  {   "ProxyIsEnabled": false,   "Proxy": "",   "ProxyBypass": "",   "AutoConfigIsEnabled": false,   "AutoconfigUrl": "",   "AutoDetect": true }',
    refuses: new Map(),
    run: {
      run(cmd) {
        const [program, , verb] = cmd;
        if (program !== 'netsh.exe') throw new Error(`nobody runs ${cmd.join(' ')}`);
        if (verb === 'set') computer.winHttp = (cmd.at(-1) ?? '').replace('settings=', '');
        return Promise.resolve({ code: 0, stdout: verb === 'show' ? computer.winHttp : '', stderr: '' });
      },
    },
    call: (name, input) => answer(computer, name, input),
  };
  return computer;
}

async function answer<Name extends CallName>(
  computer: WindowsComputer,
  name: Name,
  input: InputOf<HostTakes, Name>,
): Promise<OutputOf<HostTakes, Name>> {
  const refusal = computer.refuses.get(name);
  if (refusal !== undefined) throw new Error(refusal);
  const call = checkedCall({ name, input });
  // What this call gives is what its name says: TypeScript cannot follow that through the switch.
  return answerTo(computer, call) as OutputOf<HostTakes, Name>;
}

function answerTo(computer: WindowsComputer, call: WindowsCall): unknown {
  switch (call.name) {
    case 'registry.read':
      return { keys: call.input.keys.map((key) => found(computer, key)) };
    case 'wfp.held':
      return held(computer, call.input.set);
    case 'owner':
      return computer.owners.get(`${call.input.protocol}${call.input.family}`) ?? null;
    case 'network':
      return computer.network;
    default:
      computer.changes.push(call);
      return change(computer, call);
  }
}

function change(computer: WindowsComputer, call: WindowsCall): unknown {
  switch (call.name) {
    case 'registry.write':
      for (const one of call.input.changes) write(computer, one);
      return null;
    case 'resolver.refresh':
    case 'policy.refresh':
      return null;
    case 'wfp.replace': {
      const { set, digest, filters } = call.input;
      if (filters.length === 0) computer.sets.delete(set);
      else computer.sets.set(set, { filters, disabled: 0, digest });
      return { filters: filters.length };
    }
    case 'wfp.open': {
      const { set, opening, digest, filters, seconds } = call.input;
      if (filters.length === 0) computer.openings.delete(`${set} ${opening}`);
      else computer.openings.set(`${set} ${opening}`, { digest, filters, seconds });
      return { filters: filters.length };
    }
    default:
      throw new Error(`nobody asks the host for ${call.name}`);
  }
}

function held({ sets, openings }: WindowsComputer, set: SetName): HeldSet {
  const one = sets.get(set);
  return {
    filters: one?.filters.length ?? 0,
    disabled: one?.disabled ?? 0,
    digest: one?.digest ?? '',
    openings: [...openings].flatMap(([place, { digest }]) => {
      const [ofSet, name = ''] = place.split(' ');
      return ofSet === set ? [{ name, digest }] : [];
    }),
  };
}

function found({ registry }: WindowsComputer, key: string) {
  const at = keyOf(registry, key);
  if (at === undefined) return { key, there: false, values: [], subkeys: [] };
  const subkeys = below(registry, at).map((one) => one.slice(at.length + 1));
  return {
    key,
    there: true,
    values: [...(registry.get(at) ?? [])],
    subkeys: subkeys.filter((name) => !name.includes('\\')),
  };
}

function below(registry: WindowsComputer['registry'], key: string): readonly string[] {
  return [...registry.keys()].filter((one) => one.toLowerCase().startsWith(`${key.toLowerCase()}\\`));
}

function write({ registry }: WindowsComputer, change: RegistryChange): void {
  if ('prune' in change) {
    const at = keyOf(registry, change.prune);
    if (at !== undefined && registry.get(at)?.length === 0 && below(registry, at).length === 0)
      registry.delete(at);
    return;
  }
  const key = 'set' in change ? change.set : change.remove;
  if ('set' in change)
    for (const part of partsOf(key)) if (keyOf(registry, part) === undefined) registry.set(part, []);
  const at = keyOf(registry, key);
  if (at === undefined) return;
  const others = (registry.get(at) ?? []).filter(
    ({ name }) => name.toLowerCase() !== change.name.toLowerCase(),
  );
  if ('remove' in change) registry.set(at, others);
  else registry.set(at, [...others, { name: change.name, kind: change.kind, data: change.data }]);
}

function keyOf(registry: WindowsComputer['registry'], key: string): string | undefined {
  return [...registry.keys()].find((one) => one.toLowerCase() === key.toLowerCase());
}

/** All keys and values, for comparing. */
export function registryOf({ registry }: WindowsComputer): readonly string[] {
  return [...registry]
    .flatMap(([key, values]) => [key, ...values.map((value) => `${key} | ${JSON.stringify(value)}`)])
    .sort();
}

/** Changes a value, as somebody else would. */
export function poke(computer: WindowsComputer, key: string, value: Value): void {
  write(computer, { set: key, ...value });
}

/** Takes a value away, as somebody else would. */
export function pokeOut(computer: WindowsComputer, key: string, name: string): void {
  write(computer, { remove: key, name });
}
