import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import type { PasswordChange } from '../../../../sdk/node/index.ts';
import { replaceSession } from '../../../app/client/queries.ts';
import { school } from '../../../app/client/school.ts';
import { useSession } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { accountWords } from '../words.ts';

/** Sets or changes one's own password. */
export function PasswordBlock() {
  const w = accountWords.read();
  const { account } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: async (given: PasswordChange) =>
      await replaceSession(async () => await school.session.changePassword(given)),
    onSuccess: () => {
      form.current?.reset();
      toast({ text: w.passwordChanged });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const newPassword = String(given.get('newPassword') ?? '');
    const currentPassword = String(given.get('currentPassword') ?? '');
    change.mutate(account.hasPassword ? { currentPassword, newPassword } : { newPassword });
  };
  return (
    <Block title={w.password}>
      <form onSubmit={submit} ref={form}>
        <Stack gap={12} align="flex-start">
          <p className="account-text quiet">{account.hasPassword ? w.passwordEnds : w.noPassword}</p>
          {account.hasPassword && (
            <PasswordInput
              className="account-field"
              name="currentPassword"
              label={w.currentPassword}
              autoComplete="current-password"
              maxLength={256}
              required
              withAsterisk={false}
            />
          )}
          <PasswordInput
            className="account-field"
            name="newPassword"
            label={w.newPassword}
            description={w.passwordRule}
            autoComplete="new-password"
            minLength={12}
            maxLength={256}
            required
            withAsterisk={false}
            error={fieldProblem(change.error, '#/newPassword')}
          />
          <Problem error={change.error} />
          <Button type="submit" loading={change.isPending}>
            {account.hasPassword ? w.changePassword : w.setPassword}
          </Button>
        </Stack>
      </form>
    </Block>
  );
}
