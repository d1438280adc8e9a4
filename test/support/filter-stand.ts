import { Socket } from 'node:net';
import { createEgress, type Dial, type Egress } from '../../agent/filter/connections/egress.ts';
import { createTargetAddresses } from '../../agent/filter/connections/target-address.ts';
import type { FilterMode } from '../../agent/filter/filter-state.ts';
import type { Judge, Judgement, Question } from '../../agent/filter/judge.ts';
import type { BypassAttempt, Recorder } from '../../agent/filter/recorder.ts';
import { isWithinDomain } from '../../contracts/policy/host.ts';
import { DEFAULT_FILTER_SETTINGS, type FilterSettings } from '../../contracts/policy/settings.ts';
import { systemClock } from '../../kit/clock.ts';

/** A judge that a test turns: it blocks domains with all below them, and addresses that begin with a given text. */
export interface StandJudge extends Judge {
  block(...domains: string[]): void;
  blockUrl(prefix: string): void;
  allow(domain: string): void;
  setMode(mode: FilterMode): void;
  set(settings: Partial<FilterSettings>): void;
  /** Blocks for one program only. */
  blockApp(app: string): void;
  /** Blocks all for one user of the computer. */
  blockUid(uid: number): void;
}

export const CRISIS_HOST = 'helpline.example';

export function createStandJudge(): StandJudge {
  const blocked = new Set<string>();
  const urls = new Set<string>();
  const apps = new Set<string>();
  const uids = new Set<number>();
  let settings: FilterSettings = DEFAULT_FILTER_SETTINGS;
  let mode: FilterMode = 'enforce';
  let generation = 1;
  const judgement = (action: Judgement['action'], reason: Judgement['reason']): Judgement => ({
    action,
    reason,
    ruleId: action === 'block' ? 'rul_1' : null,
    policyId: action === 'block' ? 'pol_1' : null,
    policyVersion: action === 'block' ? 42 : null,
    categories: [],
    category: action === 'block' ? 'games' : null,
  });
  const judge = ({ host, url, app, uid = null }: Question): Judgement => {
    if (mode === 'off') return judgement('allow', 'default');
    if (isWithinDomain(host, CRISIS_HOST)) return judgement('allow', 'crisis_allow');
    if (mode === 'locked') return judgement('block', 'locked');
    const bad =
      [...blocked].some((domain) => isWithinDomain(host, domain)) ||
      [...urls].some((prefix) => url?.startsWith(prefix)) ||
      (app !== null && apps.has(app)) ||
      (uid !== null && uids.has(uid));
    return bad ? judgement('block', 'block') : judgement('allow', 'default');
  };
  const changed = <Arguments extends unknown[]>(act: (...args: Arguments) => void) => {
    return (...args: Arguments): void => {
      act(...args);
      generation += 1;
    };
  };
  return {
    judge,
    judgeName: (name) => judge({ host: name, url: null, app: null, via: 'dns' }),
    explain: (question) => ({
      ...judge(question),
      chain: [],
      host: question.host,
      url: question.url,
      user: question.uid == null ? 'ana@x.example' : `${question.uid}@x.example`,
      policyName: 'School day',
      ruleReason: 'No games in lessons',
      at: Date.UTC(2026, 10, 20, 10),
    }),
    generation: () => generation,
    mode: () => mode,
    settings: () => settings,
    asksForPrograms: () => apps.size > 0,
    isCrisisHelp: (host) => isWithinDomain(host, CRISIS_HOST),
    block: changed((...domains: string[]) => {
      for (const domain of domains) blocked.add(domain);
    }),
    allow: changed((domain: string) => {
      blocked.delete(domain);
    }),
    blockUrl: changed((prefix: string) => {
      urls.add(prefix);
    }),
    blockApp: changed((app: string) => {
      apps.add(app);
    }),
    blockUid: changed((uid: number) => {
      uids.add(uid);
    }),
    setMode: changed((next: FilterMode) => {
      mode = next;
    }),
    set: changed((some: Partial<FilterSettings>) => {
      settings = { ...settings, ...some };
    }),
  };
}

export interface StandRecorder extends Recorder {
  readonly decisions: { readonly question: Question; readonly judgement: Judgement }[];
  readonly attempts: BypassAttempt[];
  readonly uses: string[];
}

export function createStandRecorder(): StandRecorder {
  const decisions: StandRecorder['decisions'] = [];
  const attempts: BypassAttempt[] = [];
  const uses: string[] = [];
  return {
    decisions,
    attempts,
    uses,
    decided: (question, judgement) => void decisions.push({ question, judgement }),
    attempted: (attempt) => void attempts.push(attempt),
    used: ({ host }) => void uses.push(host),
  };
}

/** An internet of names and public addresses, all of whose ends are servers of this test on 127.0.0.1. */
export interface StandInternet {
  readonly egress: Egress;
  /** Names, as our resolver finds them. */
  readonly names: Map<string, readonly string[]>;
  /** `address:port` → port on 127.0.0.1. */
  readonly servers: Map<string, number>;
  /** `address:port` of each connection that was tried, in order. */
  readonly dialled: string[];
  readonly dohAddresses: Set<string>;
  readonly privateAddresses: Set<string>;
}

export function createStandInternet(judge: Pick<Judge, 'isCrisisHelp'>): StandInternet {
  const names = new Map<string, readonly string[]>();
  const servers = new Map<string, number>();
  const dialled: string[] = [];
  const dohAddresses = new Set<string>();
  const privateAddresses = new Set<string>();
  const dial: Dial = ({ host, port, allowHalfOpen }) => {
    const socket = new Socket({ allowHalfOpen });
    const place = `${host}:${port}`;
    dialled.push(place);
    const local = servers.get(place);
    if (local === undefined) socket.destroy(new Error(`nobody listens at ${place}`));
    else socket.connect(local, '127.0.0.1');
    return socket;
  };
  const egress = createEgress({
    resolver: {
      resolve: (host) => {
        const found = names.get(host);
        return found === undefined ? Promise.reject(new Error('no answer')) : Promise.resolve(found);
      },
    },
    addresses: createTargetAddresses({
      isDohAddress: (address) => dohAddresses.has(address),
      isPrivateAllowed: (address) => privateAddresses.has(address),
    }),
    isCrisisHelp: judge.isCrisisHelp,
    dial,
    clock: systemClock,
  });
  return { egress, names, servers, dialled, dohAddresses, privateAddresses };
}
