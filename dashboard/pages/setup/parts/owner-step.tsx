import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { facts } from '../../../app/client/facts.ts';
import { useSession } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { askSecondFactor } from '../../account/second-factor/second-factor-queries.ts';
import { SecondFactorSetup } from '../../account/second-factor/second-factor-setup.tsx';
import { SecondFactorState } from '../../account/second-factor/second-factor-state.tsx';
import { setupWords } from '../words.ts';
import { OwnerForm } from './owner-form.tsx';

/** How the owner comes back: a password with a second factor, or the school's own sign-in. */
export function OwnerStep() {
  const w = setupWords.read();
  const { account } = useSession();
  return (
    <>
      <Block title={w.steps.owner}>
        {account.hasPassword && <Notice kind="good">{w.ownerDone(account.email)}</Notice>}
        {account.linked && <Notice kind="good">{w.ownerLinked}</Notice>}
        {!account.hasPassword && (
          <>
            {!account.linked && <p className="setup-text">{w.ownerText}</p>}
            <OwnerForm />
          </>
        )}
        <SingleSignOn />
      </Block>
      {account.hasPassword && <FactorOffer />}
    </>
  );
}

function SingleSignOn() {
  const w = setupWords.read();
  const { account } = useSession();
  if (account.linked) return null;
  if (facts.singleSignOn) return <Notice kind="quiet">{w.singleSignOn}</Notice>;
  return (
    <p className="setup-text quiet">
      {w.noSingleSignOn}{' '}
      <Link to="/settings/{-$section}" params={{ section: undefined }}>
        {w.settings}
      </Link>
      .
    </p>
  );
}

function FactorOffer() {
  const w = setupWords.read();
  const factor = useQuery(askSecondFactor());
  return (
    <Block title={w.secondFactor.title}>
      <Loaded query={factor} rows={2}>
        {(now) =>
          now.enabled ? (
            <SecondFactorState words={w.secondFactor} factor={now} />
          ) : (
            <>
              <p className="setup-text">{w.offerFactor}</p>
              <SecondFactorSetup words={w.secondFactor} />
            </>
          )
        }
      </Loaded>
    </Block>
  );
}
