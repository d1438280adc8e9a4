import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiError } from '../../../sdk/node/index.ts';
import { facts } from '../../app/client/facts.ts';
import { school } from '../../app/client/school.ts';
import { CopyBlock } from '../../ui/copy-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outside } from '../../ui/outside.tsx';
import { EmailForm } from './parts/email-form.tsx';
import { NewPasswordForm } from './parts/new-password-form.tsx';
import { passwordWords } from './words.ts';

const resetRoute = getRouteApi('/reset/$token');
const inviteRoute = getRouteApi('/invite/$token');

/** Has a link to a new password sent. */
export function ForgotPage() {
  const w = passwordWords.read();
  const request = useMutation({
    mutationFn: async (email: string) => await school.passwordResets.request({ email }),
  });
  return (
    <Outside title={w.forgotTitle}>
      <div className="outside-card">
        {request.data === undefined ? (
          <>
            <p>{w.forgotText}</p>
            <EmailForm request={request} />
          </>
        ) : (
          <Notice kind="wait" title={w.sentTitle}>
            {w.sent(request.variables, request.data.validForMinutes)}
          </Notice>
        )}
        <p className="quiet">{w.noMail}</p>
        <CopyBlock text={`${facts.command} sign-in-link`} label={w.linkCommand} />
      </div>
      <p>
        <Link to="/sign-in">{w.signIn}</Link>
      </p>
    </Outside>
  );
}

/** The link of a mail: a new password. Opening it uses nothing up; only what the person sends does. */
export function ResetPage() {
  const w = passwordWords.read();
  const { token } = resetRoute.useParams();
  const reset = useMutation({
    mutationFn: async (password: string) => await school.passwordResets.use({ token, password }),
  });
  return (
    <Outside title={w.resetTitle}>
      <div className="outside-card">
        {reset.isSuccess ? (
          <>
            <Notice kind="good">{w.resetDone}</Notice>
            <Button component="a" href="/sign-in" fullWidth>
              {w.signIn}
            </Button>
          </>
        ) : (
          <>
            <p>{w.resetText}</p>
            <NewPasswordForm set={reset} act={w.setPassword} />
            {hasCode(reset.error, 'invalid_password_reset') && (
              <p>
                <Link to="/forgot">{w.resetAgain}</Link>
              </p>
            )}
          </>
        )}
      </div>
    </Outside>
  );
}

/** The link of an invitation: a first password, which signs in at once. */
export function InvitePage() {
  const w = passwordWords.read();
  const { token } = inviteRoute.useParams();
  const accept = useMutation({
    mutationFn: async (password: string) => await school.session.acceptInvite({ token, password }),
    onSuccess: () => location.assign('/'),
  });
  return (
    <Outside title={w.inviteTitle}>
      <div className="outside-card">
        <p>{w.inviteText}</p>
        <NewPasswordForm set={accept} act={w.inviteDone} />
        {hasCode(accept.error, 'invalid_invitation') && <p className="quiet">{w.inviteOver}</p>}
      </div>
    </Outside>
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
