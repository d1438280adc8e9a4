import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { SecondFactorSetup } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Problem } from '../../../ui/problem.tsx';
import type { words } from './words.en.ts';

/** Begins a second factor with the present password. */
export function SecondFactorStart({
  words: w,
  onBegun,
}: {
  readonly words: typeof words;
  readonly onBegun: (setup: SecondFactorSetup) => void;
}) {
  const begin = useMutation({
    mutationFn: async (password: string) => await school.account.beginSecondFactor({ password }),
    onSuccess: onBegun,
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password === 'string') begin.mutate(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} align="flex-start">
        <p className="account-text quiet">{w.why}</p>
        <PasswordInput
          className="account-field"
          name="password"
          label={w.password}
          autoComplete="current-password"
          maxLength={256}
          required
          withAsterisk={false}
        />
        <Problem error={begin.error} />
        <Button type="submit" variant="default" loading={begin.isPending}>
          {w.begin}
        </Button>
      </Stack>
    </form>
  );
}
