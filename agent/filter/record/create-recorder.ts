import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import { VERDICT_REASONS, type VerdictReason } from '../../../contracts/policy/model.ts';
import type { ActivityLevel } from '../../../contracts/policy/settings.ts';
import type { Clock, Timer } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import { base62, type Random } from '../../../kit/random.ts';
import { bypassKindOf } from '../bypass-names.ts';
import type { LiveJudge } from '../create-judge.ts';
import type { Judgement, Question } from '../judge.ts';
import type { BypassAttempt, Recorder } from '../recorder.ts';
import { isSystemUid } from '../socket-owner.ts';
import { type BypassNews, createBypassWatch } from './bypass-watch.ts';
import { createRequestTally, type Seen } from './request-tally.ts';
import { createVisitLog } from './visit-log.ts';

const MINUTE_MS = 60_000;
const ID_LENGTH = 22;
/** What waits for a sink that fails: an hour of busy browsing. Beyond, the oldest goes. */
const MAX_WAITING = 5_000;
const MAX_URL = 2_048;
const MAX_HOST = 253;
const MAX_APP = 120;

export interface RecorderDependencies {
  readonly judge: Pick<
    LiveJudge,
    'activityLevel' | 'ownerOf' | 'now' | 'state' | 'mode' | 'isCrisisHelp' | 'judge'
  >;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Takes records over: they are durable, or on their safe way, when it returns. When it throws, the same records with the same ids come again. */
  readonly sink: (records: readonly ActivityRecord[]) => void;
  /** Ways round the filter were tried again and again. */
  readonly onBypass: (news: BypassNews) => void;
  /** Called with each name that the activity level allows to record (`GameReports.asked`). */
  readonly onName: (host: string) => void;
}

/**
 * Records what the layers see, as much of it as the policy's level says, and never anything of crisis help. Each minute, and at `stop`, the records go to the
 * sink: a clean stop loses nothing; `kill -9` or a power cut at most the running minute of requests, and of open visits at most ten minutes.
 */
export function createRecorder(deps: RecorderDependencies): Recorder & Service {
  const { judge, clock, random, log, sink } = deps;
  const newId = (): string => base62(random, ID_LENGTH);
  const tally = createRequestTally(newId);
  const visits = createVisitLog(newId);
  const bypasses = createBypassWatch();
  let waiting: ActivityRecord[] = [];
  let minute = Number.NaN;
  let timer: Timer | null = null;

  const enqueue = (records: readonly ActivityRecord[]): void => {
    waiting.push(...records);
    if (waiting.length <= MAX_WAITING) return;
    const dropped = waiting.length - MAX_WAITING;
    waiting = waiting.slice(dropped);
    log.error({ dropped }, 'the oldest records were dropped: nobody takes them');
  };
  const endMinute = (at: number): void => {
    if (Math.floor(at / MINUTE_MS) === minute) return;
    minute = Math.floor(at / MINUTE_MS);
    enqueue(tally.take());
  };
  const send = (): void => {
    if (waiting.length === 0) return;
    try {
      sink(waiting);
      waiting = [];
    } catch (error) {
      log.warn({ records: waiting.length, error: messageOf(error) }, 'records wait: the sink failed');
    }
  };
  const add = (seen: Seen, by: Parameters<typeof tally.add>[1], count = 1): void => {
    endMinute(seen.at);
    tally.add(seen, by, count);
  };
  const attempted = (attempt: BypassAttempt, by: Parameters<typeof tally.add>[1]): void => {
    const { host } = attempt;
    if (judge.mode() === 'off' || (host !== null && judge.isCrisisHelp(host))) return;
    add(attemptOf(attempt, judge), by, attempt.count);
    const news = bypasses.attempted(attempt, clock.monotonic());
    if (news !== null) deps.onBypass(news);
  };
  const tick = (): void => {
    const at = judge.now();
    endMinute(at);
    enqueue(visits.takeEnded(at));
    for (const news of bypasses.due(clock.monotonic())) deps.onBypass(news);
    send();
    timer = clock.setTimeout(tick, untilNextMinute(at)).unref();
  };

  return {
    decided(question, judgement) {
      if (judgement.reason === 'protection') {
        const { host, app, via, uid = null } = question;
        const kind = bypassKindOf(host) ?? 'doh';
        return attempted({ kind, host, address: null, port: null, count: 1, app, uid }, via);
      }
      if (judge.mode() === 'off' || judge.isCrisisHelp(question.host)) return;
      const seen = seenAt(judge.activityLevel(question.uid), question, judgement, judge);
      if (seen === null) return;
      add(seen, question.via);
      if (seen.domain !== null) deps.onName(seen.domain);
    },
    attempted: (attempt) => attempted(attempt, 'firewall'),
    used({ host, app, via, uid = null }) {
      if (isSystemUid(uid) || judge.mode() === 'off' || judge.isCrisisHelp(host)) return;
      const level = judge.activityLevel(uid);
      if (level !== 'domain' && level !== 'url') return;
      const { user } = judge.ownerOf(uid);
      const { campus } = judge.state();
      const { categories, category } = judge.judge({ host, url: null, app: null, via, uid });
      const kind = categories.includes('video') ? 'video' : 'visit';
      visits.used(
        { user, host: host.slice(0, MAX_HOST), kind, category, campus, app: appOf(app) },
        judge.now(),
      );
    },
    start() {
      if (timer === null) timer = clock.setTimeout(tick, untilNextMinute(judge.now())).unref();
      return Promise.resolve();
    },
    stop() {
      timer?.cancel();
      timer = null;
      enqueue([...tally.take(), ...visits.takeAll()]);
      send();
      return Promise.resolve();
    },
  };
}

/** So that a minute's records leave when it is over; a clock that jumps makes it wait a minute at most. */
function untilNextMinute(at: number): number {
  return MINUTE_MS - (((at % MINUTE_MS) + MINUTE_MS) % MINUTE_MS);
}

/** What may be recorded of a request; null = nothing. */
function seenAt(
  level: ActivityLevel,
  { host, url, app, uid }: Question,
  judgement: Judgement,
  judge: Pick<LiveJudge, 'now' | 'state' | 'ownerOf'>,
): Seen | null {
  const reason = policyReason(judgement);
  if (reason === null) return null;
  const { action, category, policyId, policyVersion, ruleId } = judgement;
  const { campus } = judge.state();
  const { user } = judge.ownerOf(uid);
  const at = judge.now();
  // Totals say neither who nor exactly when; that is the purpose of this level.
  if (level === 'counters')
    return { at: at - (at % MINUTE_MS), user: null, domain: null, category, action, campus };
  if (level === 'blocked' && action !== 'block') return null;
  return {
    at,
    user,
    domain: host.slice(0, MAX_HOST),
    url: level === 'url' && url !== null ? toldUrl(url) : null,
    category,
    action,
    reason,
    policyId,
    policyVersion,
    ruleId,
    campus,
    app: appOf(app),
  };
}

/** The reason as records have it; null = the request was decided by the filter itself and is not recorded. */
function policyReason({ reason }: Judgement): VerdictReason | null {
  if (reason === 'portal') return 'default';
  return (VERDICT_REASONS as readonly string[]).includes(reason) ? (reason as VerdictReason) : null;
}

function attemptOf(
  { kind, host, address, app, uid }: BypassAttempt,
  judge: Pick<LiveJudge, 'now' | 'state' | 'ownerOf'>,
): Seen {
  const { user } = judge.ownerOf(uid);
  const { campus } = judge.state();
  return {
    at: judge.now(),
    user,
    domain: (host ?? address)?.slice(0, MAX_HOST) ?? null,
    action: 'block',
    reason: 'protection',
    bypass: kind,
    campus,
    app: appOf(app),
  };
}

/** Without password and fragment, which no server sees either. */
function toldUrl(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, MAX_URL);
  const told = new URL(url);
  told.username = '';
  told.password = '';
  told.hash = '';
  return told.href.slice(0, MAX_URL);
}

function appOf(app: string | null): string | null {
  return app === null ? null : app.slice(0, MAX_APP);
}
