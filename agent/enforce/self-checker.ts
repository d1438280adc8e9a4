import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import { CRISIS_NAMES } from '../../contracts/policy/crisis.ts';
import type { FilterSettings } from '../../contracts/policy/settings.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { base62, type Random } from '../../kit/random.ts';
import { createSerial } from '../../kit/serial.ts';
import {
  judgeBlocked,
  judgeCanary,
  judgeOpen,
  judgeRefused,
  judgeSafeSearch,
} from '../core/self-check/judge-proofs.ts';
import {
  createProofResults,
  type Proof,
  type ProofName,
  type ProofResult,
} from '../core/self-check/proofs.ts';
import type { Resolved, SelfCheckProbes } from '../ports/self-check-probes.ts';
import type { WorkerSide } from '../worker/worker-side.ts';

/** What is tried. */
export interface CheckSubject {
  readonly bundle: PolicyBundle;
  readonly settings: FilterSettings;
}

/** Tries whether the filter really does what it is said to do. */
export interface SelfChecker {
  /** The two quick proofs, each five seconds. Never rejects. */
  quick(): Promise<void>;
  /** All of them. Never rejects. */
  full(): Promise<void>;
  /** The resolver was asked for this nonce. */
  seen(nonce: string): void;
  /** What the firewall keeper read back. */
  settings(result: ProofResult): void;
  proofs(): readonly Proof[];
  summary(): 'none' | 'hold' | 'unsure' | 'failed';
  /** The filter is not wanted now: what was proven before says nothing. */
  clear(): void;
}

export interface SelfCheckerDependencies {
  readonly probes: SelfCheckProbes;
  readonly worker: Pick<WorkerSide, 'verdict' | 'ports'>;
  /** Null: there is nothing to prove now. */
  readonly subject: () => CheckSubject | null;
  /** Whether names are answered at all: in a lock only the server's are. */
  readonly locked: () => boolean;
  /** Whether the computer is in no network. A look-up that does not arrive is then no sign of a way round the filter. */
  readonly offline: () => boolean;
  /** A text that changes with the network and with what the filter works by. A try that fails while it changes proves nothing. */
  readonly moment: () => string;
  /** Server time. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called when the result of a proof has changed. */
  readonly onChange: (failing: readonly ProofName[]) => void;
  /**
   * Our firewall rules may be gone, so that the settings should be checked: a connection that was refused before now gets no answer, or a quick proof
   * fails repeatedly.
   */
  readonly onDoubt: () => void;
}

const SELF_CHECK_DOMAIN = 'self-check.schoolgate.internal';
/** How long a look-up may take to arrive (milliseconds). The resolver is on this computer. */
const NONCE_MS = 2_000;
const NONCE_LENGTH = 20;
/** An address of TEST-NET-1 (RFC 5737) that nobody has. Only a firewall refuses a connection to it at once. */
const NOBODY = '192.0.2.1';
const DOT = 853;
const HTTPS = 443;
const CANARY = 'use-application-dns.net';
const SEARCH = { engine: 'www.google.com', safe: 'forcesafesearch.google.com' } as const;

export function createSelfChecker(deps: SelfCheckerDependencies): SelfChecker {
  const { probes, worker, clock, log } = deps;
  const results = createProofResults();
  const serial = createSerial();
  const awaited = new Map<string, () => void>();
  let wasSilent = false;

  const note = (name: ProofName, result: ProofResult): void => {
    if (!results.note(name, result, deps.now())) return;
    log.warn({ proof: name, ok: result.ok, detail: result.detail }, 'a proof of the self-check has changed');
    deps.onChange(results.failing());
  };
  const tryOut = async (name: ProofName, attempt: () => Promise<ProofResult>): Promise<void> => {
    const began = deps.moment();
    try {
      const result = await attempt();
      const isVoid = result.ok === false && deps.moment() !== began;
      note(name, isVoid ? { ok: null, detail: 'the network or the filter changed during the try' } : result);
    } catch (error) {
      note(name, { ok: null, detail: messageOf(error) });
    }
  };

  const nonceArrives = async (): Promise<ProofResult> => {
    const nonce = base62(deps.random, NONCE_LENGTH).toLowerCase();
    const patience = new AbortController();
    let answer = 'none' as Resolved['answer'];
    try {
      const arrived = new Promise<true>((resolve) => awaited.set(nonce, () => resolve(true)));
      probes.resolve(`${nonce}.${SELF_CHECK_DOMAIN}`).then(
        (resolved) => {
          ({ answer } = resolved);
        },
        (error: unknown) => log.debug({ error: messageOf(error) }, 'the system resolves nothing'),
      );
      const late = delay(clock, NONCE_MS, patience.signal).then((): false => false);
      if (await Promise.race([arrived, late]))
        return { ok: true, detail: 'the system’s look-ups arrive at the filter' };
      // Without a network some systems answer at once that there is no such name. An answer with addresses comes from another resolver.
      return answer !== 'addresses' && deps.offline()
        ? { ok: null, detail: 'there is no network to ask a name in' }
        : { ok: false, detail: 'a look-up through the system did not arrive at the filter' };
    } finally {
      patience.abort();
      awaited.delete(nonce);
    }
  };

  const dotRefused = async (): Promise<ProofResult> => {
    const result = judgeRefused('DNS over TLS', await probes.connect(NOBODY, DOT));
    const isSilent = result.ok === null;
    if (isSilent && !wasSilent) deps.onDoubt();
    wasSilent = isSilent;
    return result;
  };
  const quick = async (): Promise<void> => {
    if (deps.subject() === null) return;
    await tryOut('name_resolution', nonceArrives);
    await tryOut('dot_refused', dotRefused);
    if (results.failing().some((name) => QUICK.has(name))) deps.onDoubt();
  };
  const full = async (): Promise<void> => {
    await quick();
    const subject = deps.subject();
    if (subject === null) return;
    const tries = createTries(subject, { probes, worker, random: deps.random });
    for (const [name, attempt] of tries)
      if (!deps.locked() || !NEEDS_NAMES.has(name)) await tryOut(name, attempt);
  };

  return {
    quick: () => serial.run(quick),
    full: () => serial.run(full),
    seen: (nonce) => awaited.get(nonce)?.(),
    settings: (result) => note('system_settings', result),
    proofs: results.all,
    summary: results.summary,
    clear: results.clear,
  };
}

const QUICK: ReadonlySet<ProofName> = new Set(['name_resolution', 'dot_refused']);

/** Proofs that need an answer to a name. In a lock these names are rightly not answered. */
const NEEDS_NAMES: ReadonlySet<ProofName> = new Set(['must_allow', 'crisis_help', 'safe_search']);

type Try = readonly [name: ProofName, attempt: () => Promise<ProofResult>];

function createTries(
  { bundle, settings }: CheckSubject,
  { probes, worker, random }: Pick<SelfCheckerDependencies, 'probes' | 'worker' | 'random'>,
): readonly Try[] {
  const nothing = (detail: string): ProofResult => ({ ok: null, detail });
  const blockedName = () => firstJudged(blockCandidates(bundle), 'block', worker);
  return [
    [
      'must_block',
      async () => {
        const host = await blockedName();
        return host === null
          ? nothing('no policy blocks a name here')
          : judgeBlocked(host, await probes.resolve(host));
      },
    ],
    [
      'must_allow',
      async () => {
        const host = await firstJudged(allowCandidates(bundle), 'allow', worker);
        return host === null
          ? nothing('no name is known to be open')
          : judgeOpen(host, await probes.resolve(host));
      },
    ],
    [
      'crisis_help',
      async () => {
        const host = CRISIS_NAMES[Math.floor(random.fraction() * CRISIS_NAMES.length)]?.domain;
        return host === undefined ? nothing('no name') : judgeOpen(host, await probes.resolve(host));
      },
    ],
    [
      'safe_search',
      async () => {
        if (!settings.safeSearch) return { ok: true, detail: 'not wanted' };
        if ((await worker.verdict({ host: SEARCH.engine })) === 'block')
          return { ok: true, detail: 'the search is blocked' };
        return judgeSafeSearch(await probes.resolve(SEARCH.engine), await probes.resolve(SEARCH.safe));
      },
    ],
    ['canary', async () => judgeCanary(await probes.resolve(CANARY))],
    [
      'doh_refused',
      async () => {
        const address = bundle.dohAddresses.find((known) => /^[\d.]+$/.test(known));
        if (address === undefined) return nothing('no address of a DoH server is known');
        return judgeRefused(
          'DNS over HTTPS',
          await probes.greet({ address, port: HTTPS, serverName: 'dns.google' }),
        );
      },
    ],
    [
      'pac',
      async () => {
        const port = worker.ports()?.proxy;
        if (port === undefined) return nothing('the filter does not run');
        const served = await probes.servesPac(port);
        return { ok: served, detail: served ? 'the PAC file is served' : 'the PAC file is not served' };
      },
    ],
    [
      'relay',
      async () => {
        const port = worker.ports()?.relay ?? null;
        const serverName = await blockedName();
        if (port === null || serverName === null) return nothing('nothing to try it with');
        return judgeRefused(
          'a blocked name at the relay',
          await probes.greet({ address: '127.0.0.1', port, serverName }),
        );
      },
    ],
  ];
}

/** How many blocked names are tried to find one whose rule applies here and now, to whoever is signed in. */
const MAX_CANDIDATES = 40;

function blockCandidates({ probes, policies }: PolicyBundle): readonly string[] {
  const named = policies.flatMap(({ enabled, rules }) =>
    enabled
      ? rules.flatMap(({ effect, match }) => (effect === 'block' ? match.domains.slice(0, 3) : []))
      : [],
  );
  return [...probes.block, ...named].slice(0, MAX_CANDIDATES);
}

function allowCandidates({ probes, connectivityUrl }: PolicyBundle): readonly string[] {
  return [...probes.allow, ...(URL.canParse(connectivityUrl) ? [new URL(connectivityUrl).hostname] : [])];
}

async function firstJudged(
  hosts: readonly string[],
  wanted: 'allow' | 'block',
  worker: Pick<WorkerSide, 'verdict'>,
): Promise<string | null> {
  for (const host of hosts) if ((await worker.verdict({ host })) === wanted) return host;
  return null;
}
