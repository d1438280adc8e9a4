import type { Connected, Greeted, Resolved } from '../../ports/self-check-probes.ts';
import type { ProofResult } from './proofs.ts';

/** What the resolver gives for a blocked name. */
const BLOCKED: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const holds = (detail: string): ProofResult => ({ ok: true, detail });
const fails = (detail: string): ProofResult => ({ ok: false, detail });
const noSay = (detail: string): ProofResult => ({ ok: null, detail });

function isBlocked(resolved: Resolved): boolean {
  return resolved.answer === 'addresses' && resolved.addresses.every((address) => BLOCKED.has(address));
}

/** A name that the filter blocks. */
export function judgeBlocked(host: string, resolved: Resolved): ProofResult {
  if (isBlocked(resolved)) return holds(`${host} is blocked`);
  if (resolved.answer === 'addresses') return fails(`${host} is to be blocked, and resolves`);
  return resolved.answer === 'nothing'
    ? holds(`${host} does not resolve`)
    : noSay('the resolver does not answer');
}

/** A name that nothing may block. */
export function judgeOpen(host: string, resolved: Resolved): ProofResult {
  if (isBlocked(resolved)) return fails(`${host} is to be open, and is blocked`);
  return resolved.answer === 'addresses' ? holds(`${host} resolves`) : noSay(`${host} does not resolve now`);
}

/** A search engine and its safe twin. */
export function judgeSafeSearch(engine: Resolved, safe: Resolved): ProofResult {
  if (engine.answer !== 'addresses' || safe.answer !== 'addresses') return noSay('no answer to compare');
  const twin = new Set(safe.addresses);
  return engine.addresses.every((address) => twin.has(address) || BLOCKED.has(address))
    ? holds('searches go to the safe search')
    : fails('searches go to the search without its filter');
}

/** The name by which Firefox learns that it must not use DNS over HTTPS. */
export function judgeCanary(resolved: Resolved): ProofResult {
  if (resolved.answer === 'none') return noSay('the resolver does not answer');
  return resolved.answer === 'nothing'
    ? holds('the canary name does not exist')
    : fails('the canary name resolves');
}

export function judgeRefused(what: string, result: Connected | Greeted): ProofResult {
  if (result === 'refused') return holds(`${what} is refused`);
  if (result === 'open' || result === 'answered') return fails(`${what} gets through`);
  // Some firewalls drop packets without an answer. A network without a route there looks the same, so that this proves nothing.
  return noSay(`${what}: ${result}`);
}
