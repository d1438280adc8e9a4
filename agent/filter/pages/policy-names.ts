import type { ChainLink } from '../../../contracts/policy/model.ts';
import type { Language } from '../../../words/language.ts';
import { chainSentence } from '../../../words/reasons.ts';
import type { FilterState } from '../filter-state.ts';

/** Names behind the ids of a chain. */
export interface PolicyNames {
  policyName(policyId: string): string | null;
  ruleReason(policyId: string, ruleId: string): string | null;
}

/** The names that a filter state holds. */
export function namesOf(state: FilterState | null): PolicyNames {
  const policyOf = (id: string) => state?.bundle?.policies.find((policy) => policy.id === id);
  return {
    policyName: (id) => policyOf(id)?.name ?? null,
    ruleReason: (id, ruleId) => policyOf(id)?.rules.find((rule) => rule.id === ruleId)?.reason ?? null,
  };
}

/** One link of the chain in words: what decided, for whom, and how. */
export function chainWords(link: ChainLink, names: PolicyNames, language: Language): string {
  const { policyId, ruleId } = link;
  const known = {
    policyName: policyId === null ? null : names.policyName(policyId),
    ruleReason: policyId === null || ruleId === null ? null : names.ruleReason(policyId, ruleId),
  };
  return chainSentence(link, known, language);
}
