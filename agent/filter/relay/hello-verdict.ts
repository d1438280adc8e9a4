import type { BypassKind } from '../../../contracts/policy/bypass.ts';
import { isAddress, isWithinDomain, normaliseHost } from '../../../contracts/policy/host.ts';
import type { ClientHello } from '../../../kit/client-hello.ts';
import type { Peer } from '../connections/client-origin.ts';
import { isLocalName } from '../dns/special-names.ts';
import type { Judge, Judgement, Question } from '../judge.ts';
import { isPrivateAddress } from '../local-access.ts';

/**
 * Names that providers put on the outside of an encrypted ClientHello: a client that shows one hides where it connects. Browsers also send that
 * extension with the true name outside (GREASE, RFC 9849 section 6.2), so that refusing it everywhere would break every browser that our policies do
 * not reach.
 */
const ECH_PUBLIC_NAMES: readonly string[] = [
  'cloudflare-ech.com',
  'encryptedsni.com',
  'public.tls-ech.dev',
  'cover.defo.ie',
  'ech-public.fastly.net',
];

/** What becomes of a TLS connection. */
export type HelloVerdict =
  /**
   * `pass`: the connection goes on to `question.host`, as our resolver finds it; a host without a name is its address. `attempt`: what is to be
   * recorded beside the judgement.
   */
  | {
      readonly action: 'pass' | 'block';
      readonly question: Question;
      readonly judgement: Judgement;
      readonly attempt: BypassKind | null;
      /** The address of a device of the local network, which is used because our resolver does not know the device's name; null = it is no such device. */
      readonly device: string | null;
    }
  /** The connection is refused: it leads round the filter, or to a device beside the computer, which makes no attempt. `host` where it is known. */
  | { readonly action: 'refuse'; readonly host: string | null; readonly attempt: BypassKind | null };

export interface HelloFacts {
  readonly hello: ClientHello;
  /** Where the program wanted to go; null = not known. */
  readonly origin: Peer | null;
  readonly app: string | null;
  /** User id of the client's socket; null = not known. */
  readonly uid: number | null;
}

export interface HelloRules {
  readonly judge: Pick<Judge, 'judge' | 'mode' | 'settings' | 'isCrisisHelp'>;
  readonly isDohAddress: (address: string) => boolean;
  /** Whether our resolver gave out this address for this host lately; null = it cannot tell. */
  readonly gaveOut: (host: string, address: string) => boolean | null;
  /** Whether an address is that of a device beside the computer that may be opened now. */
  readonly isLocalOpen: (address: string) => boolean;
}

/** Decides by the name that the client shows, and by where it wanted to go. Pure but for the judge. */
export function judgeHello(facts: HelloFacts, rules: HelloRules): HelloVerdict {
  const { hello, origin } = facts;
  const { judge } = rules;
  const host = hello.serverName === null ? null : normaliseHost(hello.serverName);
  if (host === null || isAddress(host)) return judgeUnnamed(facts, rules);
  const question = questionOf(host, facts);
  const judgement = judge.judge(question);
  if (judge.mode() === 'off' || judge.isCrisisHelp(host)) return verdictOf(question, judgement, null);
  if (hello.ech && hidesBehind(host)) return { action: 'refuse', host, attempt: 'ech' };
  if (origin !== null && rules.isDohAddress(origin.address))
    return { action: 'refuse', host, attempt: 'doh' };
  // Devices announce their names to their neighbours (RFC 6762), not to resolvers.
  if (origin !== null && isLocalName(host) && rules.isLocalOpen(origin.address))
    return { ...verdictOf(question, judgement, null), device: normaliseHost(origin.address) };
  const foreign = origin !== null && rules.gaveOut(host, origin.address) === false;
  return verdictOf(question, judgement, foreign ? 'false_address' : null);
}

/** Whether a name that a client shows beside an encrypted ClientHello hides another one. */
export function hidesBehind(host: string): boolean {
  return ECH_PUBLIC_NAMES.some((name) => isWithinDomain(host, name));
}

/** Judges TLS without a name by its address. */
function judgeUnnamed(
  { origin, app, uid }: HelloFacts,
  { judge, isDohAddress, isLocalOpen }: HelloRules,
): HelloVerdict {
  const off = judge.mode() === 'off';
  const host = origin === null ? null : normaliseHost(origin.address);
  if (!off && origin !== null && isDohAddress(origin.address))
    return { action: 'refuse', host, attempt: 'doh' };
  if (host === null) return { action: 'refuse', host, attempt: 'unnamed_host' };
  const question = questionOf(host, { app, uid });
  const judgement = judge.judge(question);
  const isLocal = origin !== null && isLocalOpen(origin.address);
  const free = off || isLocal || judgement.reason === 'portal' || judge.settings(uid).allowUnnamedHosts;
  if (!free && isPrivateAddress(host)) return { action: 'refuse', host, attempt: null };
  if (!free) return { action: 'refuse', host, attempt: 'unnamed_host' };
  return verdictOf(question, judgement, null);
}

function questionOf(host: string, { app, uid }: Pick<HelloFacts, 'app' | 'uid'>): Question {
  return { host, url: null, app, via: 'relay', uid };
}

function verdictOf(
  question: Question,
  judgement: Judgement,
  attempt: BypassKind | null,
): Exclude<HelloVerdict, { readonly action: 'refuse' }> {
  const action = judgement.action === 'block' ? 'block' : 'pass';
  return { action, question, judgement, attempt, device: null };
}
