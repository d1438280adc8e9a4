import type { ChainLink } from '../../../../contracts/policy/model.ts';
import type { Explanation, ExplanationStep, Policy } from '../../../../sdk/node/index.ts';
import { chainSentence, reasonSentence } from '../../../../words/reasons.ts';
import { language } from '../../../app/words/language.ts';

/** The policies that had a say, by id. One that is gone or out of reach is missing. */
export type Policies = ReadonlyMap<string, Policy>;

type Ruled = Pick<ExplanationStep, 'policyId' | 'ruleId'>;

/** What a rule tells the student; null = nothing, or the rule is not there any more. */
export function ruleReason(policies: Policies, ruled: Ruled): string | null {
  return ruleOf(policies, ruled)?.reason ?? null;
}

/** The category that counted: that of the rule which decided, as far as its policy still says so, else the first. */
function countedCategory(
  { input, ...ruled }: Pick<Explanation, 'input' | 'policyId' | 'ruleId'>,
  policies: Policies,
): string | null {
  const rule = ruleOf(policies, ruled);
  const named = input.categories.find((one) => rule?.match.categories.includes(one));
  return named ?? input.categories[0] ?? null;
}

/** Why it is open or blocked, in the words of the block page. */
export function verdictSentence(explanation: Explanation, policies: Policies): string {
  const { reason, action } = explanation as Explanation & Pick<ChainLink, 'reason' | 'action'>;
  return reasonSentence({ reason, action, category: countedCategory(explanation, policies) }, language());
}

/** One step of the ladder in words. */
export function stepSentence(step: ExplanationStep, policies: Policies): string {
  const policy = step.policyId === null ? undefined : policies.get(step.policyId);
  const names = { policyName: policy?.name ?? null, ruleReason: ruleReason(policies, step) };
  return chainSentence(step as ChainLink, names, language());
}

/** The ids of the policies of a chain, each once. */
export function policyIdsOf(chain: readonly ExplanationStep[]): readonly string[] {
  return [...new Set(chain.flatMap(({ policyId }) => policyId ?? []))];
}

function ruleOf(policies: Policies, { policyId, ruleId }: Ruled): Policy['rules'][number] | undefined {
  const policy = policyId === null ? undefined : policies.get(policyId);
  return policy?.rules.find(({ id }) => id === ruleId);
}
