import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import { crisisNameOf } from '../../contracts/policy/crisis.ts';
import { decide } from '../../contracts/policy/decide.ts';
import { effectiveSettings } from '../../contracts/policy/effective-settings.ts';
import { nextBundleChange } from '../../contracts/policy/next-change.ts';
import type { ActivityLevel, FilterSettings } from '../../contracts/policy/settings.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { FilterState } from './filter-state.ts';
import type { Explanation, Judge, Judgement, Question } from './judge.ts';
import { createJudgeMemo } from './judge-memo.ts';
import {
  type Asked,
  type CategoryLookUp,
  contextAt,
  judgeAt,
  judgedHost,
  NO_CATEGORIES,
  type Prepared,
  prepare,
  requestOf,
  ruleOf,
} from './judging.ts';
import { type Owner, ownerOf } from './socket-owner.ts';

/** A day's browsing of a student touches some thousand names; an entry costs some 150 bytes, and the memo holds at most twice as many. */
const MAX_REMEMBERED = 10_000;

/** Something that the filter was given and cannot use; what was in force before stays. */
export interface JudgeFault {
  readonly what: 'bundle' | 'index';
  readonly detail: string;
}

/** What is really in force: for the heartbeat, which must not claim more. */
export interface InForce {
  readonly bundle: PolicyBundle | null;
  readonly indexFile: string | null;
}

/** The judge with what makes it work; the layers see only `Judge`. */
export interface LiveJudge extends Judge {
  /**
   * Puts a state in force, at once and as a whole. Parts of it that cannot be used are reported to `onFault`, and the last good ones stay. Never
   * throws. @returns what is in force now
   */
  apply(state: FilterState): InForce;
  /** How much is recorded of a request that is decided now. */
  activityLevel(uid?: number | null): ActivityLevel;
  /** Whose a socket's user id is now (socket-owner.ts). */
  ownerOf(uid?: number | null): Owner;
  /** Server time as the worker knows it, epoch milliseconds. */
  now(): number;
  state(): FilterState;
}

export interface JudgeDependencies {
  readonly clock: Clock;
  /** Throws when the file cannot be used. */
  readonly openIndex: (path: string) => CategoryLookUp;
  readonly onFault: (fault: JudgeFault) => void;
}

/** The state before the first one came: nothing is filtered. The worker does not answer yet. */
const NOTHING: FilterState = {
  deviceId: '',
  mode: 'off',
  bundle: null,
  sessions: [],
  overrides: [],
  user: null,
  ouPath: '/',
  campus: 'unknown',
  clockOffsetMs: 0,
  indexFile: null,
  upstreams: [],
  serverNames: [],
  portalHosts: [],
  privateNetworks: [],
  organisation: '',
  helpLine: null,
};

/**
 * Judges by the present filter state. Answers are remembered until the next moment at which a schedule, an override or a session begins or ends. The
 * clock may jump in either direction.
 */
export function createJudge(deps: JudgeDependencies): LiveJudge {
  const { clock } = deps;
  const names = createJudgeMemo<Judgement>(MAX_REMEMBERED);
  const questions = createJudgeMemo<Judgement>(MAX_REMEMBERED);
  let prepared = prepare(NOTHING, NO_CATEGORIES);
  let indexFile: string | null = null;
  let generation = 0;
  const settings = createSettingsMemo(() => prepared);
  // Remembered judgements hold from `from` until before `until`; epoch milliseconds, server time.
  let from = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;

  const serverTime = (): number => Math.round(clock.now() + prepared.state.clockOffsetMs);

  const nextChangeAfter = (at: number): number =>
    nextBundleChange(prepared.compiled, at) ?? Number.POSITIVE_INFINITY;
  /** The other time that may be the right one; null = there is no doubt. */
  const otherTime = (at: number): number | null => {
    const { clockOffsetMs, doubtOffsetMs } = prepared.state;
    return doubtOffsetMs == null ? null : Math.round(at - clockOffsetMs + doubtOffsetMs);
  };
  const forget = (at: number): void => {
    generation += 1;
    names.clear();
    questions.clear();
    settings.clear();
    from = at;
    const other = otherTime(at);
    until = nextChangeAfter(at);
    if (other !== null) until = Math.min(until, at + nextChangeAfter(other) - other);
  };
  /** The moment to judge at. Forgets what is remembered when it belongs to another stretch of time. */
  const present = (): number => {
    const at = serverTime();
    if (at < from || at >= until) forget(at);
    return at;
  };
  const owner = (uid?: number | null): Owner => ownerOf(uid, prepared.state);
  const decideOn = (asked: Asked, now: number, owner: Owner): Judgement => {
    const request = requestOf(asked, prepared);
    const judging = { owner, settings: settings.at(now, owner) };
    const judgement = judgeAt(request, prepared, { ...judging, at: now });
    const other = otherTime(now);
    if (other === null || judgement.action === 'block') return judgement;
    const doubted = judgeAt(request, prepared, { ...judging, at: other });
    return doubted.action === 'block' ? doubted : judgement;
  };
  const judgeName = (name: string): Judgement => {
    const at = present();
    const known = names.get(name);
    if (known !== undefined) return known;
    const made = decideOn({ host: name, url: null, app: null }, at, prepared.state);
    names.set(name, made);
    return made;
  };

  return {
    judgeName,
    judge({ host, url, app, uid }) {
      const asking = owner(uid);
      if (url === null && app === null && isSame(asking, prepared.state)) return judgeName(host);
      const at = present();
      const key = keyOf(asking, host, url, app);
      const known = questions.get(key);
      if (known !== undefined) return known;
      const made = decideOn({ host, url, app }, at, asking);
      questions.set(key, made);
      return made;
    },
    explain: (question) =>
      explain(question, prepared, { at: present(), owner: owner(question.uid), judge: decideOn }),
    generation() {
      present();
      return generation;
    },
    mode: () => prepared.state.mode,
    settings: (uid) => settings.at(present(), owner(uid)),
    asksForPrograms: () => prepared.compiled.apps.size > 0,
    isCrisisHelp,
    apply(state) {
      const before = prepared;
      const index = openIndex(state, { deps, before, indexFile });
      indexFile = index.file;
      prepared = prepareOrKeep(state, { deps, before, index: index.index });
      if (isOther(prepared, before) || state.doubtOffsetMs != null) forget(serverTime());
      return { bundle: prepared.state.bundle, indexFile };
    },
    activityLevel(uid) {
      const at = present();
      return settings.at(at, owner(uid)).activityLevel ?? levelByHours(prepared, at);
    },
    ownerOf: owner,
    now: serverTime,
    state: () => prepared.state,
  };
}

/** The settings in force for each owner, until they are cleared: as many as there are accounts, and two. */
function createSettingsMemo(prepared: () => Prepared) {
  const known = new Map<string, FilterSettings>();
  return {
    at(at: number, owner: Owner): FilterSettings {
      const key = keyOf(owner);
      const found = known.get(key);
      if (found !== undefined) return found;
      const { state, compiled } = prepared();
      const made = effectiveSettings(contextAt(state, owner, at), compiled);
      known.set(key, made);
      return made;
    },
    clear: () => known.clear(),
  };
}

function levelByHours({ schoolHours }: Prepared, at: number): ActivityLevel {
  return schoolHours?.isActive(at) === false ? 'counters' : 'domain';
}

function isCrisisHelp(host: string): boolean {
  const judged = judgedHost(host);
  return judged !== null && crisisNameOf(judged) !== null;
}

/** The same text for equal questions of one owner, and another text for every other question or owner. */
function keyOf({ user, ouPath }: Owner, ...asked: readonly (string | null)[]): string {
  return JSON.stringify([user, ouPath, ...asked]);
}

function isSame(a: Owner, b: Owner): boolean {
  return a.user === b.user && a.ouPath === b.ouPath;
}

function openIndex(
  state: FilterState,
  {
    deps,
    before,
    indexFile,
  }: { readonly deps: JudgeDependencies; readonly before: Prepared; readonly indexFile: string | null },
): { readonly file: string | null; readonly index: CategoryLookUp } {
  if (state.indexFile === indexFile) return { file: indexFile, index: before.index };
  if (state.indexFile === null) return { file: null, index: NO_CATEGORIES };
  try {
    return { file: state.indexFile, index: deps.openIndex(state.indexFile) };
  } catch (error) {
    deps.onFault({ what: 'index', detail: messageOf(error) });
    return { file: indexFile, index: before.index };
  }
}

function prepareOrKeep(
  state: FilterState,
  {
    deps,
    before,
    index,
  }: { readonly deps: JudgeDependencies; readonly before: Prepared; readonly index: CategoryLookUp },
): Prepared {
  try {
    return prepare(state, index, before);
  } catch (error) {
    deps.onFault({ what: 'bundle', detail: messageOf(error) });
    return prepare({ ...state, bundle: before.state.bundle }, index, before);
  }
}

/** Whether any judgement may differ from before. Changes by the clock alone are noticed at the next question. */
function isOther(now: Prepared, before: Prepared): boolean {
  const what = ({
    state: { bundle, sessions, overrides, answers, clockOffsetMs, ...rest },
  }: Prepared): string => JSON.stringify(rest);
  return now.index !== before.index || now.compiled !== before.compiled || what(now) !== what(before);
}

interface Explaining {
  readonly at: number;
  readonly owner: Owner;
  readonly judge: (asked: Asked, at: number, owner: Owner) => Judgement;
}

function explain(question: Question, prepared: Prepared, { at, owner, judge }: Explaining): Explanation {
  const judgement = judge(question, at, owner);
  const { state, compiled } = prepared;
  const request = requestOf(question, prepared);
  const { chain } = decide(request, contextAt(state, owner, at), compiled);
  const policy = compiled.policies.find(({ policy: { id } }) => id === judgement.policyId)?.policy;
  return {
    ...judgement,
    // Where the filter itself decided, no link of the policy chain did.
    chain: judgement.reason === chain[0]?.reason ? chain : chain.map((link) => ({ ...link, decided: false })),
    host: request.host,
    url: question.url,
    user: owner.user,
    policyName: policy?.name ?? null,
    ruleReason: ruleOf(prepared, judgement)?.reason ?? null,
    at,
  };
}
