import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { SecondFactorSetup } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import type { words } from './words.en.ts';

/** Shows the secret to the authenticator program, and confirms it with a first code. */
export function SecondFactorConfirm({
  words: w,
  setup,
  onConfirmed,
}: {
  readonly words: typeof words;
  readonly setup: SecondFactorSetup;
  readonly onConfirmed: (codes: readonly string[]) => void;
}) {
  const confirm = useMutation({
    mutationFn: async (code: string) => await school.account.confirmSecondFactor({ code }),
    onSuccess: ({ codes }) => onConfirmed(codes),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (typeof code === 'string') confirm.mutate(code);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} align="flex-start">
        <p className="account-text">{w.scan}</p>
        <QrCode text={setup.uri} label={w.qr} />
        <CopyBlock text={setup.secret} label={w.secret} />
        <TextInput
          className="account-field"
          name="code"
          label={w.code}
          description={w.codeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          required
          withAsterisk={false}
        />
        <Problem error={confirm.error} />
        <Button type="submit" loading={confirm.isPending}>
          {w.confirm}
        </Button>
      </Stack>
    </form>
  );
}
