import './sign-in.css';
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { facts } from '../../app/client/facts.ts';
import { CopyBlock } from '../../ui/copy-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outside } from '../../ui/outside.tsx';
import { PasswordForm } from './parts/password-form.tsx';
import { signInWords } from './words.ts';

/** Every way to sign in: by a link, by the school's provider, by a password. */
export function SignInPage() {
  // Also where a provider's refusal shows, whose address has another search.
  const { next, token } = useSearch({ strict: false });
  if (token !== undefined && facts.refused === null) return <LinkSignIn />;
  return <OtherSignIn next={next} />;
}

/** A person who opened a sign-in link. Only the button uses the link up: a preview of it in a chat does not. */
function LinkSignIn() {
  const w = signInWords.read();
  return (
    <Outside title={w.welcome}>
      <div className="outside-card">
        <p>{w.linkText}</p>
        {/* Without an action it is sent to this very address, token included. */}
        <form method="post">
          <Button type="submit" fullWidth>
            {w.signIn}
          </Button>
        </form>
      </div>
    </Outside>
  );
}

function OtherSignIn({ next }: { readonly next: string | undefined }) {
  const w = signInWords.read();
  return (
    <Outside title={w.title}>
      <Refusal />
      <div className="outside-card">
        {facts.singleSignOn && (
          <>
            {/* Not a link of the router: the server leads to the provider. */}
            <Button component="a" href="/sign-in/oidc/start" fullWidth>
              {w.schoolAccount}
            </Button>
            <p className="sign-in-or text-meta quiet">{w.orPassword}</p>
          </>
        )}
        <PasswordForm next={next} />
        <p>
          <Link to="/forgot">{w.forgot}</Link>
        </p>
      </div>
      <section className="outside-card" aria-labelledby="sign-in-link">
        <h2 className="text-heading sign-in-heading" id="sign-in-link">
          {w.linkTitle}
        </h2>
        <p className="quiet">{w.linkHow}</p>
        <CopyBlock text={`${facts.command} sign-in-link`} label={w.linkCommand} />
      </section>
      <p className="quiet">{w.students}</p>
    </Outside>
  );
}

/** Why the last attempt, by a link or at the provider, signed nobody in. */
function Refusal() {
  const w = signInWords.read();
  if (facts.refused === null) return null;
  if (facts.refused === 'link')
    return (
      <Notice kind="warn" title={w.linkOver}>
        {w.linkOverText}
      </Notice>
    );
  return (
    <Notice kind="warn" title={w.notSignedIn}>
      {w.refusals[facts.refused] ?? w.refusals.provider}
    </Notice>
  );
}
