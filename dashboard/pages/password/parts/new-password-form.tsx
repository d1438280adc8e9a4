import { Button, PasswordInput, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { passwordWords } from '../words.ts';

/** Asks for a new password. */
export function NewPasswordForm({
  set,
  act,
}: {
  readonly set: UseMutationResult<unknown, Error, string>;
  readonly act: string;
}) {
  const w = passwordWords.read();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password === 'string') set.mutate(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <PasswordInput
          name="password"
          label={w.newPassword}
          description={w.rule}
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          required
          withAsterisk={false}
          error={fieldProblem(set.error, '#/password')}
        />
        <Problem error={set.error} />
        <Button type="submit" fullWidth loading={set.isPending}>
          {act}
        </Button>
      </Stack>
    </form>
  );
}
