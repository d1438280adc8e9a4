import { useQuery } from '@tanstack/react-query';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { askKnownCategories, askOrganization, askPolicyCount } from '../queries.ts';
import { setupWords } from '../words.ts';
import { PolicyForm } from './policy-form.tsx';

/** A first policy, from a template, with what it would have blocked. */
export function PolicyStep() {
  const w = setupWords.read();
  const count = useQuery(askPolicyCount()).data ?? 0;
  const known = useQuery(askKnownCategories());
  const organization = useQuery(askOrganization());
  return (
    <Block title={w.steps.policy}>
      {count > 0 && <Notice kind="good">{w.havePolicies(count)}</Notice>}
      <p className="setup-text">{w.policyText}</p>
      <Loaded query={organization} rows={4}>
        {({ schoolHours }) => (
          <Loaded query={known} rows={4}>
            {(ids) => <PolicyForm school={{ schoolHours, known: ids }} />}
          </Loaded>
        )}
      </Loaded>
    </Block>
  );
}
