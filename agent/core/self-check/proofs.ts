/** What a filter must prove, each by a try through the operating system. */
export const PROOFS = [
  // A random name, asked of the system's own resolver, arrives at ours.
  'name_resolution',
  // DNS over TLS is refused.
  'dot_refused',
  // The firewall and the other settings, read back from the system, are as wanted.
  'system_settings',
  'must_block',
  'must_allow',
  'crisis_help',
  'safe_search',
  'doh_refused',
  'canary',
  'pac',
  'relay',
] as const;
export type ProofName = (typeof PROOFS)[number];

/** Without a result of these two, nothing is known of the filter. */
const NEEDED: readonly ProofName[] = ['name_resolution', 'system_settings'];

/** How a try ended. `ok` null: it could not be tried (no network, nothing to try it with); what was known before stays. */
export interface ProofResult {
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface Proof extends ProofResult {
  readonly name: ProofName;
  /** Server time, epoch milliseconds. */
  readonly at: number;
  /** Failures in a row. */
  readonly failures: number;
}

/** How many failures in a row count. A single one may come from a resolver that restarts. */
const FAILURES = 2;

/** Keeps the last result of each proof. */
export interface ProofResults {
  /** @returns whether the proof holds now and did not before, or the reverse; a first failure changes nothing yet */
  note(name: ProofName, result: ProofResult, at: number): boolean;
  all(): readonly Proof[];
  /** `none`: a needed one has no result; `failed`: one failed twice in a row; `unsure`: one failed once; `hold`: none failed. */
  summary(): 'none' | 'hold' | 'unsure' | 'failed';
  /** The names of those that failed twice. */
  failing(): readonly ProofName[];
  /** Forgets all: the filter is not wanted any more, or starts anew. */
  clear(): void;
}

export function createProofResults(): ProofResults {
  const proofs = new Map<ProofName, Proof>();
  const isFailing = ({ failures }: Proof): boolean => failures >= FAILURES;
  return {
    note(name, { ok, detail }, at) {
      const before = proofs.get(name);
      if (ok === null) {
        // A first failure leaves an earlier success in place, and a first success ends a failure.
        proofs.set(name, { name, ok: before?.ok ?? null, detail, at, failures: before?.failures ?? 0 });
        return false;
      }
      const failures = ok ? 0 : (before?.failures ?? 0) + 1;
      const proof: Proof = { name, ok, detail, at, failures };
      proofs.set(name, proof);
      const failed = before !== undefined && isFailing(before);
      return failed !== isFailing(proof);
    },
    all: () => PROOFS.flatMap((name) => proofs.get(name) ?? []),
    summary() {
      const known = [...proofs.values()];
      if (known.some(isFailing)) return 'failed';
      if (NEEDED.some((name) => proofs.get(name)?.ok == null)) return 'none';
      return known.some(({ failures }) => failures > 0) ? 'unsure' : 'hold';
    },
    failing: () => PROOFS.filter((name) => (proofs.get(name)?.failures ?? 0) >= FAILURES),
    clear: () => proofs.clear(),
  };
}
