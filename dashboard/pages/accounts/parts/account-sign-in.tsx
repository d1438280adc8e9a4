import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useSession } from '../../../app/client/session.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { Block } from '../../../ui/block.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { toast } from '../../../ui/toasts.ts';
import { accountsWords } from '../words.ts';
import { inviteAddress } from './invite-dialog.tsx';

/** A link that is shown once. */
interface MadeLink {
  readonly label: string;
  readonly text: string;
  readonly link: string;
}

/** Helps a person who cannot sign in: invitation, new password, second factor. */
export function AccountSignIn({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  const { account: own } = useSession();
  if (account.id === own.id)
    return (
      <Block title={w.signingIn}>
        <p className="accounts-text">
          {w.ownAccount} <Link to="/account">{w.yourAccount}</Link>.
        </p>
      </Block>
    );
  return (
    <Block title={w.signingIn}>
      <Stack gap={16}>
        {account.hasPassword ? <ResetLink account={account} /> : <InviteLink account={account} />}
        {account.secondFactor && <FactorRemoval account={account} />}
      </Stack>
    </Block>
  );
}

function InviteLink({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  return (
    <LinkMaker
      why={w.noPassword}
      act={w.newInvite}
      disabled={account.status === 'disabled'}
      make={async () => {
        const { token, expiresAt } = await school.accounts.invite(account.id);
        return { label: w.inviteLink, text: w.inviteText(dayAndTime(expiresAt)), link: inviteAddress(token) };
      }}
    />
  );
}

function ResetLink({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  return (
    <LinkMaker
      why={w.forgotten}
      act={w.makeReset}
      disabled={account.status === 'disabled'}
      make={async () => {
        const { link, mailed, expiresAt } = await school.accounts.resetPassword(account.id);
        const until = dayAndTime(expiresAt);
        return { label: w.resetLink, text: mailed ? w.resetMailed(until) : w.resetText(until), link };
      }}
    />
  );
}

function LinkMaker({
  why,
  act,
  disabled,
  make,
}: {
  readonly why: string;
  readonly act: string;
  readonly disabled: boolean;
  readonly make: () => Promise<MadeLink>;
}) {
  const maker = useMutation({ mutationFn: make });
  if (maker.data !== undefined)
    return (
      <Stack gap={12}>
        <p className="accounts-text">{maker.data.text}</p>
        <SecretOnce label={maker.data.label} value={maker.data.link} onDone={() => maker.reset()} />
      </Stack>
    );
  return (
    <Stack gap={8} align="flex-start">
      <p className="accounts-text quiet">{why}</p>
      <Problem error={maker.error} />
      <Button variant="default" disabled={disabled} loading={maker.isPending} onClick={() => maker.mutate()}>
        {act}
      </Button>
    </Stack>
  );
}

function FactorRemoval({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  return (
    <Stack gap={8} align="flex-start">
      <p className="accounts-text quiet">{w.lostPhone}</p>
      <Button variant="default" onClick={() => setAsked(true)}>
        {w.removeFactor}
      </Button>
      <Confirm
        opened={asked}
        onClose={() => setAsked(false)}
        title={w.removeFactorTitle(account.name)}
        text={w.removeFactorText}
        act={w.removeFactor}
        danger
        run={async () => {
          await school.accounts.removeSecondFactor(account.id);
          toast({ text: w.factorRemoved });
          await queries.invalidateQueries({ queryKey: ['accounts'] });
        }}
      />
    </Stack>
  );
}
