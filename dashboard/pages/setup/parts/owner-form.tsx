import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '../../../../sdk/node/index.ts';
import { replaceSession } from '../../../app/client/queries.ts';
import { school } from '../../../app/client/school.ts';
import { renewSession, useSession } from '../../../app/client/session.ts';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { setupWords } from '../words.ts';

interface OwnerDraft {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Name, address and a first password. Only an owner may change the own name and address. */
export function OwnerForm() {
  const w = setupWords.read();
  const { account, role } = useSession();
  const [draft, setDraft] = useState<OwnerDraft>({ name: account.name, email: account.email, password: '' });
  const save = useMutation({ mutationFn: async (given: OwnerDraft) => await saveOwner(account, given) });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} align="flex-start">
        {role === 'owner' && (
          <>
            <TextInput
              className="setup-field"
              name="name"
              label={w.ownerName}
              autoComplete="name"
              value={draft.name}
              onChange={({ currentTarget: { value } }) => setDraft({ ...draft, name: value })}
              maxLength={120}
              required
              withAsterisk={false}
              error={fieldProblem(save.error, '#/name')}
            />
            <TextInput
              className="setup-field"
              name="email"
              type="email"
              label={w.email}
              description={w.emailHint}
              autoComplete="username"
              value={draft.email}
              onChange={({ currentTarget: { value } }) => setDraft({ ...draft, email: value })}
              maxLength={254}
              required
              withAsterisk={false}
              error={fieldProblem(save.error, '#/email')}
            />
          </>
        )}
        <PasswordInput
          className="setup-field"
          name="password"
          label={w.password}
          description={w.passwordRule}
          autoComplete="new-password"
          value={draft.password}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, password: value })}
          minLength={12}
          maxLength={256}
          required
          withAsterisk={false}
          error={fieldProblem(save.error, '#/newPassword')}
        />
        <Problem error={save.error} />
        <Button type="submit" loading={save.isPending}>
          {w.saveOwner}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Saves the name, then the password, then the address. A new address ends every session: by then the password is there, and signs in again.
 */
async function saveOwner(account: Account, { name, email, password }: OwnerDraft): Promise<void> {
  const wantedName = name.trim();
  const wantedEmail = email.trim();
  if (wantedName !== account.name) await school.accounts.update(account.id, { name: wantedName });
  await replaceSession(async () => {
    await school.session.changePassword({ newPassword: password });
    if (wantedEmail === account.email) return;
    // The token for changes belongs to the session that the password has opened.
    await renewSession();
    await school.accounts.update(account.id, { email: wantedEmail });
    await school.session.signIn({ email: wantedEmail, password });
  });
}
