import type { ChainLink } from '../../../contracts/policy/model.ts';
import { chainSentence, reasonSentence } from '../../../contracts/policy/reason-words.ts';
import type { Explanation } from '../explanation.ts';
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

/** Why a page is open or not, as one sentence to a pupil; the dashboard says the same. */
export function sentenceOf({ action, reason, category }: Explanation): string {
  return reasonSentence(reason, action, category);
}

/** One link of the chain in words: what spoke, for whom, and how. */
export function chainWords(link: ChainLink, names: PolicyNames): string {
  const { policyId, ruleId } = link;
  return chainSentence(link, {
    policyName: policyId === null ? null : names.policyName(policyId),
    ruleReason: policyId === null || ruleId === null ? null : names.ruleReason(policyId, ruleId),
  });
}

export { categoryWords } from '../../../contracts/policy/reason-words.ts';
