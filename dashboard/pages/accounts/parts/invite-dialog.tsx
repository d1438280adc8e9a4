import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Account } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useSession } from '../../../app/client/session.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { accountsWords } from '../words.ts';
import { type AccountDraft, AccountFields, inputOf, WHOLE_SCHOOL } from './account-fields.tsx';

/** Makes an account and its invitation. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const w = accountsWords.read();
  const { ou } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<AccountDraft>({
    name: '',
    email: '',
    role: 'viewer',
    ou: ou ?? WHOLE_SCHOOL,
  });
  // Kept when the account could be made but not its invitation: the next attempt only invites.
  const made = useRef<Account | null>(null);
  const invite = useMutation({
    mutationFn: async (given: AccountDraft) => {
      made.current ??= await school.accounts.create(inputOf(given));
      return await school.accounts.invite(made.current.id);
    },
    onSettled: async () => await queries.invalidateQueries({ queryKey: ['accounts'] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    invite.mutate(draft);
  };
  if (invite.data !== undefined)
    return (
      <Dialog opened onClose={onClose} title={w.inviteDone(draft.name.trim())}>
        <Stack gap={16}>
          <p className="accounts-text">{w.inviteText(dayAndTime(invite.data.expiresAt))}</p>
          <SecretOnce label={w.inviteLink} value={inviteAddress(invite.data.token)} onDone={onClose} />
        </Stack>
      </Dialog>
    );
  return (
    <Dialog opened onClose={onClose} title={w.inviteTitle}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <AccountFields draft={draft} onChange={setDraft} error={invite.error} />
          <Problem error={invite.error} />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {common.read().cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {w.makeInvite}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The page on which an invitation is accepted. */
export function inviteAddress(token: string): string {
  return `${location.origin}/invite/${token}`;
}
