import type { Static } from 'typebox';
import type { Handlers, InputOf } from '../../agent/channel/calls.ts';
import { createChannel } from '../../agent/channel/channel.ts';
import {
  createHostLink,
  type HostEvent,
  type HostLink,
  type WorkerEnd,
} from '../../agent/os/windows/host/host-link.ts';
import {
  HOST_PROTOCOL,
  HOST_TAKES,
  HOST_TELLS,
  type HostTakes,
  MAX_HOST_MESSAGE_BYTES,
} from '../../agent/os/windows/host/protocol.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { type FakeFilterEngine, heldSet, openSet, replaceSet } from './fake-filter-engine.ts';
import { changeRegistry, type FakeRegistry, readKey } from './fake-registry.ts';
import { line } from './line.ts';

/** A computer in memory, behind the real protocol: what goes over it fits the tables in both directions. */
export interface FakeWindows extends FakeFilterEngine {
  /** The agent's end. */
  readonly host: HostLink;
  readonly registry: FakeRegistry;
  /** What the computer is; a test may change it. */
  readonly facts: FakeFacts;
  /** Rights of folders by path. */
  readonly folders: Map<string, string>;
  /** Folders that belong to somebody else. */
  readonly planted: Set<string>;
  /** What the host refuses from now on, and with which words. */
  readonly refuses: Map<keyof HostTakes, string>;
  /** Calls that changed something, in their order. */
  readonly changes: { readonly name: keyof HostTakes; readonly input: unknown }[];
  /** The host tells of an event. */
  tell(event: HostEvent): Promise<void>;
  /** A program of `user.start` ends. */
  end(id: number, code: number): Promise<void>;
  /** A worker ends, or does not start. */
  endWorker(end: WorkerEnd): Promise<void>;
}

/** What Windows answers to a call, open to changes by a test. */
type Answer<Name extends keyof HostTakes> = Static<HostTakes[Name]['output']>;

export interface FakeFacts {
  power: Answer<'power'>;
  smbios: string | null;
  network: Answer<'network'>;
  session: Answer<'session'>;
  /** Store apps, and who of them may reach this computer itself. */
  storeApps: Answer<'loopback.read'>;
  /** What filters have refused since they were last asked. */
  refused: Answer<'wfp.attempts'>;
  /** By protocol, family and port, `udp4 53`. */
  readonly owners: Map<string, { readonly pid: number; readonly program: string | null }>;
}

export const LOOPBACK: FakeFacts['network']['interfaces'][number] = {
  name: 'Loopback Pseudo-Interface 1',
  guid: '{00000000-0000-0000-0000-000000000001}',
  index: 1,
  type: 24,
  up: true,
  metric: 75,
  mac: null,
  addresses: [{ address: '127.0.0.1', prefix: 8 }],
  resolvers: [],
  gateways: [],
};

export const ANNA: NonNullable<FakeFacts['session']> = {
  session: 1,
  user: 'anna',
  domain: 'SCHOOL',
  sid: 'S-1-5-21-1-2-3-1001',
  upn: null,
};

const APP_CONTAINER = /^S-1-15-2(-\d+){7,}$/;
const INVALID_PARAMETER = 'Windows error 87';

export interface FakeWindowsOptions {
  readonly protocol?: number;
  readonly clock?: Clock;
  readonly onKeepAlive?: (wanted: boolean) => void;
}

/** Its only programs are the ones that a test ends. */
export function createFakeWindows({
  protocol = HOST_PROTOCOL,
  clock = systemClock,
  onKeepAlive = () => undefined,
}: FakeWindowsOptions = {}): FakeWindows {
  const facts: FakeFacts = {
    power: { batteryPercent: null, charging: null, mains: true },
    smbios: null,
    network: { interfaces: [LOOPBACK], wifi: null },
    session: ANNA,
    storeApps: { packages: [], exempt: [] },
    refused: [],
    owners: new Map(),
  };
  const state = {
    registry: new Map() satisfies FakeRegistry as FakeRegistry,
    sets: new Map() as FakeFilterEngine['sets'],
    openings: new Map() as FakeFilterEngine['openings'],
    folders: new Map<string, string>(),
    planted: new Set<string>(),
    refuses: new Map<keyof HostTakes, string>(),
    changes: [] as FakeWindows['changes'],
  };
  let hostEnd: ReturnType<typeof hostChannel> | null = null;
  const host = createHostLink({
    clock,
    log: silentLog,
    open() {
      const [ours, theirs] = line();
      hostEnd = hostChannel(theirs, recorded(handlersOf(facts, state), state), clock);
      void hostEnd.call('hello', { protocol, version: 'fake', recording: false }).catch(() => null);
      return { stream: ours, keepAlive: onKeepAlive };
    },
  });
  const opened = (): NonNullable<typeof hostEnd> => {
    if (hostEnd === null) throw new Error('nobody has called the host yet');
    return hostEnd;
  };
  return {
    host,
    facts,
    ...state,
    tell: async (event) => void (await opened().call('event', event)),
    end: async (id, code) => void (await opened().call('ended', { id, code })),
    endWorker: async (end) => void (await opened().call('worker', end)),
  };
}

function hostChannel(stream: ReturnType<typeof line>[1], handlers: Handlers<HostTakes>, clock: Clock) {
  return createChannel({
    stream,
    clock,
    takes: HOST_TAKES,
    handlers,
    makes: HOST_TELLS,
    maxBytes: MAX_HOST_MESSAGE_BYTES,
    maxSentBytes: MAX_HOST_MESSAGE_BYTES,
    otherSide: 'hostile',
  });
}

type State = Omit<FakeWindows, 'host' | 'facts' | 'tell' | 'end' | 'endWorker'>;

const LOOKS: ReadonlySet<keyof HostTakes> = new Set([
  'alive',
  'power',
  'firmware',
  'network',
  'session',
  'owner',
  'protection',
  'registry.read',
  'wfp.held',
  'wfp.attempts',
  'loopback.read',
]);

/** Remembers what changes something, and refuses what a test wants refused. */
function recorded(handlers: Handlers<HostTakes>, { refuses, changes }: State): Handlers<HostTakes> {
  const names = Object.keys(handlers) as (keyof HostTakes)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: never) => {
        const why = refuses.get(name);
        if (why !== undefined) return Promise.reject(new Error(why));
        if (!LOOKS.has(name)) changes.push({ name, input });
        return handlers[name](input);
      },
    ]),
  ) as unknown as Handlers<HostTakes>;
}

function handlersOf(facts: FakeFacts, state: State): Handlers<HostTakes> {
  const { registry, folders, planted } = state;
  const nothing = (): Promise<void> => Promise.resolve();
  let lastId = 0;
  return {
    alive: nothing,
    power: () => Promise.resolve(facts.power),
    firmware: () => Promise.resolve({ smbios: facts.smbios }),
    network: () => Promise.resolve(facts.network),
    session: () => Promise.resolve(facts.session),
    owner: ({ protocol, family, port }) =>
      Promise.resolve(facts.owners.get(`${protocol}${family} ${port}`) ?? null),
    protect({ path, sddl }) {
      const aside = planted.delete(path) ? `${path}.untrusted-1` : null;
      if (aside !== null) folders.set(aside, folders.get(path) ?? '');
      folders.set(path, sddl);
      return Promise.resolve({ sddl, aside });
    },
    protection: ({ path }) => Promise.resolve({ sddl: folders.get(path) ?? null }),
    'registry.read': ({ keys }) => Promise.resolve({ keys: keys.map((key) => readKey(registry, key)) }),
    'registry.write': async ({ changes }) => {
      for (const change of changes) changeRegistry(registry, change);
    },
    'resolver.refresh': nothing,
    'policy.refresh': nothing,
    'wfp.replace': async (input) => replaceSet(state, input),
    'wfp.held': async ({ set }) => heldSet(state, set),
    'wfp.open': async (input) => openSet(state, input),
    'wfp.sweep': async () => {
      state.sets.clear();
      state.openings.clear();
    },
    'wfp.attempts': async () => facts.refused.splice(0),
    'loopback.read': () => Promise.resolve(facts.storeApps),
    'loopback.change': async ({ add, remove }) => {
      if (![...add, ...remove].every((sid) => APP_CONTAINER.test(sid))) throw new Error(INVALID_PARAMETER);
      const kept = facts.storeApps.exempt.filter((sid) => !remove.includes(sid));
      facts.storeApps = { ...facts.storeApps, exempt: [...new Set([...kept, ...add])] };
    },
    'user.start': async ({ program }: InputOf<HostTakes, 'user.start'>) => {
      if (!/^[A-Za-z]:\\/.test(program)) throw new Error(INVALID_PARAMETER);
      lastId += 1;
      return { id: lastId, pid: 1_000 + lastId };
    },
    'user.stop': nothing,
    'worker.start': () => {
      lastId += 1;
      return Promise.resolve({ id: lastId, pipe: `\\\\.\\pipe\\fake-${lastId}` });
    },
    'worker.kill': nothing,
    'user.message': nothing,
    'user.signOut': nothing,
    'user.disconnect': nothing,
    'computer.end': nothing,
  };
}
