import type { ReactNode } from 'react';
import type { Explanation } from '../../../../sdk/node/index.ts';
import { Notice } from '../../../ui/notice.tsx';
import { usePolicies } from '../../explain/parts/use-policies.ts';
import { ruleReason } from '../../explain/parts/verdict.ts';
import { requestsWords } from '../words.ts';

/** Why it cannot be allowed, with the rule that says so. */
export function LockedNotice({ verdict }: { readonly verdict: Explanation | undefined }): ReactNode {
  const w = requestsWords.read();
  const policyId = verdict?.policyId ?? null;
  const { policies } = usePolicies(policyId === null ? [] : [policyId]);
  const name = policyId === null ? null : (policies.get(policyId)?.name ?? null);
  const reason = verdict === undefined ? null : ruleReason(policies, verdict);
  return (
    <Notice kind="warn" title={w.cannotAllow}>
      {w.alwaysBlocked(name, reason)}
    </Notice>
  );
}
