import type { Repositories } from '../ports/store.ts';

/** A port whose calls answer at once: SQLite runs inside the process, and no other work can come between two steps of a call. */
export type Synchronous<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never;
};

export type SynchronousRepositories = {
  readonly [Name in keyof Repositories]: Synchronous<Repositories[Name]>;
};

/** `repeatable`: a change that is made again when it is lost (TransactionOptions). */
type Access = 'read' | 'write' | 'repeatable';

/** Which calls change something. A method that is missing here is a type error. */
const ACCESS: {
  readonly [Name in keyof Repositories]: { readonly [Method in keyof Repositories[Name]]: Access };
} = {
  organisations: { get: 'read', update: 'write', useBundleDefaults: 'write' },
  ous: {
    get: 'read',
    byPath: 'read',
    ensurePath: 'write',
    list: 'read',
    counts: 'read',
    create: 'write',
    update: 'write',
    delete: 'write',
  },
  users: {
    get: 'read',
    byEmail: 'read',
    byExternalId: 'read',
    list: 'read',
    create: 'write',
    update: 'write',
    delete: 'write',
  },
  campuses: { list: 'read', get: 'read', create: 'write', update: 'write', delete: 'write' },
  enrollmentTokens: {
    create: 'write',
    list: 'read',
    get: 'read',
    bySecret: 'read',
    redeem: 'write',
    delete: 'write',
  },
  enrollmentRequests: {
    create: 'write',
    get: 'read',
    of: 'read',
    list: 'read',
    ofDevice: 'read',
    decide: 'write',
    delete: 'write',
    expired: 'read',
  },
  devices: {
    get: 'read',
    find: 'read',
    list: 'read',
    enroll: 'write',
    ofHardware: 'read',
    update: 'write',
    unenroll: 'write',
    connected: 'write',
    disconnected: 'write',
    setStatus: 'write',
    writeHeartbeats: 'write',
    touch: 'write',
    nextCommandSequence: 'write',
    setLock: 'write',
    withHeldKey: 'read',
    releaseKeys: 'write',
    online: 'read',
    count: 'read',
  },
  commands: {
    create: 'write',
    get: 'read',
    list: 'read',
    advance: 'write',
    advanceMany: 'write',
    openOf: 'read',
    lockOrderedAfter: 'read',
    devicesWithUndelivered: 'read',
    due: 'read',
  },
  commandBatches: {
    create: 'write',
    get: 'read',
    keepOrder: 'write',
    unfinished: 'read',
    progress: 'write',
    endOrder: 'write',
    allUnfinished: 'read',
  },
  events: { append: 'write', appendMany: 'write', get: 'read', list: 'read', purge: 'write' },
  webhooks: {
    create: 'write',
    get: 'read',
    list: 'read',
    update: 'write',
    delete: 'write',
    secrets: 'read',
    secretRecords: 'read',
    rotateSecret: 'write',
    signingKey: 'read',
    addSigningKey: 'write',
    untold: 'read',
    told: 'write',
  },
  deliveries: {
    claim: 'repeatable',
    settleMany: 'repeatable',
    holdChat: 'write',
    nextDueAt: 'read',
    waiting: 'read',
    list: 'read',
    get: 'read',
    redeliver: 'write',
    recover: 'write',
    recovering: 'read',
    recoverSome: 'write',
  },
  apiKeys: {
    create: 'write',
    byHash: 'read',
    list: 'read',
    get: 'read',
    details: 'read',
    update: 'write',
    rotate: 'write',
    revoke: 'write',
    recordUse: 'write',
    usage: 'read',
    expiring: 'read',
    toldExpiry: 'write',
  },
  idempotency: { begin: 'write', finish: 'write', hold: 'write', abandon: 'write', purge: 'write' },
  records: {
    logs: 'read',
    activity: 'read',
    findLog: 'read',
    purgeSlice: 'write',
    forgetUnused: 'write',
    carryOver: 'write',
    addReceipt: 'write',
    receipts: 'read',
  },
  rollups: { days: 'read', top: 'read', prune: 'write' },
  telemetry: {
    appendActivity: 'write',
    appendDeviceEvents: 'write',
    recentDeviceEvents: 'read',
    purgeDeviceEvents: 'write',
    activityCounts: 'read',
  },
  policies: {
    get: 'read',
    list: 'read',
    current: 'read',
    asOf: 'read',
    version: 'read',
    nameTarget: 'read',
    ruleIds: 'read',
    create: 'write',
    update: 'write',
    delete: 'write',
  },
  alerts: {
    raise: 'write',
    wouldJoin: 'read',
    endCondition: 'write',
    conditions: 'read',
    get: 'read',
    list: 'read',
    change: 'write',
    counts: 'read',
    purge: 'write',
    rules: 'read',
    setRules: 'write',
  },
  deviceStandings: { all: 'read', put: 'write' },
  deviceQuotas: {
    untold: 'read',
    holdBack: 'write',
    release: 'write',
    spent: 'read',
    keepSpent: 'write',
    forgetSpent: 'write',
  },
  devicePeople: { of: 'read', saw: 'write', claimed: 'write', signIns: 'read' },
  reports: {
    organisationIds: 'read',
    get: 'read',
    add: 'write',
    mailed: 'write',
    forgetPeople: 'write',
    deviceHealth: 'read',
  },
  jobs: {
    ensure: 'write',
    reschedule: 'write',
    claim: 'write',
    settle: 'write',
    release: 'write',
    list: 'read',
  },
  classroomSessions: {
    create: 'write',
    get: 'read',
    list: 'read',
    update: 'write',
    advance: 'write',
    due: 'read',
    purge: 'write',
    nextMomentAt: 'read',
    active: 'read',
    inForce: 'read',
    claiming: 'read',
    claimedDevices: 'read',
    touchDevices: 'write',
    renewTargets: 'write',
    noteConflict: 'write',
    endConflicts: 'write',
    conflictsOf: 'read',
  },
  overrides: {
    create: 'write',
    get: 'read',
    list: 'read',
    end: 'write',
    due: 'read',
    purge: 'write',
    nextExpiryAt: 'read',
    inForce: 'read',
    claiming: 'read',
    touchDevices: 'write',
  },
  accounts: {
    create: 'write',
    get: 'read',
    byEmail: 'read',
    byOidc: 'read',
    list: 'read',
    update: 'write',
    signedIn: 'write',
    delete: 'write',
    createLink: 'write',
    hasLink: 'read',
    redeemLink: 'write',
  },
  sessions: {
    createFirstRunLink: 'write',
    redeemFirstRunLink: 'write',
    firstRunDone: 'read',
    createSession: 'write',
    session: 'read',
    touchSession: 'write',
    deleteSession: 'write',
    deleteSessionsOf: 'write',
    purge: 'write',
  },
  signInFailures: { get: 'read', put: 'write', delete: 'write', purge: 'write' },
  categorySources: {
    list: 'read',
    get: 'read',
    create: 'write',
    note: 'write',
    redefine: 'write',
    delete: 'write',
    holdUpdate: 'write',
    endUpdate: 'write',
  },
  categorySuggestions: {
    create: 'write',
    get: 'read',
    list: 'read',
    count: 'read',
    countBy: 'read',
    accepted: 'read',
    decide: 'write',
  },
  categoryIndexes: { current: 'read', latest: 'read', add: 'write', prune: 'write' },
  revocations: { lastSequence: 'read', count: 'read', after: 'read' },
  knownNetworks: { list: 'read', note: 'repeatable', forget: 'repeatable' },
  recordViews: { again: 'repeatable', begin: 'write', end: 'write' },
  audit: { append: 'write', list: 'read', heads: 'read', after: 'read', purge: 'write' },
};

/** Runs one call on whichever repositories are right for its access. */
export type RunCall = (
  access: Access,
  call: (repositories: SynchronousRepositories) => unknown,
) => Promise<unknown>;

type Callable = Readonly<Record<string, Readonly<Record<string, (...args: readonly unknown[]) => unknown>>>>;

const METHODS = ACCESS as Readonly<Record<string, Readonly<Record<string, Access>>>>;

/** The ports as the rest of the system sees them, each call run by `run`. */
export function asynchronous(run: RunCall): Repositories {
  // ACCESS names every method of every port: its type says so.
  return Object.fromEntries(
    Object.keys(METHODS).map((name) => [name, portOf(name, run)]),
  ) as unknown as Repositories;
}

/**
 * The same for the short life of a transaction. The set of ports stands on a prototype that is made once. A port is made when it is first asked for: making
 * some two hundred methods costs more than most transactions.
 */
export function shortLived(run: RunCall): Repositories {
  return new ShortLivedPorts(run) as unknown as Repositories;
}

class ShortLivedPorts {
  readonly run: RunCall;
  readonly made: Record<string, unknown> = {};

  constructor(run: RunCall) {
    this.run = run;
  }
}

for (const name of Object.keys(METHODS))
  Object.defineProperty(ShortLivedPorts.prototype, name, {
    get(this: ShortLivedPorts) {
      this.made[name] ??= portOf(name, this.run);
      return this.made[name];
    },
  });

function portOf(name: string, run: RunCall): unknown {
  const methods = Object.entries(METHODS[name] ?? {}).map(([method, access]) => [
    method,
    (...args: readonly unknown[]) =>
      run(access, (repositories) => (repositories as unknown as Callable)[name]?.[method]?.(...args)),
  ]);
  return Object.fromEntries(methods);
}
