import { Button, Stack, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { PasswordResetAccepted } from '../../../../sdk/node/index.ts';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { passwordWords } from '../words.ts';

/** Asks for the address to which the link goes. */
export function EmailForm({
  request,
}: {
  readonly request: UseMutationResult<PasswordResetAccepted, Error, string>;
}) {
  const w = passwordWords.read();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    if (typeof email === 'string') request.mutate(email.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          name="email"
          type="email"
          label={w.email}
          autoComplete="username"
          maxLength={254}
          required
          withAsterisk={false}
          error={fieldProblem(request.error, '#/email')}
        />
        <Problem error={request.error} />
        <Button type="submit" fullWidth loading={request.isPending}>
          {w.sendLink}
        </Button>
      </Stack>
    </form>
  );
}
