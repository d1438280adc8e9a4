import './account.css';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/client/session.ts';
import { Block } from '../../ui/block.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { LookBlock } from './parts/look-block.tsx';
import { PasswordBlock } from './parts/password-block.tsx';
import { SessionsBlock } from './parts/sessions-block.tsx';
import { askSecondFactor } from './second-factor/second-factor-queries.ts';
import { SecondFactorSetup } from './second-factor/second-factor-setup.tsx';
import { SecondFactorState } from './second-factor/second-factor-state.tsx';
import { accountWords } from './words.ts';

/** One's own account: how to sign in, where one is signed in, how the dashboard looks. */
export function AccountPage() {
  const w = accountWords.read();
  const { account } = useSession();
  return (
    <Page title={w.title} width="form">
      <Block title={w.you}>
        <Facts
          items={[
            { label: w.name, value: account.name },
            { label: w.email, value: account.email },
            { label: w.role, value: w.roles[account.role] ?? account.role },
            { label: w.unit, value: account.ou ?? w.wholeSchool },
            ...(account.linked ? [{ label: w.schoolAccount, value: w.linked }] : []),
          ]}
        />
      </Block>
      <PasswordBlock />
      <SecondFactorBlock />
      <SessionsBlock />
      <LookBlock />
    </Page>
  );
}

function SecondFactorBlock() {
  const w = accountWords.read().secondFactor;
  const { account } = useSession();
  const factor = useQuery(askSecondFactor());
  return (
    <Block title={w.title}>
      {account.hasPassword ? (
        <Loaded query={factor} rows={2}>
          {(now) =>
            now.enabled ? <SecondFactorState words={w} factor={now} /> : <SecondFactorSetup words={w} />
          }
        </Loaded>
      ) : (
        <p className="account-text quiet">{w.needsPassword}</p>
      )}
    </Block>
  );
}
