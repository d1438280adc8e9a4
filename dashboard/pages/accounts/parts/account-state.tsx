import type { Account } from '../../../../sdk/node/index.ts';
import { Pill } from '../../../ui/status.tsx';
import { accountsWords } from '../words.ts';

/** Whether the account may sign in. */
export function AccountState({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  if (account.status === 'disabled') return <Pill tone="quiet">{w.disabled}</Pill>;
  if (!(account.hasPassword || account.linked))
    return (
      <Pill tone="wait" dashed>
        {w.invited}
      </Pill>
    );
  return <Pill tone="good">{w.active}</Pill>;
}

/** By what the person signs in, in words. */
export function signsInBy({ hasPassword, linked, secondFactor }: Account): string {
  const w = accountsWords.read();
  const ways = [
    ...(hasPassword ? [secondFactor ? w.bySecondFactor : w.byPassword] : []),
    ...(linked ? [w.bySchool] : []),
  ];
  return ways.length === 0 ? w.byNothing : ways.join(', ');
}
