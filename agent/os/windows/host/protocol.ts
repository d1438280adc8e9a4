import { Type } from 'typebox';
import type { CallRule } from '../../../channel/calls.ts';

/**
 * The calls between the agent and its native host on Windows (schoolgate-host.exe), in the frames of `agent/channel`. The agent plans and the host
 * acts. The host knows no policy, and gives facts as Windows has them. Both are installed together; a host of another protocol is refused.  Versions,
 * dated: - 1 (2026-11-28): the first.
 */
export const HOST_PROTOCOL = 1;

/** Of one message, either way (bytes). The host reads at most 65,536 JSON values of depth 12 in it, and numbers only as integers. */
export const MAX_HOST_MESSAGE_BYTES = 2_097_152;

const Text = (maxLength: number) => Type.String({ maxLength });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Nothing = Type.Null();
const Count = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });
const Port = Type.Integer({ minimum: 0, maximum: 65_535 });
const Family = Type.Union([Type.Literal(4), Type.Literal(6)]);
const Path = Text(780);
/** Lower case with colons. */
const Mac = Nullable(Type.String({ pattern: '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$' }));
const Sddl = Text(4_096);
const Hex = (bytes: number) => Type.String({ maxLength: 2 * bytes, pattern: '^([0-9a-f]{2})*$' });
const MAX_LIST = 4_096;
const List = <T extends Parameters<typeof Type.Array>[0]>(item: T, maxItems = MAX_LIST) =>
  Type.Array(item, { maxItems });

const Interface = Type.Object({
  name: Text(512),
  guid: Text(64),
  index: Count,
  /** ifType of IANA: 6 Ethernet, 24 loopback, 71 Wi-Fi, 131 tunnel. */
  type: Count,
  up: Type.Boolean(),
  metric: Count,
  mac: Mac,
  addresses: List(Type.Object({ address: Text(64), prefix: Count })),
  resolvers: List(Text(64)),
  gateways: List(Type.Object({ address: Text(64), mac: Mac })),
});
/** Connected, but `error` 5: since Windows 11 24H2 without the location right. */
const Wifi = Type.Object({ ssid: Nullable(Text(64)), bssid: Mac, error: Count });

/** `None`: a value without a type. What has another type is left out. QWord: decimal digits. Binary, None: hexadecimal. */
const RegistryData = Type.Union([Count, Text(65_535), Type.Array(Text(65_535), { maxItems: MAX_LIST })]);
const REGISTRY_KINDS = ['DWord', 'QWord', 'String', 'ExpandString', 'MultiString', 'Binary', 'None'] as const;
const RegistryKey = Text(512);
const RegistryName = Text(1_024);
const FoundValue = Type.Object({
  name: RegistryName,
  kind: Type.Enum(REGISTRY_KINDS),
  data: RegistryData,
});
const FoundKey = Type.Object({
  key: RegistryKey,
  there: Type.Boolean(),
  values: List(FoundValue),
  subkeys: List(Text(256)),
});
const RegistryChange = Type.Union([
  Type.Object({ set: RegistryKey, name: RegistryName, kind: Type.Enum(REGISTRY_KINDS), data: RegistryData }),
  /** Harmless when it is not there. */
  Type.Object({ remove: RegistryKey, name: RegistryName }),
  /** The key itself goes, if it holds neither values nor keys. */
  Type.Object({ prune: RegistryKey }),
]);

const HeldPort = Type.Object({
  protocol: Type.Enum(['udp', 'tcp']),
  family: Family,
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
});

const FilterSet = Type.Enum(['lock', 'filter', 'guard']);
const Digest = Type.String({ minLength: 1, maxLength: 64 });
const Condition = Type.Object({
  field: Type.Enum(['protocol', 'localPort', 'remotePort', 'remote', 'local', 'program', 'user', 'loopback']),
  is: Type.Union([Count, Path, Type.Literal(true)]),
});
/** Conditions of one field are alternatives, and stand together; those of different fields must all hold. */
const HostFilter = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 63 }),
  layer: Type.Enum(['connect4', 'connect6', 'accept4', 'accept6', 'bind4', 'bind6']),
  /** `boot`: until the filtering engine runs. `session`: of an opening, at most as long as the host. */
  life: Type.Enum(['persistent', 'boot', 'session']),
  /** `hardPermit`: no set below can block it. */
  action: Type.Enum(['block', 'permit', 'hardPermit']),
  weight: Type.Integer({ minimum: 0, maximum: 15 }),
  conditions: Type.Array(Condition, { maxItems: 256 }),
});

/** Calls without rate limits: the host is as trusted as the agent. */
const rule = <Input extends CallRule['input'], Output extends CallRule['output']>(
  input: Input,
  output: Output,
) => ({ input, output, perSecond: 1_000, burst: 1_000 });

/** What the host does when the agent asks. It answers a refusal of Windows with `Windows error N`. */
export const HOST_TAKES = {
  /** To be called at least every 30 s, or the host ends the agent and starts it again. */
  alive: rule(Nothing, Nothing),
  power: rule(
    Nothing,
    Type.Object({
      batteryPercent: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
      charging: Nullable(Type.Boolean()),
      mains: Nullable(Type.Boolean()),
    }),
  ),
  /** The table of SMBIOS (DSP0134), as the firmware gives it, without the header of Windows; null = none. */
  firmware: rule(Nothing, Type.Object({ smbios: Nullable(Hex(262_144)) })),
  network: rule(Nothing, Type.Object({ interfaces: List(Interface, 256), wifi: Nullable(Wifi) })),
  /** Who is at the console; null = nobody. `upn`: of a domain or Entra account. */
  session: rule(
    Nothing,
    Nullable(
      Type.Object({
        session: Count,
        user: Text(512),
        domain: Nullable(Text(512)),
        sid: Nullable(Text(192)),
        upn: Nullable(Text(1_024)),
      }),
    ),
  ),
  /** The program whose socket has this local port; null = none. */
  owner: rule(
    Type.Object({ protocol: Type.Enum(['udp', 'tcp']), family: Family, port: Port }),
    Nullable(Type.Object({ pid: Count, program: Nullable(Path) })),
  ),

  /**
   * Makes the folder, or brings one that is there to this owner and list of rights. One that is a link, or belongs to somebody else than SYSTEM or the administrators, is
   * renamed, unread, and made anew; `aside` is its new path.
   */
  protect: rule(
    Type.Object({ path: Path, sddl: Sddl }),
    Type.Object({ sddl: Nullable(Sddl), aside: Nullable(Path) }),
  ),
  /** Null = no such folder. */
  protection: rule(Type.Object({ path: Path }), Type.Object({ sddl: Nullable(Sddl) })),
  /** Below HKEY_LOCAL_MACHINE, 64-bit view. */
  'registry.read': rule(
    Type.Object({ keys: Type.Array(RegistryKey, { maxItems: 512 }) }),
    Type.Object({ keys: List(FoundKey, 512) }),
  ),
  /** In this order, and on disk when it answers. Stops at the first that Windows refuses. */
  'registry.write': rule(Type.Object({ changes: List(RegistryChange) }), Nothing),
  /** Empties the resolver's cache, and has it read its settings again. */
  'resolver.refresh': rule(Nothing, Nothing),
  /** Has group policy of the computer read anew. */
  'policy.refresh': rule(Nothing, Nothing),

  /** Replaces a set in one transaction; without filters it goes. `session` is not for it. */
  'wfp.replace': rule(
    Type.Object({ set: FilterSet, digest: Digest, filters: List(HostFilter) }),
    Type.Object({ filters: Count }),
  ),
  /** What the filtering engine holds of a set. `digest` is empty where its filters are not all of one. */
  'wfp.held': rule(
    Type.Object({ set: FilterSet }),
    Type.Object({
      filters: Count,
      disabled: Count,
      digest: Text(64),
      openings: List(Type.Object({ name: Text(32), digest: Digest }), 16),
    }),
  ),
  /** Replaces an opening of a set: filters of `session`, for so many seconds and at most as long as the host lives; without filters it closes. */
  'wfp.open': rule(
    Type.Object({
      set: FilterSet,
      opening: Type.String({ minLength: 1, maxLength: 31 }),
      digest: Digest,
      filters: List(HostFilter),
      seconds: Type.Integer({ minimum: 1, maximum: 604_800 }),
    }),
    Type.Object({ filters: Count }),
  ),
  /**
   * What the blocking filters of a set have refused since it was last asked, by filter, address, protocol, port and user; the first call begins to count. `program`: the file's name, of
   * the first that tried. Beyond 1,000 rows by filter alone, so that none goes uncounted.
   */
  'wfp.attempts': rule(
    Type.Object({ set: FilterSet }),
    List(
      Type.Object({
        filter: Text(63),
        count: Count,
        address: Nullable(Text(64)),
        protocol: Nullable(Type.Integer({ minimum: 0, maximum: 255 })),
        port: Nullable(Port),
        user: Nullable(Text(192)),
        program: Nullable(Text(64)),
      }),
      10_000,
    ),
  ),
  /** Takes away all sets and openings. */
  'wfp.sweep': rule(Nothing, Nothing),

  /**
   * The Store apps that are installed for anybody, by the SIDs of their AppContainers (at most 2,048), and the AppContainers that may reach this computer's own addresses, whoever has
   * said so. Refused where Windows has no such list.
   */
  'loopback.read': rule(
    Nothing,
    Type.Object({
      packages: List(Type.Object({ sid: Text(192), name: Text(256) })),
      exempt: List(Text(192)),
    }),
  ),
  /** Adds to that list and takes from it; others stay. What is no AppContainer is refused, and then nothing is changed. */
  'loopback.change': rule(Type.Object({ add: List(Text(192)), remove: List(Text(192)) }), Nothing),

  /**
   * Starts the worker in a service of its own account. Answers with the name of a pipe that SYSTEM alone may open: once the agent has, the program
   * starts with its other end as file 3. An earlier worker is ended first. `ports`, on 127.0.0.1 and ::1, are the service's from then on, and the
   * worker's while one lives (held-sockets.ts); one that cannot be had is left out.
   */
  'worker.start': rule(
    Type.Object({
      arguments: Type.Array(Text(4_096), { maxItems: 32 }),
      ports: Type.Array(HeldPort, { maxItems: 16 }),
    }),
    Type.Object({ id: Count, pipe: Text(256) }),
  ),
  /** At once. Harmless when it has ended. */
  'worker.kill': rule(Type.Object({ id: Count }), Nothing),

  /** Starts a program on the screen of the user at the console, as that user. `ended` tells of its end. */
  'user.start': rule(
    Type.Object({ program: Path, arguments: Type.Array(Text(4_096), { maxItems: 32 }) }),
    Type.Object({ id: Count, pid: Count }),
  ),
  /** Ends it, and what it has started. Harmless when it has ended. */
  'user.stop': rule(Type.Object({ id: Count }), Nothing),
  'user.message': rule(
    Type.Object({
      title: Text(256),
      text: Text(8_192),
      seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
    }),
    Nothing,
  ),
  'user.signOut': rule(Nothing, Nothing),
  /** Takes the session off the screen; it lives on. */
  'user.disconnect': rule(Nothing, Nothing),
  'computer.end': rule(
    Type.Object({
      restart: Type.Boolean(),
      seconds: Type.Integer({ minimum: 0, maximum: 600 }),
      message: Text(256),
    }),
    Nothing,
  ),
} as const satisfies Record<string, CallRule>;

/** The calls that the host makes to the agent. */
export const HOST_TELLS = {
  /** The first message. `recording`: calls of the filtering platform go to a file; never so in what ships. */
  hello: rule(Type.Object({ protocol: Count, version: Text(64), recording: Type.Boolean() }), Nothing),
  /**
   * `network` change; `power` suspend, resume, status; `session` connect, disconnect, logon, logoff, lock, unlock; `stop` stop, shutdown. Says only
   * that the facts should be read again.
   */
  event: rule(
    Type.Object({ what: Type.Enum(['network', 'power', 'session', 'stop']), detail: Text(64) }),
    Nothing,
  ),
  /** A worker has ended, with its exit code; or it could not be started, with the error of Windows. */
  worker: rule(Type.Object({ id: Count, state: Type.Enum(['ended', 'failed']), code: Count }), Nothing),
  /** A program of `user.start`. */
  ended: rule(Type.Object({ id: Count, code: Count }), Nothing),
} as const satisfies Record<string, CallRule>;

export type HostTakes = typeof HOST_TAKES;
export type HostTells = typeof HOST_TELLS;
