import type { CampusState } from '../../contracts/device/campus.ts';
import type { AnswerTarget, TargetState } from '../../contracts/mqtt/messages.ts';
import type { LockedBy } from '../../contracts/policy/crisis.ts';
import type { BundleSession } from '../../contracts/policy/model.ts';
import { askerOf, deviceUnitOf } from '../core/filter-plan/asker.ts';
import { chooseUpstreams } from '../core/network-state/upstream-choice.ts';
import type { KeptBundle } from '../core/policy/bundle-keeper.ts';
import {
  type AccessAnswer,
  type FilterAccount,
  type FilterMode,
  type FilterState,
  MAX_ACCOUNTS,
} from '../filter/filter-state.ts';
import { isSystemUid } from '../filter/socket-owner.ts';
import type { SessionAccount } from '../ports/system-facts.ts';
import { homeNetworks, type Place } from './local-networks.ts';

/** All that the filter's state is made from; read afresh each time. */
export interface StateSources {
  readonly deviceId: string;
  readonly target: TargetState | null;
  readonly bundle: KeptBundle | null;
  readonly indexFile: string | null;
  /** As the system names it; undefined = not known yet. */
  readonly account: string | null | undefined;
  /** Everyone with a session; undefined = not known yet, or the system does not tell. */
  readonly accounts: readonly SessionAccount[] | undefined;
  readonly campus: CampusState;
  /** Null = it is not locked. */
  readonly lockedBy: LockedBy | null;
  readonly portal: {
    readonly open: boolean;
    readonly location: string | null;
    /** Others that its page needs. */
    readonly hosts: readonly string[];
  };
  readonly clockWrong: boolean;
  readonly clockOffsetMs: number;
  /** The other offset that may be the right one (core/time/clock-doubt.ts); null = no doubt. */
  readonly doubtOffsetMs: number | null;
  readonly network: NonNullable<FilterState['network']>;
  readonly networkResolvers: readonly string[];
  readonly localNetworks: readonly string[];
  readonly server: Place['server'];
  readonly serverNames: readonly string[];
  readonly organisation: string;
}

/** Puts the filter's state together. */
export interface StateComposer {
  state(sources: StateSources): FilterState;
}

/** Clock offsets are rounded to this, because smaller differences change no verdict that anybody would notice (milliseconds). */
const OFFSET_STEP_MS = 1_000;

export function createStateComposer(): StateComposer {
  let offsetMs = 0;
  return {
    state(sources) {
      if (Math.abs(sources.clockOffsetMs - offsetMs) >= OFFSET_STEP_MS) offsetMs = sources.clockOffsetMs;
      return stateOf(sources, offsetMs);
    },
  };
}

function stateOf(sources: StateSources, clockOffsetMs: number): FilterState {
  const { target, bundle, account, accounts, campus, portal } = sources;
  return {
    deviceId: sources.deviceId,
    mode: modeOf(sources),
    ...(sources.lockedBy === null ? {} : { lockedBy: sources.lockedBy }),
    bundle: bundle?.bundle ?? null,
    sessions: (target?.sessions ?? []).map((session) => sessionOf(session, account)),
    overrides: (target?.overrides ?? []).map(({ id, site, scope, startsAt, expiresAt }) => ({
      id,
      site,
      scope,
      startsAt,
      expiresAt,
    })),
    ...(target?.answers === undefined ? {} : { answers: target.answers.map(answerOf) }),
    ...askerOf(account, target?.settings ?? null),
    deviceOuPath: deviceUnitOf(target?.settings ?? null),
    ...(accounts === undefined ? {} : { accounts: accountsOf(accounts, sources) }),
    campus,
    clockOffsetMs,
    doubtOffsetMs: sources.doubtOffsetMs,
    indexFile: sources.indexFile,
    upstreams: chooseUpstreams({
      campus,
      portal: portal.open,
      clockWrong: sources.clockWrong,
      network: sources.networkResolvers,
      school: bundle?.bundle.upstreams ?? [],
    }),
    network: sources.network,
    serverNames: sources.serverNames,
    portalHosts: portal.location === null ? [] : [new URL(portal.location).hostname, ...portal.hosts],
    privateNetworks: (target?.settings.campuses ?? []).flatMap(({ cidrs }) => cidrs),
    localNetworks: sources.localNetworks,
    homeNetworks: homeNetworks(sources.localNetworks, {
      campus,
      campuses: target?.settings.campuses,
      server: sources.server,
    }),
    organisation: target?.settings.organisation ?? sources.organisation,
    helpLine: target?.settings.helpLine ?? null,
  };
}

/** The accounts in a fixed order; where there are too many, the one at the screen is kept. Accounts of the system belong to no person and are left out. */
function accountsOf(
  accounts: readonly SessionAccount[],
  { account, target }: Pick<StateSources, 'account' | 'target'>,
): readonly FilterAccount[] {
  return accounts
    .flatMap(({ uid, user: name }) => {
      const { user, ouPath } = askerOf(name, target?.settings ?? null);
      return user === null || isSystemUid(uid) ? [] : [{ uid, user, ouPath, atScreen: name === account }];
    })
    .sort((a, b) => Number(b.atScreen) - Number(a.atScreen) || a.uid - b.uid)
    .slice(0, MAX_ACCOUNTS)
    .map(({ uid, user, ouPath }) => ({ uid, user, ouPath }));
}

function modeOf({ bundle, lockedBy, portal }: StateSources): FilterMode {
  if (lockedBy !== null) return 'locked';
  if (bundle === null) return 'off';
  return portal.open ? 'portal' : 'enforce';
}

/** Shortly after the start nobody knows who is signed in. Then a session that the server gave this device for some student applies to whoever is here. */
function sessionOf(
  { id, mode, allowedUrls, startsAt, endsAt, students }: NonNullable<TargetState['sessions']>[number],
  account: string | null | undefined,
): BundleSession {
  return { id, mode, allowedUrls, startsAt, endsAt, students: account === undefined ? null : students };
}

function answerOf({ host, user, state, words, at }: AnswerTarget): AccessAnswer {
  return { host, user, state, words, at };
}
